/** The entries of the palette that a person used last, kept by the host. */

import { array, maxLength, object, pipe, string } from "valibot";
import { createStore } from "zustand/vanilla";
import type { PreferenceKind, Preferences } from "../../host/preferences.ts";
import { perStudio } from "../../studio/services.ts";

const MOST = 5;

interface UsedEntries {
  /** Ids, the latest first. */
  readonly recent: readonly string[];
}

const PALETTE_PREFERENCE: PreferenceKind<{ recent: string[] }> = {
  key: "palette",
  version: 1,
  schema: object({ recent: array(pipe(string(), maxLength(200))) }),
  fallback: { recent: [] },
};

export class RecentEntries {
  readonly store = createStore<UsedEntries>(() => ({ recent: [] }));
  readonly #preferences: Preferences;
  #loaded: Promise<void>;

  constructor(preferences: Preferences) {
    this.#preferences = preferences;
    this.#loaded = preferences
      .load(PALETTE_PREFERENCE)
      .then(({ recent }) => this.store.setState((now) => ({ recent: merged(now.recent, recent) })));
  }

  used(id: string): void {
    this.store.setState(({ recent }) => ({ recent: merged([id], recent) }));
    this.#loaded = this.#loaded
      .then(() =>
        this.#preferences.update(PALETTE_PREFERENCE, ({ recent }) => ({ recent: merged([id], recent) })),
      )
      // Another window has used others meanwhile.
      .then(({ recent }) => this.store.setState((now) => ({ recent: merged(recent, now.recent) })))
      // A forgotten entry is no loss.
      .catch(() => {});
  }
}

function merged(first: readonly string[], then: readonly string[]): string[] {
  return [...new Set([...first, ...then])].slice(0, MOST);
}

export const recentOf = perStudio(({ host }) => new RecentEntries(host.preferences));
