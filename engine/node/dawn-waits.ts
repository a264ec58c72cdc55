/**
 * Looks and rests of a thread that waits for Dawn.
 *
 * While an answer is outstanding, Dawn's binding for Node looks for it once in each turn of the event loop, and each time it makes a
 * function, with a finalizer, which it hands to `setImmediate` to be called in the next turn. V8 keeps most of such a function among what has
 * grown old, so every second or so it spends 20 to 50 ms on collecting them, and half as long again on their finalizers: two ranks on two H200s
 * lost 4 to 7 % of their time to that. With nothing else to do, the turns follow each other as fast as they can.
 *
 * So Dawn's functions are kept here until a look is due, and the thread naps until then. Answers of a kind take much the same time, block after
 * block: a look for one is due once most of what the quickest of the last few took has passed, and then again and again, when it has been waited
 * for by a small share longer.
 */

import { now } from "../core/clock.ts";
import { napLength, sleep, takeWait } from "./nap.ts";

/** Milliseconds between two looks. */
const NAPS = { share: 1 / 64, least: 0.02, most: 0.5 };
/** So much of what the quickest of the last few answers took passes before the next is looked for. */
const LIKELY = 7 / 8;
const LAST_FEW = 4;
/** Dawn looks after so many turns of the event loop, whatever the clock says. */
const TURNS = 64;

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

interface Question {
  readonly at: number;
  /** When its answer is there at the earliest, most likely. */
  readonly likely: number;
  /** How often Dawn has looked since then. */
  looks: number;
}

const changed = new WeakSet<object>();
/** Whose answers are outstanding. */
const asked = new Set<Question>();
/** What Dawn is to be called with when it looks next. */
let held: Look[] = [];
/** When Dawn looked last. */
let looked = 0;
/** Whether a turn is to come, and how many there have been since Dawn looked. */
let isTurning = false;
let turns = 0;

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
  const took: number[] = [];
  const resting: Asked = function (this: unknown, ...given) {
    return awaited(
      took,
      whileHeld(() => ask.apply(this, given)),
    );
  };
  changed.add(resting);
  prototype[verb] = resting;
}

/** `took`: milliseconds that the last few answers of this kind have taken. */
function awaited(took: number[], answer: Promise<unknown>): Promise<unknown> {
  const at = now();
  const isKnown = took.length === LAST_FEW;
  const question = { at, likely: isKnown ? at + LIKELY * Math.min(...took) : at, looks: 0 };
  asked.add(question);
  const settled = (): void => {
    asked.delete(question);
    // There at the first look, it may have been there for long: nobody knows any more what these take.
    if (isKnown && question.looks <= 1) took.length = 0;
    else took.push(now() - at);
    if (took.length > LAST_FEW) took.shift();
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

/** Milliseconds until Dawn is to look. */
function untilLook(): number {
  if (turns >= TURNS) return 0;
  const time = now();
  // The clock may have been put back.
  looked = Math.min(looked, time);
  let due = asked.size === 0 ? looked + NAPS.least : Number.POSITIVE_INFINITY;
  for (const { at, likely } of asked) {
    const next = looked + Math.max(NAPS.least, napLength(at, NAPS));
    due = Math.min(due, Math.max(likely, next));
  }
  return due - time;
}

/** One turn of the event loop while Dawn wants to look. */
function turn(): void {
  turns++;
  const left = untilLook();
  // No nap is longer: something else may come meanwhile.
  const length = Math.min(left, NAPS.most);
  const rests = !takeWait() && length >= NAPS.least;
  if (rests) sleep(length);
  if (rests ? length < left : left > 0) {
    setImmediate(turn);
    return;
  }
  isTurning = false;
  turns = 0;
  looked = now();
  for (const question of asked) if (looked >= question.likely) question.looks++;
  const looks = held;
  held = [];
  whileHeld(() => {
    for (const look of looks) look();
  });
}
