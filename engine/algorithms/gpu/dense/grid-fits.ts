/** Whether a device can bind one generation of a grid, and the largest grid for which it can. */

import { TessellaError } from "../../../core/errors.ts";
import { grouped } from "../../../core/integers.ts";
import type { BoundedTopology } from "../../../core/topology.ts";
import { bytesOffered, packedLayout } from "../../../gpu/packed-layout.ts";
import { nameGrid } from "../../support.ts";

/** Bytes of one generation of a grid, in a kernel's form; of one plane where no number of planes is given. */
export type BytesOf = (width: number, height: number, planes?: number) => number;

export const packedBytes: BytesOf = (width, height, planes) => packedLayout(width, height, planes).bytes;

/** The side of the largest square grid whose generation takes at most that many bytes. `bytesOf` grows with the side. */
export function largestSquare(bytes: number, bytesOf: BytesOf = packedBytes, planes = 1): number {
  let fits = 0;
  // No form takes less than a bit a cell.
  let tooLarge = Math.floor(Math.sqrt(bytes * 8)) + 1;
  while (tooLarge - fits > 1) {
    const side = Math.floor((fits + tooLarge) / 2);
    if (bytesOf(side, side, planes) <= bytes) fits = side;
    else tooLarge = side;
  }
  return fits;
}

/** Throws `too-large`, with the largest square that fits, when the device cannot bind one generation of the grid. */
export function checkFits(
  topology: BoundedTopology,
  bytesOf: BytesOf,
  limits: GPUSupportedLimits,
  adapter: string,
  planes = 1,
): void {
  const bytes = bytesOf(topology.width, topology.height, planes);
  const offered = bytesOffered(limits);
  if (bytes <= offered) return;
  const side = grouped(largestSquare(offered, bytesOf, planes));
  const mb = (n: number): string => grouped(Math.ceil(n / 2 ** 20));
  throw new TessellaError(
    "too-large",
    `${capital(nameGrid(topology))} needs ${mb(bytes)} MB in one piece, but ${adapter} binds at most ${mb(offered)} MB: ` +
      `the largest square that fits is ${side} x ${side} cells.`,
    {
      hint:
        topology.kind === "frozen"
          ? "Run a smaller grid."
          : "The algorithm `bitwise` stores only the parts of a grid that live.",
    },
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
