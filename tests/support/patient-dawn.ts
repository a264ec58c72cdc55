// vitest set-up of the project on Dawn in Node.
//
// While a promise of Dawn's is open, Dawn asks in each turn of the event loop whether the GPU is done: a core that does
// nothing else. Here the CPU is the GPU, and that core is missing there (a third of what these tests took on two cores). So
// a question that has been put a few times in a row waits a millisecond.

const BRIEFLY = 16;
/** Milliseconds after which a question is no repetition. */
const APART = 2.5;

let [asked, last] = [0, 0];

function isDawns(callback: (...args: never[]) => void): boolean {
  return callback.name === "" && /\[native code\]/.test(Function.prototype.toString.call(callback));
}

function patient(ask: typeof setImmediate): typeof setImmediate {
  const askPatiently = (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    if (!isDawns(callback)) return ask(callback, ...args);
    const now = performance.now();
    asked = now - last > APART ? 0 : asked + 1;
    last = now;
    return asked < BRIEFLY ? ask(callback) : setTimeout(callback, 1);
  };
  return Object.assign(askPatiently, ask) as unknown as typeof setImmediate;
}

// Once for all files of a worker.
const HERE = Symbol.for("tessella.patient-dawn");
const known = globalThis as { [HERE]?: true };
if (!known[HERE]) {
  known[HERE] = true;
  globalThis.setImmediate = patient(globalThis.setImmediate);
}
