/**
 * Looks and rests of a thread that waits for Dawn.
 *
 * While an answer is outstanding, Dawn's binding for Node looks for it once in each turn of the event loop, and each time it makes a
 * function, with a finalizer, which it hands to `setImmediate` to be called in the next turn. V8 keeps most of such a function among what has
 * grown old, so every second or so it spends 20 to 50 ms on collecting them, and half as long again on their finalizers: two ranks on two H200s
 * lost 4 to 7 % of their time to that. With nothing else to do, the turns follow each other as fast as they can.
 *
 * So Dawn's functions are kept here until a look is due, and the thread naps until then. A look is due when the answer that is waited for
 * longest has been waited for by a small share longer than at the last one.
 */

import { now } from "../core/clock.ts";
import { napLength, sleep, takeWait } from "./nap.ts";

/** Milliseconds between two looks. */
const NAPS = { share: 1 / 32, least: 0.02, most: 0.5 };

type Asked = (...given: never[]) => Promise<unknown>;
type Prototype<Verb extends string> = { readonly prototype: { [verb in Verb]: Asked } };

/** The classes of Dawn whose answers are waited for. */
export interface WaitingClasses {
  readonly GPUBuffer?: Prototype<"mapAsync">;
  readonly GPUQueue?: Prototype<"onSubmittedWorkDone">;
  readonly GPUDevice?: Prototype<
    "createComputePipelineAsync" | "createRenderPipelineAsync" | "popErrorScope"
  >;
  readonly GPUAdapter?: Prototype<"requestDevice">;
}

type Look = () => void;

const changed = new WeakSet<object>();
/** When each answer was asked for that is outstanding, the longest ago first; and the first of them. */
const asked = new Set<{ readonly at: number }>();
let since: number | null = null;
/** What Dawn is to be called with when it looks next. */
let held: Look[] = [];
/** When Dawn looked last; 0 where it has not yet for those. */
let looked = 0;
/** Whether a turn is to come. */
let isTurning = false;

/** Lets the thread rest while it waits for objects of these classes. Once is enough. */
export function restWhileWaiting({ GPUBuffer, GPUQueue, GPUDevice, GPUAdapter }: WaitingClasses): void {
  restIn(GPUBuffer, "mapAsync");
  restIn(GPUQueue, "onSubmittedWorkDone");
  restIn(GPUDevice, "createComputePipelineAsync");
  restIn(GPUDevice, "createRenderPipelineAsync");
  restIn(GPUDevice, "popErrorScope");
  restIn(GPUAdapter, "requestDevice");
}

function restIn<Verb extends string>(owner: Prototype<Verb> | undefined, verb: Verb): void {
  const ask = owner?.prototype[verb];
  if (!owner || !ask || changed.has(ask)) return;
  const { prototype } = owner;
  const resting: Asked = function (this: unknown, ...given) {
    return awaited(whileHeld(() => ask.apply(this, given)));
  };
  changed.add(resting);
  prototype[verb] = resting;
}

function awaited(answer: Promise<unknown>): Promise<unknown> {
  const question = { at: now() };
  asked.add(question);
  if (since === null) {
    since = question.at;
    looked = 0;
  }
  const settled = (): void => {
    asked.delete(question);
    const [oldest] = asked;
    since = oldest?.at ?? null;
  };
  answer.then(settled, settled);
  return answer;
}

/** Does what may make Dawn ask for its next look. */
function whileHeld<T>(work: () => T): T {
  const { setImmediate: after } = globalThis;
  globalThis.setImmediate = hold as unknown as typeof setImmediate;
  try {
    return work();
  } finally {
    globalThis.setImmediate = after;
    if (held.length > 0 && !isTurning) {
      isTurning = true;
      after(turn);
    }
  }
}

/** In place of `setImmediate`. */
function hold(look: (...given: unknown[]) => void, ...given: unknown[]): void {
  held.push(() => look(...given));
}

/** One turn of the event loop while Dawn wants to look. */
function turn(): void {
  const spacing = since === null ? 0 : napLength(since, NAPS);
  // No look is further away than that, whatever the clock says: it may be put back.
  const left = Math.min(Math.max(spacing, NAPS.least) - (now() - looked), NAPS.most);
  const rests = !takeWait() && left >= NAPS.least;
  if (rests) sleep(left);
  else if (left > 0) {
    setImmediate(turn);
    return;
  }
  isTurning = false;
  looked = now();
  const looks = held;
  held = [];
  whileHeld(() => {
    for (const look of looks) look();
  });
}
