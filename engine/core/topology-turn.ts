/** What becomes of a grid when its cells are turned or flipped: its sides change places, and so do the ways in which they are joined. */

import type { LatticeSymmetry } from "./block-turn.ts";
import type { Topology } from "./topology.ts";

/**
 * The grid on which turned cells live on as the others do on theirs; null where no spelling says how its edges are joined. For
 * turns that keep boxes.
 */
export function turnedTopology(t: Topology, [a, b, c, d]: LatticeSymmetry): Topology | null {
  if (t.kind === "unbounded") return t;
  const swaps = a === 0;
  const [width, height] = swaps ? [t.height, t.width] : [t.width, t.height];
  switch (t.kind) {
    case "plane":
    case "frozen":
    case "cross":
      return { kind: t.kind, width, height };
    case "torus": {
      // Cells that are (shiftX, -height) apart are one, as are those (width, -shiftY) apart: these vectors turn.
      const sign = swaps ? b * c : a * d;
      const [x, y] = [sign * t.shiftX || 0, sign * t.shiftY || 0];
      return { kind: "torus", width, height, shiftX: swaps ? y : x, shiftY: swaps ? x : y };
    }
    case "klein": {
      // A shift goes one way only: another turn would have it go the other.
      if (t.shift !== 0 && !(a === 1 && d === 1)) return null;
      return { ...t, width, height, twist: swaps === (t.twist === "x") ? "y" : "x" };
    }
    case "sphere":
      // Top and left are joined, and right and bottom: only the diagonals and half a turn keep these pairs.
      return a * d + b * c === 1 ? t : null;
  }
}
