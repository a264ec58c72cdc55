/** Cells a side. */
export const TILE = 64;
/** Words of a tile in one plane: two a row. */
export const TILE_WORDS = 128;
/** Bytes of a tile with both planes. */
export const TILE_BYTES: number = 2 * TILE_WORDS * 4;
