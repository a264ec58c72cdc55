// The rooms of the house, one a line (docs/ARCHITECTURE.md says what lives in each). A new room is a new line here.
//
// A row may name a folder or a single file, and refines the rows above it: all rows that a path matches are laid over each
// other, the longest last. What has a storey is a room; what has none is a corner of the room around it.

export interface Row {
  /** Folder or file, from the repository's root. */
  readonly at: string;
  /** A room may import its own files and those of lower storeys in its house; two rooms of one storey do not know each other. */
  readonly storey?: number;
  /** Whether it may use Node's modules. */
  readonly node?: boolean;
  /** Engine only: whether the window may run its code, or sees no more than its types because it runs in workers. */
  readonly window?: "code" | "types";
  /** Renderer only: rooms of the engine whose code it runs in workers of its own. */
  readonly runs?: readonly string[];
  /** Renderer only: whether it starts workers. */
  readonly startsWorkers?: boolean;
  /**
   * Whether it computes on a GPU: each of its folders reads the folder of shaders of its own name, and the common one. A folder
   * `gpu` within a room reads those of the room's name.
   */
  readonly shaders?: boolean;
  /** Packages that it alone imports. */
  readonly packages?: RegExp;
}

export const ROOMS: readonly Row[] = [
  { at: "engine/core", storey: 0, window: "code" },
  { at: "engine/rules", storey: 1, window: "code" },
  { at: "engine/gpu", storey: 1, shaders: true },
  { at: "engine/model", storey: 1, window: "code" },
  { at: "engine/algorithms/wasm", storey: 1, window: "code" },
  { at: "engine/grids", storey: 2, window: "code" },
  { at: "engine/picture", storey: 3, window: "code" },
  { at: "engine/formats", storey: 4, window: "code" },
  { at: "engine/rings", storey: 4, window: "code" },
  { at: "engine/algorithms", storey: 4 },
  { at: "engine/algorithms/gpu", shaders: true },
  { at: "engine/algorithms/drawing.ts", window: "code" },
  { at: "engine/export", storey: 5 },
  { at: "engine/analysis", storey: 5 },
  { at: "engine/analysis/identity.ts", window: "code" },
  { at: "engine/analysis/identity-words.ts", window: "code" },
  { at: "engine/evolve", storey: 5 },
  { at: "engine/evolve/genome.ts", window: "code" },
  { at: "engine/evolve/presets.ts", window: "code" },
  { at: "engine/evolve/gpu", shaders: true },
  { at: "engine/cluster", storey: 5 },
  { at: "engine/cluster/limits.ts", window: "code" },
  { at: "engine/cluster/record.ts", window: "code" },
  { at: "engine/bench", storey: 5 },
  { at: "engine/bench/gpu-bench.ts", window: "code" },
  { at: "engine/bench/gpu-report.ts", window: "code" },
  { at: "engine/bench/kernel-runs.ts", window: "code" },
  { at: "engine/bench/report.ts", window: "code" },
  { at: "engine/worker", storey: 6 },
  { at: "engine/worker/connection.ts", window: "code" },
  { at: "engine/worker/rpc.ts", window: "code" },
  { at: "engine/worker/protocol", window: "code" },
  { at: "engine/node", storey: 7, node: true, packages: /^(webgpu|koffi)$/ },
  { at: "engine/cli", storey: 8, node: true },

  { at: "renderer/ui", storey: 0, packages: /^(radix-ui|@radix-ui\/.*|cmdk|uplot(\/.*)?)$/ },
  { at: "renderer/host", storey: 0 },
  { at: "renderer/offline", storey: 0 },
  { at: "renderer/universe", storey: 1, startsWorkers: true, runs: ["engine/worker"] },
  { at: "renderer/canvas", storey: 2 },
  { at: "renderer/editor", storey: 3 },
  { at: "renderer/tools", storey: 4 },
  { at: "renderer/commands", storey: 5 },
  { at: "renderer/document", storey: 6 },
  { at: "renderer/studio", storey: 7 },
  { at: "renderer/library", storey: 8 },
  { at: "renderer/plot", storey: 8 },
  { at: "renderer/export", storey: 8, startsWorkers: true, runs: ["engine/export", "engine/worker"] },
  { at: "renderer/guide", storey: 8 },
  { at: "renderer/rules", storey: 8 },
  { at: "renderer/labs", storey: 8, startsWorkers: true, runs: ["engine/worker"] },
  { at: "renderer/window", storey: 9 },
  { at: "renderer/main.tsx", storey: 10 },

  { at: "electron", storey: 0, node: true },
];

/** What a path is, and which room it lies in. */
export interface Place extends Row {
  /** The row that makes it a room; undefined outside of all rooms. */
  readonly room: string | undefined;
}

export function placeOf(path: string, rows: readonly Row[] = ROOMS): Place {
  const matching = rows
    .filter(({ at }) => path === at || path.startsWith(`${at}/`))
    .sort((a, b) => a.at.length - b.at.length);
  const room = matching.findLast(({ storey }) => storey !== undefined)?.at;
  return Object.assign({ at: path, room }, ...matching, { at: path });
}
