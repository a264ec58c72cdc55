/**
 * Whether this machine's GPU is right: what the suite asks of a software adapter, asked of the real one. Every GPU algorithm and
 * every kernel of `gpu` steps soups on grids that end in the middle of everything, and its state hash is the CPU's; pictures that
 * are drawn where the cells live are held against those that the CPU paints. Fails at the first difference in a state; of pictures it
 * says which share of the pixels differs, since reals are rounded by the hardware, and how long a drawing takes.
 */

import type { Algorithm, AlgorithmEnvironment, Universe } from "../../engine/algorithms/algorithm.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense/dense-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { tileKernel } from "../../engine/algorithms/gpu/dense/tile-kernel.ts";
import { VECTOR_ROW } from "../../engine/algorithms/gpu/dense/vector-row-kernel.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { formatHash } from "../../engine/core/state-hash.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { gpuPicture } from "../../engine/picture/gpu-picture.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { at, difference, Paper, sceneOf } from "../support/drawn-pictures.ts";

/** Life, ANNEAL, the hexagonal 34/2, four neighbours, and two that light empty space. */
const RULES = ["B3/S23", "B4678/S35678", "B2/S34H", "B13/S024V", "B03/S23", "B02/S135H"];
const GRIDS = ["T1000,777", "T4097,33", "T16001,257", "P1000,777", "F333,95"];
const GENERATIONS = 67n;

const strips = (length: number, lanes: number, chunkRows: number, lastRows: number): DenseKernelType =>
  stripsKernel({ lengths: [length, 1], lanes, chunkRows, lastRows, ahead: 4 });
const KERNELS: readonly DenseKernelType[] = [
  BIT_ROW,
  VECTOR_ROW,
  tileKernel({ words: 4, rows: 64, reach: 32, threadRows: 4 }),
  tileKernel({ words: 14, rows: 64, reach: 16, threadRows: 8 }),
  strips(4, 128, 40, 12),
  strips(8, 32, 96, 32),
];

/** The grids above under each rule, and the plane. */
const SOUPS = RULES.flatMap((rule) => [...GRIDS.map((grid) => `${rule}:${grid}`), rule]);

interface Contestant {
  readonly name: string;
  readonly refuses: (text: string) => boolean;
  readonly state: (text: string) => Promise<string>;
}

export async function checkGpu(): Promise<void> {
  const environment = { gpu: await openDawn(), memoryMegabytes: 8192 };
  await checkStates(environment);
  await checkPictures(environment);
}

async function checkStates(environment: AlgorithmEnvironment): Promise<void> {
  const contestants = [
    ...ALGORITHMS.list()
      .filter(({ needsGpu }) => needsGpu)
      .map((each) => contestantOf(each, environment)),
    ...KERNELS.map((type) => aloneWith(type, environment)),
  ];
  const yardsticks = ["bitwise", "reference"].map((id) => contestantOf(ALGORITHMS.get(id), environment));
  for (const contestant of contestants) {
    let count = 0;
    for (const text of SOUPS) {
      if (contestant.refuses(text)) continue;
      const [state, expected] = [await contestant.state(text), await known(text, yardsticks)];
      if (state !== expected)
        throw new Error(`${text}: ${contestant.name} ends in ${state}, the CPU in ${expected}.`);
      count++;
    }
    console.log(`${contestant.name}: ${count} soups as on the CPU`);
  }
}

const EXPECTED = new Map<string, string>();

/** `bitwise` knows no frozen border, `reference` every grid. */
async function known(text: string, yardsticks: readonly Contestant[]): Promise<string> {
  const state =
    EXPECTED.get(text) ?? (await yardsticks.find(({ refuses }) => !refuses(text))?.state(text)) ?? "";
  EXPECTED.set(text, state);
  return state;
}

function contestantOf(algorithm: Algorithm, environment: AlgorithmEnvironment): Contestant {
  return {
    name: algorithm.id,
    refuses: (text) => {
      const { rule, topology } = parseUniverseRule(text);
      return algorithm.refuses(rule, topology) !== null;
    },
    state: async (text) => await stateOf(await algorithm.create(parseUniverseRule(text), environment)),
  };
}

function aloneWith(type: DenseKernelType, environment: AlgorithmEnvironment): Contestant {
  return {
    name: `gpu with ${type.id} alone`,
    refuses: (text) => !/:[TPF]/.test(text),
    state: async (text) =>
      await stateOf(
        await createDenseUniverse(GPU_ALGORITHM, () => [type], parseUniverseRule(text), environment),
      ),
  };
}

/** Of a soup over the whole grid, or of some 300 x 200 cells of the plane. */
async function stateOf(universe: Universe): Promise<string> {
  try {
    const grid = gridRect(universe.topology) ?? rect(-150n, -100n, 300n, 200n);
    const soup = soupBlock({ seed: 7, density: 0.4, width: Number(grid.w), height: Number(grid.h) });
    await universe.writeBlock({ ...soup, x: grid.x, y: grid.y }, "copy");
    await universe.step(GENERATIONS);
    return formatHash(await universe.hash());
  } finally {
    universe.dispose();
  }
}

const SIZE = { width: 301, height: 203 };
const VIEW = { width: 1920, height: 1080 };
const ZOOMS = [5.1, 4, 2.4, 1, 0, -0.5, -1, -2.3, -4, -6, -7.7];

async function checkPictures(environment: AlgorithmEnvironment): Promise<void> {
  for (const [id, text] of [
    ["gpu", "B3/S23:T1501,1203"],
    ["gpu", "B2/S34H:P1501,1203"],
    ["gpu-sparse", "B3/S23"],
    ["gpu-sparse", "B2/S34H"],
  ]) {
    const universe = await ALGORITHMS.get(id).create(parseUniverseRule(text), environment);
    try {
      const soup = soupBlock({ seed: 5, density: 0.3, width: 1501, height: 1203 });
      await universe.writeBlock({ ...soup, x: -750n, y: -601n }, "copy");
      for (const zoom of ZOOMS) await checkPicture(`${id} ${text}`, universe, zoom);
    } finally {
      universe.dispose();
    }
  }
}

async function checkPicture(name: string, universe: Universe, zoom: number): Promise<void> {
  const shares: string[] = [];
  for (const camera of [at(0, 0, zoom), at(-700, 550, zoom), at(33, -30, zoom, 0.01, 0.02)]) {
    const { wrong, colours } = await difference(universe, camera, SIZE);
    shares.push(`${(100 * wrong).toFixed(2)} % (${colours} colours)`);
  }
  console.log(
    `${name}, zoom ${zoom}: pixels that differ ${shares.join(", ")}; ${await timePicture(universe, zoom)}`,
  );
}

/** A picture of 1080p again and again. */
async function timePicture(universe: Universe, zoom: number): Promise<string> {
  const paper = new Paper(VIEW);
  const scene = sceneOf(universe, at(0, 0, zoom));
  const draw = async (): Promise<unknown> =>
    await universe.drawing?.draw(paper.context, gpuPicture(VIEW, scene));
  if (universe.adapter?.endsWith("(software)")) return "not timed on a software adapter";
  await draw();
  const began = performance.now();
  for (let k = 0; k < 20; k++) await draw();
  return `${((performance.now() - began) / 20).toFixed(2)} ms for ${VIEW.width} x ${VIEW.height}`;
}
