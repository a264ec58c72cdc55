/** Answers from gathered tiles: blocks, runs, rasters, hashes. */

import type { Block } from "../../../core/block.ts";
import { blockStride, createBlock } from "../../../core/block.ts";
import { toSafeNumber } from "../../../core/integers.ts";
import type { Raster, RasterRequest } from "../../../core/raster.ts";
import { addAt, addWordToRaster, createRaster, PixelAxis, rasterRect } from "../../../core/raster.ts";
import type { Rect } from "../../../core/rect.ts";
import { intersectRects } from "../../../core/rect.ts";
import type { Runs } from "../../../core/runs.ts";
import { EMPTY_RUNS, MAX_READ_RUNS, RunsBuilder } from "../../../core/runs.ts";
import { HASH_A, HASH_B, hashAdd, hashMul, hashPow, hashShift, hashWords } from "../../../core/state-hash.ts";
import { copyBits } from "../../../gpu/packed-bits.ts";
import type { TileOrigin } from "./tile-patches.ts";
import { TILE, TILE_WORDS } from "./tile-size.ts";
import type { Survey, TileSurvey } from "./tile-survey.ts";
import { MOST_GATHERED, surveyBounds, tilesIn } from "./tile-survey.ts";
import type { TileWindow } from "./tile-window.ts";

/** log2 of a tile's side. */
const TILE_SCALE = 6;

/** Visits the cells of the tiles with those indices, in that order, a piece at a time. */
async function forEachGathered(
  source: TileSurvey,
  survey: Survey,
  indices: readonly number[],
  visit: (index: number, words: Uint32Array, at: number) => void,
): Promise<void> {
  for (let done = 0; done < indices.length; done += MOST_GATHERED) {
    const piece = indices.slice(done, done + MOST_GATHERED);
    const words = await source.words(Uint32Array.from(piece, (i) => survey.tiles[i]));
    piece.forEach((index, k) => {
      visit(index, words, k * TILE_WORDS);
    });
  }
}

export async function readBlock(source: TileSurvey, origin: TileOrigin, region: Rect): Promise<Block> {
  const width = toSafeNumber(region.w, "The width");
  const height = toSafeNumber(region.h, "The height");
  const block = createBlock(region.x, region.y, width, height);
  const survey = await source.all();
  const stride = blockStride(width);
  const left = region.x - origin.x;
  const top = region.y - origin.y;
  await forEachGathered(source, survey, tilesIn(survey, origin, region), (index, words, at) => {
    const x = Number(BigInt(survey.places[2 * index] * TILE) - left);
    const y = Number(BigInt(survey.places[2 * index + 1] * TILE) - top);
    const first = Math.max(0, x);
    const count = Math.min(width, x + TILE) - first;
    const endRow = Math.min(TILE, height - y);
    for (let row = Math.max(0, -y); row < endRow; row++) {
      if (words[at + row * 2] === 0 && words[at + row * 2 + 1] === 0) continue;
      copyBits(words, at + row * 2, first - x, block.words, (y + row) * stride, first, count);
    }
  });
  return block;
}

export async function readRuns(
  source: TileSurvey,
  origin: TileOrigin,
  region: Rect | undefined,
): Promise<Runs> {
  const survey = await source.all();
  const bounds = surveyBounds(survey, origin);
  const box = bounds && region ? intersectRects(bounds, region) : bounds;
  if (!box) return EMPTY_RUNS;
  const width = toSafeNumber(box.w, "The width of the cells");
  const height = toSafeNumber(box.h, "The height of the cells");
  const left = Number(origin.x - box.x);
  const top = Number(origin.y - box.y);
  const { places } = survey;
  const order = tilesIn(survey, origin, box).sort(
    (a, b) => places[2 * a + 1] - places[2 * b + 1] || places[2 * a] - places[2 * b],
  );
  const out = new RunsBuilder(MAX_READ_RUNS);
  // Rows of tiles, several at a time where they are gathered together.
  for (let first = 0; first < order.length; ) {
    const band = rowsOfTiles(order, places, first);
    const words = new Uint32Array(band.length * TILE_WORDS);
    let filled = 0;
    await forEachGathered(source, survey, band, (_, from, at) => {
      words.set(from.subarray(at, at + TILE_WORDS), filled);
      filled += TILE_WORDS;
    });
    for (let begin = 0; begin < band.length; ) {
      const ty = places[2 * band[begin] + 1];
      let end = begin;
      while (end < band.length && places[2 * band[end] + 1] === ty) end++;
      for (let row = 0; row < TILE; row++) {
        const y = top + ty * TILE + row;
        if (y < 0 || y >= height) continue;
        for (let i = begin; i < end; i++) {
          const x = left + places[2 * band[i]] * TILE;
          addWordRuns(out, words[i * TILE_WORDS + row * 2], x, y, width);
          addWordRuns(out, words[i * TILE_WORDS + row * 2 + 1], x + 32, y, width);
        }
      }
      begin = end;
    }
    first += band.length;
  }
  return out.build(box.x, box.y);
}

