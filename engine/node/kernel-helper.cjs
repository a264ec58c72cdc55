// A thread of engine/node/kernel-helpers.ts: it helps one kernel after the other. Plain script, because it is started from its text.

const { parentPort } = require("node:worker_threads");

parentPort.on("message", ({ module: kernel, memory, loops = [], team = 0, thread }) => {
  const table = new WebAssembly.Table({ element: "anyfunc", initial: 1 + loops.length });
  for (const [i, loop] of loops.entries())
    table.set(1 + i, new WebAssembly.Instance(loop, { env: { memory, thread } }).exports.run);
  const instance = new WebAssembly.Instance(kernel, { env: { memory, table } });
  try {
    instance.exports.help(thread, team);
  } catch (error) {
    instance.exports.breakDown();
    throw error;
  }
  parentPort.postMessage(null);
});
