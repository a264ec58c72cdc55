/** The visible plot, with its title and legend, as a PNG. */

import type { PlotKey } from "./series.ts";
import { DOT_SIZE, SAMPLE_WIDTH, sampleOf, strokeColour } from "./series.ts";

const MARGIN = 12;
const HEAD = 30;

/** `place`: the plot's container, which gives colours and font. */
export async function plotPng(
  plot: HTMLCanvasElement,
  place: HTMLElement,
  title: string,
  series: readonly PlotKey[],
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
  const y = HEAD / 2 + 2;
  context.fillText(title, MARGIN, y);
  let x = canvas.width / ratio - MARGIN;
  for (const one of [...series].reverse()) {
    const { label, stroke } = one;
    const { line, dot } = sampleOf(one);
    x -= context.measureText(label).width;
    context.fillStyle = token("--ink");
    context.fillText(label, x, y);
    x -= SAMPLE_WIDTH + 6;
    context.strokeStyle = context.fillStyle = strokeColour(stroke, token);
    context.lineWidth = 2;
    context.setLineDash([...stroke.dash]);
    if (line) {
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + SAMPLE_WIDTH, y);
      context.stroke();
    }
    if (dot) {
      context.beginPath();
      context.arc(x + SAMPLE_WIDTH / 2, y, DOT_SIZE / 2, 0, 2 * Math.PI);
      context.fill();
    }
    x -= 14;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be written.");
  return new Uint8Array(await blob.arrayBuffer());
}
