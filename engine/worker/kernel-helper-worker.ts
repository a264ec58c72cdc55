/** Entry of a worker that helps one kernel after the other (kernel-helpers.ts). */

import type { HelperTask } from "../algorithms/wasm/helpers.ts";

type Help = (thread: number, team: number) => void;

addEventListener("message", ({ data }: MessageEvent<HelperTask>) => {
  const { module, memory, loops = [], team = 0, thread } = data;
  const table = new WebAssembly.Table({ element: "anyfunc", initial: 1 + loops.length });
  for (const [i, loop] of loops.entries())
    table.set(1 + i, new WebAssembly.Instance(loop, { env: { memory, thread } }).exports.run);
  const { exports } = new WebAssembly.Instance(module, { env: { memory, table } });
  try {
    (exports.help as Help)(thread, team);
  } catch (error) {
    (exports.breakDown as () => void)();
    throw error;
  }
  postMessage(null);
});
