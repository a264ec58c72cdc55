/** The export dialog's state, and the exporter's request that follows from it. */

import { TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Stand } from "../../engine/export/camera-path.ts";
import type { RegionChoice } from "../../engine/export/frame-source.ts";
import { countFrames } from "../../engine/export/frame-source.ts";
import type { Framing, Scale } from "../../engine/export/framing.ts";
import type { GridKind, Lattice } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import { middleOf, visibleCells } from "../../engine/picture/camera-moves.ts";
import { latticeFrame, toLattice } from "../../engine/picture/lattice-frame.ts";
import type { ExportWish, OfferedFormat } from "../../engine/worker/protocol/export.ts";
import type { StudioDocument } from "../document/document.ts";
import { stemOf } from "../editor/labels.ts";

/** The exported part of the universe. */
export type Where =
  | "selection"
  | "grid"
  | "all"
  | "first"
  | "view"
  | "region"
  | "growing"
  | "follow"
  | "camera";

/** A position on the camera's way. */
export interface CameraStop {
  readonly generation: number;
  readonly stand: Stand;
}

export interface ExportForm {
  readonly format: string;
  readonly where: Where;
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly from: number;
  readonly to: number;
  readonly every: number;
  readonly plain: boolean;
  /** An entry of SCALES. */
  readonly scale: string;
  /** Size of the picture, if it is free. */
  readonly width: number;
  readonly height: number;
  /** Start and end of a moving camera, and its positions between, at generations of their own. */
  readonly start: Stand;
  readonly between: readonly CameraStop[];
  readonly end: Stand;
  readonly fps: number;
  /** Seconds. */
  readonly hold: number;
  readonly loop: boolean;
  /** Squares for all cells. */
  readonly squares: boolean;
  readonly gap: number;
  readonly gridLines: boolean;
  readonly theme: string;
  readonly ages: boolean;
  readonly icons: boolean;
  readonly caption: boolean;
}

const MOST_FRAMES = 1_000_000;
const MOST_FPS = 240;

/** Pixels a cell. `fit`: as many as fit into a picture of a given size. */
export const SCALES: readonly {
  readonly id: string;
  readonly label: string;
  readonly scale: Scale | null;
}[] = [
  { id: "auto", label: "Automatic", scale: null },
  { id: "fit", label: "Fit into a size", scale: null },
  ...[1, 2, 3, 4, 6, 8, 12, 16, 24, 32].map((pixels) => ({
    id: `${pixels}`,
    label: `${pixels} px a cell`,
    scale: { pixels, cells: 1 },
  })),
  ...[2, 4, 8, 16].map((cells) => ({
    id: `1/${cells}`,
    label: `${cells} cells a pixel`,
    scale: { pixels: 1, cells },
  })),
];

/** Where the form asks for the picture's size. */
export function hasFreeSize({ where, scale }: ExportForm): boolean {
  return isMoving(where) || where === "view" || scale === "fit";
}

/** Whether the view may change from frame to frame, which only pixel formats can show. */
function isMoving(where: Where): boolean {
  return where === "growing" || where === "follow" || where === "camera";
}

/** The exported part: the chosen one, or the whole pattern if the format cannot show that. */
export function placeOf({ where }: ExportForm, { takes }: Pick<OfferedFormat, "takes">): Where {
  return takes !== "pictures" && isMoving(where) ? "all" : where;
}

/** The last choices, for this session of the studio. */
const forms = new WeakMap<StudioDocument, ExportForm>();
let latest: Partial<ExportForm> = { format: "gif" };

/** The form as it was last, adapted to the present document. `theme`: the colours of the cells on the screen. */
export function formFor(document: StudioDocument, theme: string): ExportForm {
  const { selection, topology } = document.editor.state;
  const here = Number(document.universe.present.generation);
  const kept = forms.get(document);
  const grid = gridRect(topology);
  const usual: Where = selection ? "selection" : grid ? "grid" : "all";
  if (kept) {
    const gone = (kept.where === "selection" && !selection) || (kept.where === "grid" && !grid);
    const passed = !(kept.from >= here);
    return { ...kept, where: gone ? usual : kept.where, ...(passed ? laterBy(kept, here) : {}) };
  }
  const view = standOf(document.view);
  return {
    format: "gif",
    where: usual,
    box: { x: -50, y: -50, w: 100, h: 100 },
    from: here,
    to: here + 99,
    every: 1,
    plain: false,
    scale: "auto",
    width: 1280,
    height: 720,
    start: view,
    between: [],
    end: view,
    fps: 20,
    hold: 0,
    loop: false,
    squares: false,
    gap: 0,
    gridLines: false,
    theme,
    ages: false,
    icons: false,
    caption: false,
    ...latest,
  };
}

