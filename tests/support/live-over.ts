/** A LiveUniverse over any universe, and a way to put another in its place. */

import { LiveUniverse } from "../../renderer/universe/live-universe.ts";
import type { RemoteUniverse } from "../../renderer/universe/remote-universe.ts";

/** What a test's universe lacks to be watched. */
const UNWATCHED = {
  runner: { algorithm: "fake", leaps: false, reason: "" },
  generation: 0n,
  onMove: () => () => {},
  onSwitch: () => () => {},
  lost: new Promise<Error>(() => {}),
  dispose: async () => {},
};

/** A universe with only what a test says of it. */
export function fakeUniverse(parts: object): RemoteUniverse {
  return Object.assign(Object.create(UNWATCHED), parts) as RemoteUniverse;
}

/** `next`: which universe takes the place of another one. */
export function liveOver(
  universe: RemoteUniverse,
  next: () => RemoteUniverse = () => universe,
): LiveUniverse {
  const engines = { place: async () => ({ universe: next(), reason: "" }) };
  return new LiveUniverse({ universe, reason: "" }, { engines, cpu: {}, memoryMegabytes: 64 } as never);
}

/** Puts the next universe in place. */
export async function replace(live: LiveUniverse): Promise<void> {
  await live.renew({} as never, async () => true);
}
