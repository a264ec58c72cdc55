// A thread of engine/node/kernel-helpers.ts: it helps one kernel after the other. Plain script, because it is started from its text.

const { parentPort } = require("node:worker_threads");

parentPort.on("message", ({ module: kernel, memory, thread }) => {
  const instance = new WebAssembly.Instance(kernel, { env: { memory } });
  instance.exports.help(thread);
  parentPort.postMessage(null);
});
