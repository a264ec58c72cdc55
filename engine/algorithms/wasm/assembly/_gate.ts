/*
 * The gate through which helpers come into a generation. It is open or closed (PHASE, counted up: odd is open). A helper takes part by counting itself
 * in (ACTIVE), looking once more whether that generation is open, and counting itself out when there is nothing left to take. The host's thread works
 * like all others, closes the gate, and waits until nobody is in. A helper that comes late is not waited for, and between two calls from the host no
 * helper touches anything. All that one thread wrote is therefore seen by all in the next generation, and plain loads and stores suffice for cells.
 *
 * Helpers look for the next generation for some fifty microseconds and then sleep.
 */

import { loseTime, losesSome } from "./_delays";

// Words that threads share, each in a line of its own, from where the gate is placed on.
const PHASE: u32 = 0;
const TEAM: u32 = 128;
const ACTIVE: u32 = 256;
const ASLEEP: u32 = 384;
const READY: u32 = 512;
/** Helpers that broke down in the middle of a generation. */
const LOST: u32 = 704;

/** Looks for news, a tenth of a microsecond each, before a thread sleeps. */
const PATIENCE: u32 = 500;
/** Nanoseconds of a nap. */
export const NAP: i64 = 200000;

let gate: u32 = 0;
/** Of a helper: the phase in which it counted itself in, and whether the host waits for it. */
let entered: u32 = 0;
let isIn: bool = false;

/** Says where the words lie; `GATE_BYTES` in engine/algorithms/cpu/sliced-layout.ts counts them. */
export function placeGate(at: u32): void { gate = at; }

// --- the host's thread ----------------------------------------------------------------------------------------------

/** What helpers read as they come in has been written. */
export function openGate(): void {
  atomic.add<u32>(gate + PHASE, 1);
  if (atomic.load<u32>(gate + ASLEEP)) atomic.notify(gate + PHASE, -1);
}

/** Waits until no helper touches anything. `pause`: a word to lose time on. */
export function closeGate(pause: u32): void {
  atomic.add<u32>(gate + PHASE, 1);
  for (let k = 0; ; k++) {
    const active = atomic.load<u32>(gate + ACTIVE);
    if (!active) break;
    if (k < 1000) loseTime(pause, 1);
    else atomic.wait<i32>(gate + ACTIVE, active, NAP);
  }
}

/** Helpers that have begun so far. */
export function getReady(): u32 { return atomic.load<u32>(gate + READY); }

/** The number of the present team: helpers of another leave. */
export function getTeam(): u32 { return atomic.load<u32>(gate + TEAM); }

/** Sends the helpers away. At rest. */
export function dismissAll(): void {
  atomic.add<u32>(gate + TEAM, 1);
  atomic.store<u32>(gate + READY, 0);
  atomic.add<u32>(gate + PHASE, 2);
  atomic.notify(gate + PHASE, -1);
}

// --- a helper -------------------------------------------------------------------------------------------------------

export function isTeam(team: u32): bool { return getTeam() == team; }

/** A helper of this team has begun. */
export function tellReady(): void { atomic.add<u32>(gate + READY, 1); }

export function getPhase(): u32 { return atomic.load<u32>(gate + PHASE); }

/** Counts this helper in, if the generation of that phase is still open. */
export function comeIn(phase: u32, team: u32, pause: u32): bool {
  losesSome(pause);
  atomic.add<u32>(gate + ACTIVE, 1);
  // In this order: a phase of another team is found out by the second look.
  if (getPhase() == phase && isTeam(team)) {
    entered = phase;
    isIn = true;
    return true;
  }
  atomic.sub<u32>(gate + ACTIVE, 1);
  return false;
}

/** Whether the generation in which this helper is has not been closed. */
export function isStillOpen(): bool { return getPhase() == entered; }

/** Counts it out. */
export function goOut(): void {
  isIn = false;
  atomic.sub<u32>(gate + ACTIVE, 1);
}

/** Called where `help` trapped: nobody waits for this thread, and the host learns of it where the generation is lost. */
export function breakDown(): void {
  if (!isIn) return;
  atomic.add<u32>(gate + LOST, 1);
  goOut();
}

/** Helpers that broke down in the middle of a generation. */
export function getLost(): u32 { return atomic.load<u32>(gate + LOST); }

/** Waits for another phase: looks for it for a while, then sleeps. `pause`: a word to lose time on. */
export function awaitPhase(phase: u32, pause: u32): void {
  for (let k: u32 = 0; k < PATIENCE; k++) {
    if (getPhase() != phase) return;
    loseTime(pause, 1);
  }
  atomic.add<u32>(gate + ASLEEP, 1);
  atomic.wait<i32>(gate + PHASE, phase, -1);
  atomic.sub<u32>(gate + ASLEEP, 1);
}
