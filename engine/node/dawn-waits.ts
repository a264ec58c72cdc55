/**
 * Rests of a thread that waits for Dawn.
 *
 * While an answer is outstanding, Dawn's binding for Node looks for it once in each turn of the event loop, and each time it makes a
 * function, with a finalizer, to be called in the next turn. With nothing else to do that is some hundred thousand a second: a core is
 * never idle, and V8 spends 20 ms and more at a time on collecting them and as long again on their finalizers. Two ranks on two H100s lost a
 * seventh of their time to that.
 *
 * So the thread sleeps between looks, the longer it has waited the longer, and an answer is late by a share of its own time only. Shorter waits
 * are not touched: a sleep takes at least as long as the system's timer is coarse.
 */

/** The share of a wait that a rest takes, and its least and its greatest length in milliseconds. */
const SHARE = 1 / 32;
const LEAST = 0.02;
const MOST = 0.5;

type Asked = (...given: never[]) => Promise<unknown>;
type Prototype<Verb extends string> = { readonly prototype: { [verb in Verb]: Asked } };

/** The classes of Dawn whose answers are waited for. */
export interface WaitingClasses {
  readonly GPUBuffer?: Prototype<"mapAsync">;
  readonly GPUQueue?: Prototype<"onSubmittedWorkDone">;
  readonly GPUDevice?: Prototype<"createComputePipelineAsync">;
}

const changed = new WeakSet<object>();
const clock = new Int32Array(new SharedArrayBuffer(4));
let outstanding = 0;
/** When something was last asked for or answered. */
let since = 0;
let isResting = false;

/** Lets the thread rest while it waits for objects of these classes. Once is enough. */
export function restWhileWaiting({ GPUBuffer, GPUQueue, GPUDevice }: WaitingClasses): void {
  restIn(GPUBuffer, "mapAsync");
  restIn(GPUQueue, "onSubmittedWorkDone");
  restIn(GPUDevice, "createComputePipelineAsync");
}

function restIn<Verb extends string>(owner: Prototype<Verb> | undefined, verb: Verb): void {
  if (!owner || changed.has(owner.prototype)) return;
  changed.add(owner.prototype);
  const { prototype } = owner;
  const ask = prototype[verb];
  prototype[verb] = function (this: unknown, ...given) {
    return awaited(ask.apply(this, given));
  };
}

function awaited(answer: Promise<unknown>): Promise<unknown> {
  outstanding++;
  since = performance.now();
  if (!isResting) {
    isResting = true;
    setImmediate(rest);
  }
  answer.then(settled, settled);
  return answer;
}

function settled(): void {
  outstanding--;
  since = performance.now();
}

/** One turn of the event loop. */
function rest(): void {
  if (outstanding === 0) {
    isResting = false;
    return;
  }
  const nap = Math.min(SHARE * (performance.now() - since), MOST);
  if (nap >= LEAST) Atomics.wait(clock, 0, 0, nap);
  setImmediate(rest);
}
