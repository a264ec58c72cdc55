/**
 * Timelines: a Macrocell file with many frames, a step apart, as Golly records and plays them.
 *
 * In the head stands `#FRAMES count start 2^k`: how many frames, the first one's generation, and how many generations from one
 * to the next (Golly takes powers of two only). Behind the nodes of each frame stands `#FRAME i node`, its number and its root.
 * The frames share their nodes, so a frame takes as many lines as are new in it, and none when it has been there before.
 *
 * A reader that does not know timelines (and Golly, until it plays one) opens the node in the last line, and takes
 * it for the generation in `#G`. So the last frame's root is written there even where it stands above already.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { PatternFacts } from "../core/pattern.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import { LEAF_LEVEL, QuadTreeBuilder } from "../core/quad-tree.ts";
import { recentreTree } from "../core/tree-recentre.ts";
import { ByteSink } from "./bytes.ts";
import { PIECE, putHead, putNode, putNumbers, statedTree } from "./macrocell-write.ts";

/** Golly plays no more frames. */
export const MOST_FRAMES = 32_000;

interface Frame {
  readonly root: number;
  /** The last node that was known when it was added. */
  readonly last: number;
}

export class MacrocellTimeline {
  readonly #builder: QuadTreeBuilder;
  readonly #frames: Frame[] = [];
  readonly #stated: boolean;

  /** `stated`: for a rule of more than two states. */
  constructor(stated = false, maxNodes?: number) {
    this.#stated = stated;
    this.#builder = new QuadTreeBuilder(maxNodes);
  }

  /** Adds the next frame. Errors: `too-large` for more frames or nodes than a timeline holds. */
  add(tree: QuadTree): void {
    if (this.#frames.length === MOST_FRAMES) {
      throw new TessellaError("too-large", `A timeline has ${grouped(MOST_FRAMES)} frames at most.`);
    }
    const centred = recentreTree(tree);
    const { root, levels, nodes } = this.#stated ? statedTree(centred) : centred;
    const builder = this.#builder;
    const known = new Uint32Array(root + 1);
    // The words of the smallest squares are cells, of others squares.
    const smallest = this.#stated ? 1 : LEAF_LEVEL;
    for (let node = 1; node <= root; node++) {
      const level = levels[node] as number;
      const words = nodes.subarray(node * 4, node * 4 + 4);
      const [nw, ne, sw, se] = level === smallest ? words : words.map((child) => known[child] as number);
      known[node] = builder.node(level, nw, ne, sw, se);
    }
    this.#frames.push({ root: known[root], last: builder.count - 1 });
  }

  /**
   * The file, in pieces. `facts.generation` is ignored: the first frame is of generation `start`, and each 2^exponent
   * later than the one before.
   */
  *text(facts: PatternFacts, start: bigint, exponent: number): Generator<Uint8Array> {
    const count = this.#frames.length;
    const out = new ByteSink();
    putHead(out, { ...facts, generation: start + (BigInt(count - 1) << BigInt(exponent)) });
    out.text(`#FRAMES ${count} ${start} 2^${exponent}\n`);
    let node = 1;
    for (const [number, { root, last }] of this.#frames.entries()) {
      for (; node <= last; node++) {
        this.#put(out, node);
        if (out.length >= PIECE) yield out.take();
      }
      let named = root;
      if (number === count - 1 && root !== last) {
        this.#put(out, root);
        named = node;
      }
      out.text(`#FRAME ${number} ${named}\n`);
    }
    yield out.finish();
  }

  /** An empty frame is a square as well, and needs a line. */
  #put(out: ByteSink, node: number): void {
    const builder = this.#builder;
    const words = [0, 1, 2, 3].map((k) => builder.word(node, k));
    const level = node === 0 ? LEAF_LEVEL + 1 : builder.levelOf(node);
    if (this.#stated) putNumbers(out, level, words);
    else putNode(out, level, words);
  }
}