/** The same stretch of time from another generation on, with the camera's positions in it. */
function laterBy(
  { from, to, between }: ExportForm,
  here: number,
): Pick<ExportForm, "from" | "to" | "between"> {
  const later = here - from || 0;
  return {
    from: here,
    to: here + Math.max(0, to - from || 0),
    between: between.map(({ generation, stand }) => ({ generation: generation + later, stand })),
  };
}

/** Adds a camera position: in the middle of the longest stretch, with the present view. Unchanged if there is no room. */
export function withStop({ from, to, between }: ExportForm, stand: Stand): readonly CameraStop[] {
  const times = [from, ...between.map(({ generation }) => generation), to];
  let at = 0;
  for (let i = 1; i < times.length - 1; i++) {
    if (times[i + 1] - times[i] > times[at + 1] - times[at]) at = i;
  }
  const generation = Math.floor((times[at] + times[at + 1]) / 2);
  if (!(generation > times[at] && generation < times[at + 1])) return between;
  return [...between.slice(0, at), { generation, stand }, ...between.slice(at)];
}

export function keepForm(document: StudioDocument, form: ExportForm): void {
  forms.set(document, form);
  const { format, fps, plain } = form;
  latest = { format, fps, plain };
}

/** A view as an export's camera: from the middle of a cell, along the lattice. */
export function standOf({ camera, kind }: { readonly camera: Camera; readonly kind: GridKind }): Stand {
  const middle = middleOf(camera, kind);
  const frame = latticeFrame(kind);
  const centre = toLattice(frame, frame.centre);
  return {
    x: middle.x.whole,
    y: middle.y.whole,
    dx: middle.x.part - centre.x,
    dy: middle.y.part - centre.y,
    zoom: 2 ** camera.zoom,
  };
}

/** The facts of a document that a request depends on. */
export interface ExportScene {
  readonly generation: bigint;
  readonly selection: Rect | null;
  readonly grid: Rect | null;
  /** What cells are on the screen. */
  readonly shape: Lattice["shape"];
  /** Whether the rule brings pictures of its states. */
  readonly hasIcons: boolean;
  readonly view: { readonly camera: Camera; readonly size: ViewSize; readonly kind: GridKind };
  /** Prefix of the frame's number, and the file's name. */
  readonly stem: string;
}

export function sceneOf(document: StudioDocument): ExportScene {
  const { selection, topology, rule } = document.editor.state;
  const { camera, size, kind } = document.view;
  return {
    generation: document.universe.present.generation,
    selection: selection?.box ?? null,
    grid: gridRect(topology),
    shape: kind.shape,
    hasIcons: rule.looks.icons !== undefined,
    view: { camera, size, kind },
    stem: stemOf(document.title).replace(/[^\w-]+/g, "-") || "frames",
  };
}

