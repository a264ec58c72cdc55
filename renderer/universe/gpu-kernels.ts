/** Which GPU kernels turned out to be the fastest: kept by the host, so that the next session need not search again. */

import { record, string } from "valibot";
import type { FastestKernels } from "../../engine/worker/protocol/view.ts";
import type { PreferenceKind } from "../host/preferences.ts";

export const GPU_KERNELS: PreferenceKind<FastestKernels> = {
  key: "gpu-kernels",
  version: 1,
  schema: record(string(), string()),
  fallback: {},
};

/** Older findings are dropped beyond so many. */
const MOST = 500;

/** What is worth keeping: the latest. */
export function latestKernels(kernels: FastestKernels): FastestKernels {
  return Object.fromEntries(Object.entries(kernels).slice(-MOST));
}
