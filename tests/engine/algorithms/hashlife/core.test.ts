// The kernel as its host calls it.

import { expect, test } from "vitest";
import type { CoreExports } from "../../../../engine/algorithms/hashlife/core.ts";
import { WasmCore } from "../../../../engine/algorithms/hashlife/core.ts";

test("squares in the upper half of a memory of 4 GB have addresses above 2^31, as they have for the kernel", () => {
  // Tests have no such memory: a kernel's numbers come with a sign, which is all that counts here.
  const high = 0xfffffff0 | 0;
  const square = (): number => high;
  const kernel = {
    node: square,
    leaf: square,
    getSquare: square,
    getAnswer: square,
  } as unknown as CoreExports;
  const core = new WasmCore({
    memory: new WebAssembly.Memory({ initial: 0 }),
    kernel,
    table: new WebAssembly.Table({ element: "anyfunc", initial: 0 }),
  });
  const squares = [core.node(0, 0, 0, 0), core.leaf(), core.getSquare(), core.getAnswer()];
  expect(squares).toEqual(squares.map(() => 0xfffffff0));
});
