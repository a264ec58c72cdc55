// The other half of frame-writer.ts, run as a worker: takes whole files out of shared memory and writes them beside their
// place, then renames them. Plain script, because it is started from its text.

const { chmodSync, closeSync, openSync, renameSync, rmSync, writeSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");

const slots = workerData.map((buffer) => new Uint8Array(buffer));

parentPort.on("message", ({ slot, length, temporary, final, mode }) => {
  let fd = -1;
  try {
    fd = openSync(temporary, "wx");
    // A nearly full disk takes a part and refuses only the rest.
    for (let at = 0; at < length; ) at += writeSync(fd, slots[slot], at, length - at);
    const open = fd;
    fd = -1;
    closeSync(open);
    if (mode !== null) chmodSync(temporary, mode);
    renameSync(temporary, final);
    parentPort.postMessage(null);
  } catch (error) {
    try {
      if (fd >= 0) closeSync(fd);
    } catch {
      // What made the write fail is what gets reported.
    }
    rmSync(temporary, { force: true });
    parentPort.postMessage({ code: error.code, message: error.message });
  }
});
