// The other half of frame-writer.ts, run as a worker: takes whole files out of shared memory and writes them beside their
// place, then renames them. Plain script, because it is started from its text. What the numbers mean is said there.

const { chmodSync, closeSync, openSync, renameSync, rmSync, writeSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");

const { control, slots, notes, HANDED, DONE, WAKE, END } = workerData;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
/** After a failure nothing more is written: frames have no gaps. */
let failure = null;

function writeFile({ start, end, temporary, final, mode }, bytes) {
  let fd = -1;
  try {
    fd = openSync(temporary, "wx");
    // A nearly full disk takes a part and refuses only the rest.
    for (let at = start; at < end; ) at += writeSync(fd, bytes, at, end - at);
    const open = fd;
    fd = -1;
    closeSync(open);
    if (mode !== null) chmodSync(temporary, mode);
    renameSync(temporary, final);
  } catch (error) {
    try {
      if (fd >= 0) closeSync(fd);
    } catch {
      // What made the write fail is what gets reported.
    }
    failure = { code: error.code, message: error.message };
    try {
      rmSync(temporary, { force: true });
    } catch {
      // Nor may this end the thread: it stays behind, and the failure is told.
    }
  }
}

for (let done = 0; ; ) {
  // Sleeps while everything that was handed over is done. A call to wake up may come late, when its file is written already.
  while (Atomics.load(control, HANDED) === done) Atomics.wait(control, HANDED, done);
  if (Atomics.load(control, END) === 1) break;
  const note = notes[done % notes.length];
  const words = new Uint32Array(note.buffer, 0, 1);
  const job = JSON.parse(decoder.decode(note.slice(4, 4 + words[0])));
  if (failure === null) writeFile(job, slots[job.slot]);
  words[0] = failure === null ? 0 : encoder.encodeInto(JSON.stringify(failure), note.subarray(4)).written;
  done++;
  Atomics.store(control, DONE, done);
  const wake = Atomics.load(control, WAKE);
  if (wake !== 0 && done >= wake && Atomics.compareExchange(control, WAKE, wake, 0) === wake) {
    parentPort.postMessage(done);
  }
}
