/**
 * Rests of a thread that waits for Dawn.
 *
 * While an answer is outstanding, Dawn's binding for Node looks for it once in each turn of the event loop, and each time it makes a
 * function, with a finalizer, to be called in the next turn. With nothing else to do the turns follow each other as fast as they can: a core
 * is never idle, and V8 spends 20 ms and more at a time on collecting those functions and as long again on their finalizers. Two ranks on two
 * H100s lost a seventh of their time to that. So the thread naps between looks.
 */

import { now } from "../core/clock.ts";
import { nap } from "./nap.ts";

const NAPS = { share: 1 / 32, least: 0.02, most: 0.5 };

type Asked = (...given: never[]) => Promise<unknown>;
type Prototype<Verb extends string> = { readonly prototype: { [verb in Verb]: Asked } };

/** The classes of Dawn whose answers are waited for. */
export interface WaitingClasses {
  readonly GPUBuffer?: Prototype<"mapAsync">;
  readonly GPUQueue?: Prototype<"onSubmittedWorkDone">;
  readonly GPUDevice?: Prototype<"createComputePipelineAsync">;
}

const changed = new WeakSet<object>();
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
  since = now();
  if (!isResting) {
    isResting = true;
    setImmediate(rest);
  }
  answer.then(settled, settled);
  return answer;
}

function settled(): void {
  outstanding--;
  since = now();
}

/** One turn of the event loop. */
function rest(): void {
  if (outstanding === 0) {
    isResting = false;
    return;
  }
  nap(since, NAPS);
  setImmediate(rest);
}
