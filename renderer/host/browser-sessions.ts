/**
 * The tabs of a browser in which the studio runs. A tab holds a lock for as long as it lives: the browser releases it with the
 * tab, after a crash too.
 */

import type { Sessions } from "./host.ts";

const LOCK_PREFIX = "tessella.session.";

export function browserSessions(locks: LockManager | undefined): Sessions {
  const id = crypto.randomUUID();
  // Never settles: the lock lasts as long as the page.
  locks?.request(LOCK_PREFIX + id, () => new Promise<never>(() => {})).catch(() => undefined);
  return {
    id,
    living: async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.map(({ name }) => name ?? "").filter((name) => name.startsWith(LOCK_PREFIX));
      return new Set([id, ...names.map((name) => name.slice(LOCK_PREFIX.length))]);
    },
  };
}
