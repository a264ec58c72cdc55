/** Entry of a worker that helps one kernel after the other (kernel-helpers.ts). */

import type { HelperTask } from "../algorithms/wasm/helpers.ts";

type Help = (thread: number) => void;

addEventListener("message", ({ data: { module, memory, thread } }: MessageEvent<HelperTask>) => {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  (exports.help as Help)(thread);
  postMessage(null);
});
