/**
 * The description of a picture for drawing cells in place. Everything that is computed once for a picture, or once
 * for a row or column of pixels, is computed by the description's author, in doubles and bigints. Only whole numbers
 * and colour look-ups are left for each pixel, so every painter draws the same picture.
 *
 * Cells count from the grid's top left cell, or on an unbounded plane from that of a window. A palette is rows of 257
 * colours, 0xAABBGGRR: entry `coverage` of row `layer` is that many 256ths of a cell over the layer.
 */

/**
 * The part of an unbounded plane that a picture shows. Its first cell lies on borders of `PLANE_TILE` cells, or of
 * squares.
 */
export interface PlaneWindow {
  readonly x: bigint;
  readonly y: bigint;
  /** Cells; multiples of `PLANE_TILE`. In a density picture, squares. */
  readonly columns: number;
  readonly rows: number;
}

/** Windows of cells begin and end on multiples of this, and so consist of whole tiles. */
export const PLANE_TILE = 64;

/** Where the squares of hexagons begin that pictures of states lie in, in pixels. */
export interface HexIconPlaces {
  /** Pixels a side. */
  readonly size: number;
  /** By 2x - y of a cell (x, y), the first entry for `firstHalf`. */
  readonly columns: Int32Array;
  readonly firstHalf: number;
  /** By y, the first entry for `firstRow`. */
  readonly rows: Int32Array;
  readonly firstRow: number;
}

interface PictureSize {
  /** In device pixels. */
  readonly width: number;
  readonly height: number;
  /** Colours of live cells over each layer. */
  readonly live: Uint32Array;
  /** The same for state 1, 2 and so on, where there are more than two; states beyond them look like the last. */
  readonly states: readonly Uint32Array[] | null;
  /** null where the grid itself is the window. */
  readonly window: PlaneWindow | null;
}

/** One axis of a picture of squares: an entry for each pixel. */
export interface SquareAxis {
  /** Column (or row) of the cell at the pixel, plus 1; 0 for none. */
  readonly cell: Int32Array;
  /** 256ths of the pixel that the cell covers. */
  readonly share: Uint16Array;
  /** The same for the cell after it, where it reaches into the same pixel. */
  readonly nextCell: Int32Array;
  readonly nextShare: Uint16Array;
  readonly layer: Uint8Array;
  /** Pixels from the cell's nearer end. */
  readonly depth: Uint16Array;
  /** The pixel at which the cell begins, and its pixels, whether in the picture or not. */
  readonly begin: Int32Array;
  readonly size: Uint16Array;
}

export interface SquarePicture extends PictureSize {
  readonly kind: "squares";
  readonly across: SquareAxis;
  readonly down: SquareAxis;
  /** The coverage of a rounded corner's pixels, `radius` to a row. */
  readonly corner: Uint16Array;
  readonly radius: number;
  /** Pictures of states, where cells have room for them and lie on whole pixels. */
  readonly icons: {
    /** For each column and each row of pixels: 0 without a cell, else 1 + its width's place in the sheet, and from bit 8 on how far into the cell it lies. */
    readonly across: Uint32Array;
    readonly down: Uint32Array;
    readonly sheet: Uint32Array;
  } | null;
}

export interface ShapePicture extends PictureSize {
  readonly kind: "hexagons" | "triangles";
  /** Pixels from a cell's centre to the next one's. */
  readonly size: number;
  /** The view's middle in drawing units from the camera's cell. */
  readonly dx: number;
  readonly dy: number;
  /** The grid's first cell, counted from the camera's. */
  readonly left: number;
  readonly top: number;
  /** From one row of cells to the next, in drawing units. */
  readonly row: number;
  /** Whether the camera's cell is a triangle that points up. */
  readonly up: boolean;
  /** The seam between cells, where they are large enough for one. Else null, and pixels are sampled. */
  readonly seam: {
    /** Pixels from the point of a cell that is as far from all sides to its border. */
    readonly rim: number;
    /** Every n-th line is bold, 0 for none; and the camera's cell modulo that. */
    readonly boldEvery: number;
    readonly phaseX: number;
    readonly phaseY: number;
    /** Colours of dead cells over each layer. */
    readonly dead: Uint32Array;
  } | null;
  /** Points at which each pixel is sampled, across and down. */
  readonly samples: number;
  /** Pictures of states on hexagons, where there is room for them; cells count from the camera's. */
  readonly icons: (HexIconPlaces & { readonly sheet: Uint32Array }) | null;
}

/** Squares of 2^scale x 2^scale cells, and which of them are wanted. */
export interface RasterView {
  /** log2 of the cells that a square of the raster is wide. */
  readonly scale: number;
  /** Where the raster's first square begins, in cells (0 or less); squares are counted from there. */
  readonly originX: number;
  readonly originY: number;
  /** The visible squares: columns and rows first .. end - 1. */
  readonly firstColumn: number;
  readonly endColumn: number;
  readonly firstRow: number;
  readonly endRow: number;
}

export interface DensityPicture extends PictureSize, RasterView {
  readonly kind: "density";
  /** For each row of visible squares: the square from which the columns of pixels count. */
  readonly starts: Int32Array;
  /**
   * For even rows of squares and for odd ones: the square, from the row's start, on which each column of pixels
   * begins and the last ends.
   */
  readonly cuts: readonly [Int32Array, Int32Array];
  /** For each row of pixels: rows of squares from .. to - 1. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Cells in a square. */
  readonly area: number;
  /** For each row of pixels: the grid's ends in pixels, and the row's own layer. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** 0 within the grid, 1 on its rim, 2 beyond. */
  readonly rim: Uint8Array;
  /** The layers' numbers in the palette. */
  readonly ground: number;
  readonly edge: number;
  readonly outside: number;
  /** The strength of the least density, out of 1. */
  readonly floor: number;
}

export type CellPicture = SquarePicture | ShapePicture | DensityPicture;

/** Decides from the brightness of its parts whether a picture may be shown. */
export interface PictureGate {
  /** Tiles per row, and rows of them. */
  readonly across: number;
  readonly down: number;
  /** `tiles`: mean relative luminance, 0..1, row after row. False holds the picture back. */
  admits(tiles: Float32Array): boolean;
}

export interface Drawing {
  /**
   * Draws the last complete generation on a canvas of the picture's size, and resolves when the GPU is done with it:
   * with false when the gate held the picture back. Configures `context` for this universe's device if necessary.
   * Errors: `gpu-lost`.
   */
  draw(context: GPUCanvasContext, picture: CellPicture, gate?: PictureGate): Promise<boolean>;
}
