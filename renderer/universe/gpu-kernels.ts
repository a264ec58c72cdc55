/** The GPU kernels that turned out to be fastest: the host keeps them, which saves the next session the search. */

import { record, string } from "valibot";
import type { FastestKernels, TunedKernel } from "../../engine/worker/protocol/view.ts";
import type { PreferenceKind, Preferences } from "../host/preferences.ts";

export const GPU_KERNELS: PreferenceKind<FastestKernels> = {
  key: "gpu-kernels",
  version: 1,
  schema: record(string(), string()),
  fallback: {},
};

/** More findings than this drop the oldest. */
const MOST = 500;

/** Keeps a finding beside those of other windows. */
export async function keepKernel(preferences: Preferences, { key, kernel }: TunedKernel): Promise<void> {
  await preferences.update(GPU_KERNELS, (saved) =>
    Object.fromEntries(Object.entries({ ...saved, [key]: kernel }).slice(-MOST)),
  );
}
