/** A LiveUniverse over any universe, and a way to put another in its place. */

import { createStore } from "zustand/vanilla";
import { LIFE } from "../../engine/rules/universe-rule.ts";
import { LiveUniverse } from "../../renderer/universe/live-universe.ts";
import type { RemoteUniverse } from "../../renderer/universe/remote-universe.ts";

/** A universe with only what a test says of it. Its store moves it. */
export function fakeUniverse(parts: object): RemoteUniverse {
  const runner = { algorithm: "fake", name: "Fake", leaps: false, reason: "" };
  const store = createStore(() => ({ rule: LIFE, generation: 0n, runner }));
  const fake = {
    store,
    get generation() {
      return store.getState().generation;
    },
    get runner() {
      return store.getState().runner;
    },
    lost: new Promise<Error>(() => {}),
    dispose: async () => {},
  };
  return Object.assign(fake, parts) as unknown as RemoteUniverse;
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
