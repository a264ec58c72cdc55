/** The GPU kernels that turned out to be fastest: the host keeps them, which saves the next session the search. */

import { record, string } from "valibot";
import type { FastestKernels } from "../../engine/worker/protocol/view.ts";
import type { PreferenceKind } from "../host/preferences.ts";

export const GPU_KERNELS: PreferenceKind<FastestKernels> = {
  key: "gpu-kernels",
  version: 1,
  schema: record(string(), string()),
  fallback: {},
};

/** More findings than this drop the oldest. */
const MOST = 500;

/** The latest findings, to keep. */
export function latestKernels(kernels: FastestKernels): FastestKernels {
  return Object.fromEntries(Object.entries(kernels).slice(-MOST));
}
