// vitest set-up: tests of random input try the same cases in each run of `npm test`, so that one run is as good as another. FUZZ_SEED
// chooses others, and `npm run fuzz` tries others each time; fast-check says with a failure which seed it was.

import fc from "fast-check";

/** Chromium's pages have no such thing. */
const { env } =
  (globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } }).process ?? {};

if (env?.npm_lifecycle_event !== "fuzz") fc.configureGlobal({ seed: Number(env?.FUZZ_SEED ?? 1) });
