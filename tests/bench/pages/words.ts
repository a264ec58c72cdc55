/** What pages of figures say alike. */

import { availableParallelism, cpus } from "node:os";
import { grouped } from "../../../engine/core/integers.ts";

/** Where figures were measured. */
export interface Machine {
  readonly cpu: string;
  /** Cores that the program may use; absent in older figures. */
  readonly cores?: number;
  readonly node: string;
  readonly system: string;
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown processor",
    cores: availableParallelism(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}

/** "85x", "1,229x". */
export function timesText(times: number): string {
  return times >= 100 ? `${grouped(Math.round(times))}x` : `${times.toPrecision(2)}x`;
}
