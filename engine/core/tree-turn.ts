/**
 * Flips and quarter turns of a quad-tree. A turned square is its four turned quarters in other places, so each node becomes one
 * node: the cost follows the nodes, however many cells they stand for, and equal squares stay one.
 */

import type { LatticeSymmetry } from "./block-turn.ts";
import type { QuadTree } from "./quad-tree.ts";
import { LEAF_LEVEL } from "./quad-tree.ts";

/** The cells after a turn that keeps boxes; the upper left cell of the root's square is (x, y). */
export function turnedTree(tree: QuadTree, symmetry: LatticeSymmetry, x: bigint, y: bigint): QuadTree {
  const { levels, nodes, root } = tree;
  const turned = new Uint32Array(nodes.length);
  const quarters = [0, 1, 2, 3].map((q) => {
    const [i, j] = placeIn(symmetry, 2, q & 1, q >> 1);
    return j * 2 + i;
  });
  const cells = Array.from({ length: 64 }, (_, k) => {
    const [i, j] = placeIn(symmetry, 8, k & 7, k >> 3);
    return j * 8 + i;
  });
  for (let node = 1; node <= root; node++) {
    const at = node * 4;
    if (levels[node] !== LEAF_LEVEL) {
      for (let q = 0; q < 4; q++) turned[at + (quarters[q] as number)] = nodes[at + q] as number;
      continue;
    }
    for (let k = 0; k < 64; k++) {
      if ((((nodes[at + (k >> 5)] as number) >>> (k & 31)) & 1) === 0) continue;
      const to = cells[k] as number;
      turned[at + (to >> 5)] |= 1 << (to & 31);
    }
  }
  const planes = tree.planes?.map((plane) => turnedTree(plane, symmetry, x, y));
  return { ...tree, x, y, nodes: turned, ...(planes ? { planes } : {}) };
}

/** Where column i and row j of a square with that side go. */
function placeIn(
  [a, b, c, d]: LatticeSymmetry,
  side: number,
  i: number,
  j: number,
): readonly [i: number, j: number] {
  const last = side - 1;
  return [a * i + b * j + (a + b < 0 ? last : 0), c * i + d * j + (c + d < 0 ? last : 0)];
}
