/**
 * Loaded before a rank's own program (node --require): ends that rank at one moment of its life, as `kill -9` does. A moment is a place
 * in the order of what the rank does, so the same one comes again: the nth time that it calls a function of MPI, acts on a file of
 * some name, or rings for another thread. A rank that is a thread ends alone; the first one takes its process along.
 *
 * MORTAL_RANK: {"rank", "act": "call" | "file" | "bell", "name", "nth", "ids"}. Ranks that are processes add their ids to the file `ids`.
 */

const fs = require("node:fs");
const { prototype, syncBuiltinESMExports } = require("node:module");
const { basename } = require("node:path");
const { isMainThread, workerData } = require("node:worker_threads");

const { rank, act, name, nth, ids } = JSON.parse(process.env.MORTAL_RANK);
const world = process.env.OMPI_COMM_WORLD_RANK;
const own = world !== undefined ? Number(world) : isMainThread ? 0 : workerData?.rank;

let left = nth;
function happens() {
  if (--left > 0) return;
  if (isMainThread) process.kill(process.pid, "SIGKILL");
  else process.exit();
}

function countCalls() {
  const require = prototype.require;
  prototype.require = function (wanted) {
    const native = require.call(this, wanted);
    // koffi's own binary.
    if (!native?.LibraryHandle || native.isCounted) return native;
    const { load } = native;
    native.isCounted = true;
    native.load = (...words) => {
      const library = load(...words);
      const func = (verb, ...types) => {
        const call = library.func(verb, ...types);
        return (...values) => {
          if (verb === name) happens();
          return call(...values);
        };
      };
      return { func, symbol: (of) => library.symbol(of) };
    };
    return native;
  };
}

function countFileActs() {
  const { openSync, writeSync, closeSync, renameSync } = fs;
  const open = new Set();
  const isMeant = (path) => typeof path === "string" && basename(path).includes(name);
  fs.openSync = (path, ...rest) => {
    if (isMeant(path)) happens();
    const file = openSync(path, ...rest);
    if (isMeant(path)) open.add(file);
    return file;
  };
  fs.writeSync = (file, ...rest) => {
    if (open.has(file)) happens();
    return writeSync(file, ...rest);
  };
  fs.closeSync = (file) => {
    if (open.delete(file)) happens();
    closeSync(file);
  };
  fs.renameSync = (from, to) => {
    if (isMeant(from)) happens();
    renameSync(from, to);
  };
  syncBuiltinESMExports();
}

function countBells() {
  const { notify } = Atomics;
  Atomics.notify = (...values) => {
    happens();
    return notify(...values);
  };
}

if (world !== undefined) fs.appendFileSync(ids, `${process.pid}\n`);
if (own === rank && (world !== undefined || act !== "call"))
  ({ call: countCalls, file: countFileActs, bell: countBells })[act]();