/** From `first` on, whole rows of tiles: at least one, and if possible no more than one piece gathers. */
function rowsOfTiles(order: readonly number[], places: Int32Array, first: number): readonly number[] {
  let end = first;
  while (end < order.length) {
    let next = end;
    while (next < order.length && places[2 * order[next] + 1] === places[2 * order[end] + 1]) next++;
    if (end > first && next - first > MOST_GATHERED) break;
    end = next;
  }
  return order.slice(first, end);
}

/** Adds the runs of one word; the builder joins runs across words. */
function addWordRuns(out: RunsBuilder, word: number, x: number, y: number, width: number): void {
  let rest = word;
  while (rest !== 0) {
    const start = 31 - Math.clz32(rest & -rest);
    const dead = ~word & (0xffffffff << start);
    const end = dead === 0 ? 32 : 31 - Math.clz32(dead & -dead);
    const from = Math.max(0, x + start);
    const to = Math.min(width, x + end);
    if (to > from) out.add(from, y, to - from);
    rest = end === 32 ? 0 : rest & (0xffffffff << end);
  }
}

/** log2 of the smallest squares that the GPU counts: a finer raster takes more memory than the cells. */
const LEAST_RASTER_SCALE = 3;

/**
 * Live cells per pixel. Where pixels are tiles or larger, the survey alone answers; somewhat below that the GPU
 * counts; where there are more pixels than words of cells, the cells are read.
 */
export async function readRaster(
  source: TileSurvey,
  window: TileWindow,
  origin: TileOrigin,
  request: RasterRequest,
): Promise<Raster> {
  const raster = createRaster(request);
  const { scale } = raster;
  if (scale >= LEAST_RASTER_SCALE && scale < TILE_SCALE) {
    const { x, y, width, height, counts } = raster;
    counts.set(await window.read({ x, y, columns: width, rows: height, scale }));
    return raster;
  }
  const survey = await source.all();
  const { places, populations } = survey;
  const seen = tilesIn(survey, origin, rasterRect(raster));
  // Offsets from the origin are doubles, wherever the origin lies.
  const xAxis = new PixelAxis(origin.x - raster.x, raster.scale);
  const yAxis = new PixelAxis(origin.y - raster.y, raster.scale);
  if (scale >= TILE_SCALE) {
    for (const i of seen) {
      const px = xAxis.pixelOf(places[2 * i] * TILE);
      const py = yAxis.pixelOf(places[2 * i + 1] * TILE);
      if (px >= 0 && py >= 0 && px < raster.width && py < raster.height)
        addAt(raster, px, py, populations[i]);
    }
    return raster;
  }
  await forEachGathered(source, survey, seen, (i, words, at) => {
    const x = places[2 * i] * TILE;
    for (let row = 0; row < TILE; row++) {
      const py = yAxis.pixelOf(places[2 * i + 1] * TILE + row);
      if (py < 0 || py >= raster.height) continue;
      addWordToRaster(raster, words[at + row * 2], xAxis, x, py);
      addWordToRaster(raster, words[at + row * 2 + 1], xAxis, x + 32, py);
    }
  });
  return raster;
}

export async function readHash(source: TileSurvey, origin: TileOrigin): Promise<bigint> {
  const survey = await source.all();
  const powersX = new Map<number, bigint>();
  const powersY = new Map<number, bigint>();
  const power = (memo: Map<number, bigint>, base: bigint, place: number): bigint => {
    let known = memo.get(place);
    if (known === undefined) memo.set(place, (known = hashPow(base, BigInt(place * TILE))));
    return known;
  };
  let total = 0n;
  const all = Array.from({ length: survey.count }, (_, i) => i);
  await forEachGathered(source, survey, all, (i, words, at) => {
    const part = hashWords(words, 2, TILE, at);
    const x = power(powersX, HASH_A, survey.places[2 * i]);
    const y = power(powersY, HASH_B, survey.places[2 * i + 1]);
    total = hashAdd(total, hashMul(part, hashMul(x, y)));
  });
  return total === 0n ? 0n : hashMul(total, hashShift(origin.x, origin.y));
}
