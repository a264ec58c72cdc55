/** A helper that breaks down at its first loop: the table has a function of another kind in its place. */

import { HelperPool } from "../../engine/algorithms/wasm/helpers.ts";
import { nodeHelpers } from "../../engine/node/kernel-helpers.ts";

/** (module (func (export "run"))) */
const RUN_OF_ANOTHER_KIND = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[7, 7, 1, 3, 0x72, 0x75, 0x6e, 0, 0],
  ...[10, 4, 1, 2, 0, 0x0b],
]);

/** A pool of one such helper. `onLost` hears of its end. */
export function brokenHelpers(onLost: (reason: string) => void): HelperPool {
  const module = new WebAssembly.Module(RUN_OF_ANOTHER_KIND);
  return new HelperPool(1, (_onFree, isLost) => {
    const inner = nodeHelpers(1);
    return {
      send: (task) =>
        inner.send(1, { ...task, loops: (task.loops ?? []).map(() => module) }, (reason) => {
          isLost(reason);
          onLost(reason);
        }),
      close: () => inner.close(),
    };
  });
}
