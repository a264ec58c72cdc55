/** What a person has set once and for all: kept by the host, read at start. */

import type { InferOutput } from "valibot";
import { boolean, maxValue, minValue, number, object, optional, picklist, pipe } from "valibot";
import type { PreferenceKind } from "../host/preferences.ts";

export const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/** Which GPU universes run on from now on; `never`: on none. */
export const ADAPTERS = ["automatic", "high-performance", "low-power", "never"] as const;
export type Adapter = (typeof ADAPTERS)[number];

const SCHEMA = object({
  theme: picklist(THEMES),
  /** What one universe may take. */
  memoryMegabytes: pipe(number(), minValue(64), maxValue(16_384)),
  autosaveSeconds: pipe(number(), minValue(1), maxValue(600)),
  gridLines: boolean(),
  library: boolean(),
  inspector: boolean(),
  /** Optional, so that what was kept before it was there stays good. */
  adapter: optional(picklist(ADAPTERS), "automatic"),
});

export type StudioPreferences = InferOutput<typeof SCHEMA>;

export const STUDIO_PREFERENCES: PreferenceKind<StudioPreferences> = {
  key: "studio",
  version: 1,
  schema: SCHEMA,
  fallback: {
    theme: "system",
    memoryMegabytes: 1024,
    autosaveSeconds: 5,
    gridLines: true,
    library: true,
    inspector: true,
    adapter: "automatic",
  },
};
