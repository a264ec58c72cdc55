/** The preferences: the host keeps them, and the studio reads them at start. */

import type { InferOutput } from "valibot";
import {
  array,
  boolean,
  integer,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  parse,
  picklist,
  pipe,
  record,
  string,
  union,
} from "valibot";
import { MOST_THREADS } from "../../engine/algorithms/wasm/helpers.ts";
import { THEMES as CELL_THEMES } from "../../engine/picture/themes.ts";
import { LEAST_BASE, LEAST_RATE, MOST_BASE, MOST_RATE, USUAL_PACE } from "../editor/time/pace.ts";
import type { PreferenceKind } from "../host/preferences.ts";

export const THEMES = ["system", "dark", "light"] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Colours of the cells: those of the theme, or a fixed choice. */
export const CELL_COLOURS = ["auto", ...CELL_THEMES.list().map(({ id }) => id)] as const;
export type CellColours = (typeof CELL_COLOURS)[number];

/** The size of the studio's text in percent of the browser's or the system's. */
export const TEXT_SIZES = [100, 125, 150, 200] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The GPU for universes created from now on; `never`: none. */
export const ADAPTERS = ["automatic", "high-performance", "low-power", "software", "never"] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** Every setting with its default: a setting that an older studio did not know starts with its default. */
const SCHEMA = object({
  theme: optional(picklist(THEMES), "system"),
  /** The most memory for one universe. */
  memoryMegabytes: optional(pipe(number(), minValue(64), maxValue(16_384)), 1024),
  autosaveSeconds: optional(pipe(number(), minValue(1), maxValue(600)), 5),
  /** Live cells of a random fill, in percent. */
  fillPercent: optional(pipe(number(), minValue(0), maxValue(100)), 50),
  /** Whether to hold back pictures that would flash too often. */
  flashLimit: optional(boolean(), true),
  /** Steps are powers of it. */
  stepBase: optional(pipe(number(), integer(), minValue(LEAST_BASE), maxValue(MOST_BASE)), USUAL_PACE.base),
  /** Ticks a second; null is full speed. Absent until the person chooses. */
  rate: optional(nullable(pipe(number(), minValue(LEAST_RATE), maxValue(MOST_RATE)))),
  /** The conditions that end a run. */
  untilDied: optional(boolean(), true),
  untilPeriodic: optional(boolean(), false),
  /** Whether the dock's timeline is logarithmic. */
  logTime: optional(boolean(), false),
  gridLines: optional(boolean(), true),
  /** Every n-th grid line is bold; 0 for none. */
  boldEvery: optional(pipe(number(), integer(), minValue(0), maxValue(1000)), 10),
  cells: optional(picklist(CELL_COLOURS), "auto"),
  /** Whether a cell's colour shows how long it has lived, and whether dead cells fade away; absent until the person chooses. */
  ages: optional(boolean()),
  trail: optional(boolean()),
  /** Whether cells show the pictures of their states, where a rule brings some. */
  icons: optional(boolean(), true),
  minimap: optional(boolean(), true),
  textSize: optional(picklist(TEXT_SIZES), 100),
  library: optional(boolean(), true),
  inspector: optional(boolean(), true),
  /** Titles of the inspector's sections that are folded. */
  folded: optional(array(string()), []),
  adapter: optional(picklist(ADAPTERS), "automatic"),
  /** Threads of the CPU for universes created from now on; 0: one a core, as far as they gain. */
  threads: optional(pipe(number(), integer(), minValue(0), maxValue(MOST_THREADS)), 0),
  /** Whether the files that were open come back at the next start. */
  reopenTabs: optional(boolean(), true),
  /** A person's own keys, by command (renderer/commands/keymap.ts). */
  keys: optional(record(string(), array(string())), {}),
  /** Whether the person has dismissed the first hints. */
  welcomed: optional(boolean(), false),
  /** The tools' settings, by the ids of tools and their options. */
  toolOptions: optional(record(string(), record(string(), union([number(), string(), boolean()]))), {}),
});

export type StudioPreferences = InferOutput<typeof SCHEMA>;

export const STUDIO_PREFERENCES: PreferenceKind<StudioPreferences> = {
  key: "studio",
  version: 1,
  schema: SCHEMA,
  fallback: parse(SCHEMA, {}),
};