/** Errors: `bad-argument`, each with one sentence for the dialog. */
export function wishOf(form: ExportForm, format: OfferedFormat, scene: ExportScene): ExportWish {
  const { from, to, every, fps, hold, gap } = form;
  if (![from, to, every].every(Number.isSafeInteger)) throw refused("Generations are whole numbers.");
  const range = { from: BigInt(from), to: BigInt(to), every: BigInt(every) };
  if (range.from < scene.generation) {
    throw refused(
      `The universe is at generation ${grouped(scene.generation)} already; it only runs forward.`,
    );
  }
  const frames = countFrames(range);
  if (frames > MOST_FRAMES) throw refused("These are more than a million frames.");
  const drawn = format.takes === "pictures";
  const moves = drawn && !format.sequence;
  const mostFps = format.mostFps ?? MOST_FPS;
  if (moves && !(fps > 0 && fps <= mostFps)) {
    throw refused(`${format.name} shows between 1 and ${mostFps} frames a second.`);
  }
  if (moves && !(hold >= 0 && hold <= 3600)) throw refused("The last frame is held for up to 3600 seconds.");
  if (drawn && !(Number.isInteger(gap) && gap >= 0 && gap <= 64)) {
    throw refused("The gap between cells is 0 to 64 whole pixels.");
  }
  const name =
    format.sequence && frames > 1
      ? `${scene.stem}-%0${Math.max(4, String(frames - 1).length)}d${format.extensions[0]}`
      : `${scene.stem}${format.extensions[0]}`;
  return {
    format: format.id,
    name,
    plain: form.plain && format.hasPlain === true,
    range,
    framing: framingOf({ ...form, where: placeOf(form, format) }, scene, drawn),
    look: {
      theme: form.theme,
      squares: form.squares,
      gap: drawn ? gap : 0,
      gridLines: form.gridLines,
      ages: drawn && form.ages,
      icons: drawn && form.icons && scene.hasIcons,
      caption: drawn && form.caption,
    },
    fps: moves ? fps : 1,
    hold: moves ? Math.round(hold * fps) : 0,
    loop: moves && form.loop,
  };
}

function framingOf(form: ExportForm, scene: ExportScene, drawn: boolean): Framing {
  const size = { width: form.width, height: form.height };
  if (drawn && hasFreeSize(form) && !Object.values(size).every((n) => Number.isInteger(n) && n >= 1)) {
    throw refused("The picture's width and height are whole numbers of pixels.");
  }
  const { view } = scene;
  switch (form.where) {
    case "growing":
      return { kind: "growing", ...size };
    case "follow":
      return { kind: "follow", zoom: null, ...size };
    case "camera":
      return { kind: "camera", path: { keyframes: keyframesOf(form), ease: "smooth" }, ...size };
    case "view": {
      if (!drawn) return overRegion(form, visibleCells(view.camera, view.size, view.kind), size);
      // At least the visible part of the stage, in any picture shape.
      const stand = standOf(view);
      const zoom = stand.zoom * Math.min(size.width / view.size.width, size.height / view.size.height);
      const still = { ...stand, zoom, generation: BigInt(form.from) };
      return { kind: "camera", path: { keyframes: [still], ease: "smooth" }, ...size };
    }
    case "selection":
      if (!scene.selection) throw refused("Nothing is selected.");
      return overRegion(form, scene.selection, size);
    case "grid":
      return overRegion(form, scene.grid ?? "all", size);
    case "region": {
      const sides = Object.values(form.box);
      if (!sides.every(Number.isSafeInteger)) throw refused("A region is given in whole cells.");
      const [x, y, w, h] = sides.map(BigInt) as [bigint, bigint, bigint, bigint];
      if (w < 1n || h < 1n) throw refused("The region has no cells.");
      return overRegion(form, { x, y, w, h }, size);
    }
    default:
      return overRegion(form, form.where, size);
  }
}

function overRegion(form: ExportForm, region: RegionChoice, size: ViewSize): Framing {
  if (form.scale === "fit") return { kind: "fit", region, ...size };
  const scale = SCALES.find(({ id }) => id === form.scale)?.scale ?? "auto";
  return { kind: "region", region, scale };
}

function keyframesOf({ from, to, start, between, end }: ExportForm) {
  for (const { zoom } of [start, ...between.map(({ stand }) => stand), end]) {
    if (!(zoom > 0 && zoom <= 1024))
      throw refused("A camera's zoom is more than 0 and at most 1024 pixels a cell.");
  }
  let before = from;
  for (const { generation } of between) {
    if (!Number.isSafeInteger(generation) || generation <= before || generation >= to) {
      throw refused(
        `The camera's places follow one another, between generations ${grouped(from)} and ${grouped(to)}: ${grouped(generation)} does not fit.`,
      );
    }
    before = generation;
  }
  const first = { ...start, generation: BigInt(from) };
  if (to <= from) return [first];
  const passed = between.map(({ generation, stand }) => ({ ...stand, generation: BigInt(generation) }));
  return [first, ...passed, { ...end, generation: BigInt(to) }];
}

function refused(sentence: string): TessellaError {
  return new TessellaError("bad-argument", sentence);
}
