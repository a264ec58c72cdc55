/** A canvas without a screen: it notes what is drawn there, in order, each part with its place and how it looks. */

import type { Point } from "../../engine/grids/grid-kind.ts";

/** A part of a path. */
interface Outline {
  readonly corners: Point[];
  closed: boolean;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is set as a property. */
const FIELDS = {
  fillStyle: "#000000",
  strokeStyle: "#000000",
  globalAlpha: 1,
  globalCompositeOperation: "source-over",
  lineWidth: 1,
  font: "10px sans-serif",
  textAlign: "start",
  textBaseline: "alphabetic",
};
const START = {
  ...FIELDS,
  dash: [] as readonly number[],
  /** What `scale` has made of a pixel. */
  scale: 1,
};
type Looks = typeof START;

interface Note {
  readonly act: "fill" | "stroke" | "clear" | "write" | "picture" | "pixels";
  readonly looks: Looks;
  /** What is filled, stroked, cleared, or covered by a picture. */
  readonly outlines: readonly Outline[];
  readonly text?: string;
  /** Of text. */
  readonly width?: number;
  readonly pixels?: ImageData;
  /** Of text and pixels. */
  readonly at?: Point;
}

/** How wide a letter is. */
const LETTER = 6;

const boxOf = (x: number, y: number, width: number, height: number): Box => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

/** The box around the corners of an outline. */
export function boxAround({ corners }: { readonly corners: readonly Point[] }): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function outlineOf(...of: Parameters<typeof boxOf>): Outline {
  const { left, top, right, bottom } = boxOf(...of);
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return { corners, closed: true };
}

/** Places are noted as they come: scales, transforms and clips change none. */
export class CanvasNotes {
  readonly list: Note[] = [];
  readonly canvas: { width: number; height: number; getContext: (kind: string) => unknown } = {
    width: 300,
    height: 150,
    getContext: (kind) => (kind === "2d" ? this.context : null),
  };
  readonly context: CanvasRenderingContext2D;
  #looks: Looks = { ...START };
  #kept: Looks[] = [];
  #path: Outline[] = [];

  constructor() {
    const { canvas } = this;
    const look = (name: keyof Looks): PropertyDescriptor => ({
      get: () => this.#looks[name],
      set: (value) => void (this.#looks = { ...this.#looks, [name]: value }),
    });
    const nothing = (): void => {};
    const verbs = {
      save: () => this.#kept.push(this.#looks),
      restore: () => void (this.#looks = this.#kept.pop() ?? this.#looks),
      ...{ setTransform: nothing, transform: nothing, clip: nothing },
      scale: (by: number) => void (this.#looks = { ...this.#looks, scale: by * this.#looks.scale }),
      setLineDash: (dash: readonly number[]) => void (this.#looks = { ...this.#looks, dash }),
      beginPath: () => void (this.#path = []),
      moveTo: (x: number, y: number) => this.#path.push({ corners: [{ x, y }], closed: false }),
      lineTo: (x: number, y: number) => this.#line({ x, y }),
      closePath: () => this.#close(),
      rect: (...box: Parameters<typeof boxOf>) => this.#path.push(outlineOf(...box)),
      // Whole circles, by their four outermost points.
      arc: (x: number, y: number, r: number) => {
        const corners = [
          { x: x - r, y },
          { x, y: y - r },
          { x: x + r, y },
          { x, y: y + r },
        ];
        this.#path.push({ corners, closed: true });
      },
      fill: () => this.#note("fill", this.#path),
      stroke: () => this.#note("stroke", this.#path),
      fillRect: (...box: Parameters<typeof boxOf>) => this.#note("fill", [outlineOf(...box)]),
      strokeRect: (...box: Parameters<typeof boxOf>) => this.#note("stroke", [outlineOf(...box)]),
      clearRect: (...box: Parameters<typeof boxOf>) => this.#note("clear", [outlineOf(...box)]),
      fillText: (text: string, x: number, y: number) =>
        this.#note("write", [], { text, width: LETTER * text.length, at: { x, y } }),
      measureText: (text: string) => ({ width: LETTER * text.length }),
      // With eight numbers after the picture, the last four say where it is put; with two it has its own size.
      drawImage: (picture: Partial<Record<"width" | "height", number>>, ...numbers: number[]) => {
        const place = numbers.slice(numbers.length > 4 ? 4 : 0);
        const [x = 0, y = 0, width = picture.width ?? 0, height = picture.height ?? 0] = place;
        this.#note("picture", [outlineOf(x, y, width, height)]);
      },
      createImageData: (across: number, down: number) => new (imageDataFake())(across, down),
      putImageData: (pixels: ImageData, x: number, y: number) =>
        this.#note("pixels", [], { pixels, at: { x, y } }),
    };
    const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
    const looks = Object.fromEntries(names.map((name) => [name, look(name)]));
    this.context = Object.defineProperties({ canvas, ...verbs }, looks) as never;
  }

  /** How the next thing would look. */
  get looks(): Looks {
    return this.#looks;
  }

  of(act: Note["act"]): readonly Note[] {
    return this.list.filter((note) => note.act === act);
  }

  /** All that is filled, outline by outline. */
  get filled(): readonly { readonly colour: string; readonly corners: readonly Point[] }[] {
    return this.of("fill").flatMap(({ looks, outlines }) =>
      outlines.map(({ corners }) => ({ colour: looks.fillStyle, corners })),
    );
  }

  #line(to: Point): void {
    const last = this.#path.at(-1);
    if (last && !last.closed) last.corners.push(to);
    else this.#path.push({ corners: [...(last ? last.corners.slice(0, 1) : []), to], closed: false });
  }

  #close(): void {
    const last = this.#path.at(-1);
    if (last) last.closed = true;
  }

  #note(
    act: Note["act"],
    outlines: readonly Outline[],
    more: Pick<Note, "text" | "width" | "pixels" | "at"> = {},
  ): void {
    const now = outlines.map(({ corners, closed }) => ({ corners: [...corners], closed }));
    this.list.push({ act, looks: this.#looks, outlines: now, ...more });
  }
}

/** `ImageData` where there is no browser, for the constructors that painters call; `onMade` gets each. */
export function imageDataFake(onMade: (made: ImageData) => void = () => {}) {
  return class {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    constructor(from: Uint8ClampedArray | number, width: number) {
      this.data = typeof from === "number" ? new Uint8ClampedArray(4 * from * width) : from;
      this.width = typeof from === "number" ? from : width;
      onMade(this as never);
    }
  };
}
