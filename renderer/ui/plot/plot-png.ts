/** The visible plot, with its title and legend, as a PNG. */

import type { PlotSeries } from "./series.ts";
import { strokeColour } from "./series.ts";

const MARGIN = 12;
const HEAD = 30;
const SAMPLE = 22;

/** `place`: the plot's container, which gives colours and font. */
export async function plotPng(
  plot: HTMLCanvasElement,
  place: HTMLElement,
  title: string,
  series: readonly Pick<PlotSeries, "label" | "stroke">[],
): Promise<Uint8Array> {
  const style = getComputedStyle(place);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const ratio = plot.width / Math.max(1, plot.clientWidth);
  const canvas = document.createElement("canvas");
  canvas.width = plot.width + 2 * MARGIN * ratio;
  canvas.height = plot.height + (HEAD + MARGIN) * ratio;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no room for a picture.");
  context.fillStyle = token("--panel");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(plot, MARGIN * ratio, HEAD * ratio);
  context.scale(ratio, ratio);
  context.font = `${style.fontSize} ${style.fontFamily}`;
  context.textBaseline = "middle";
  context.fillStyle = token("--ink");
  context.fillText(title, MARGIN, HEAD / 2 + 2);
  let x = canvas.width / ratio - MARGIN;
  for (const { label, stroke } of [...series].reverse()) {
    x -= context.measureText(label).width;
    context.fillText(label, x, HEAD / 2 + 2);
    x -= SAMPLE + 6;
    context.strokeStyle = strokeColour(stroke, token);
    context.lineWidth = 2;
    context.setLineDash([...stroke.dash]);
    context.beginPath();
    context.moveTo(x, HEAD / 2 + 2);
    context.lineTo(x + SAMPLE, HEAD / 2 + 2);
    context.stroke();
    x -= 14;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be written.");
  return new Uint8Array(await blob.arrayBuffer());
}
