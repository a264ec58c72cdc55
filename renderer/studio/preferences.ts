/** What a person has set once and for all: kept by the host, read at start. */

import type { InferOutput } from "valibot";
import {
  array,
  boolean,
  integer,
  maxValue,
  minValue,
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
import { THEMES as CELL_THEMES } from "../../engine/picture/themes.ts";
import { LEAST_BASE, MOST_BASE, USUAL_PACE } from "../editor/time/pace.ts";
import type { PreferenceKind } from "../host/preferences.ts";

export const THEMES = ["system", "dark", "light"] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Colours of the cells: those that go with the theme, or others whatever the theme is. */
export const CELL_COLOURS = ["auto", ...CELL_THEMES.list().map(({ id }) => id)] as const;
export type CellColours = (typeof CELL_COLOURS)[number];

/** The size of the studio's text in percent of what the browser or the system has. */
export const TEXT_SIZES = [100, 125, 150, 200] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** Which GPU universes run on from now on; `never`: on none. */
export const ADAPTERS = ["automatic", "high-performance", "low-power", "software", "never"] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** Every setting with its default: what an older studio did not know is what a new one begins with. */
const SCHEMA = object({
  theme: optional(picklist(THEMES), "system"),
  /** What one universe may take. */
  memoryMegabytes: optional(pipe(number(), minValue(64), maxValue(16_384)), 1024),
  autosaveSeconds: optional(pipe(number(), minValue(1), maxValue(600)), 5),
  /** Live cells of a random fill, in percent. */
  fillPercent: optional(pipe(number(), minValue(0), maxValue(100)), 50),
  /** Whether pictures that would flash too often are held back. */
  flashLimit: optional(boolean(), true),
  /** Steps are powers of it. */
  stepBase: optional(pipe(number(), integer(), minValue(LEAST_BASE), maxValue(MOST_BASE)), USUAL_PACE.base),
  /** What ends a run by itself. */
  untilDied: optional(boolean(), true),
  untilPeriodic: optional(boolean(), false),
  gridLines: optional(boolean(), true),
  /** Every n-th grid line is bold; 0 for none. */
  boldEvery: optional(pipe(number(), integer(), minValue(0), maxValue(1000)), 10),
  cells: optional(picklist(CELL_COLOURS), "auto"),
  /** Whether cells are coloured by how long they have lived, and whether those that died fade away. */
  ages: optional(boolean(), false),
  trail: optional(boolean(), false),
  minimap: optional(boolean(), true),
  textSize: optional(picklist(TEXT_SIZES), 100),
  library: optional(boolean(), true),
  inspector: optional(boolean(), true),
  adapter: optional(picklist(ADAPTERS), "automatic"),
  /** Whether the files that were open come back at the next start. */
  reopenTabs: optional(boolean(), true),
  /** A person's own keys, by command (renderer/commands/keymap.ts). */
  keys: optional(record(string(), array(string())), {}),
  /** Whether the first hints were put away. */
  welcomed: optional(boolean(), false),
  /** What is set about the tools, by the ids of tools and their options. */
  toolOptions: optional(record(string(), record(string(), union([number(), string(), boolean()]))), {}),
});

export type StudioPreferences = InferOutput<typeof SCHEMA>;

export const STUDIO_PREFERENCES: PreferenceKind<StudioPreferences> = {
  key: "studio",
  version: 1,
  schema: SCHEMA,
  fallback: parse(SCHEMA, {}),
};
