/**
 * Keeps a browser's tab at work. A hidden tab that holds a lock is not frozen. The screen lock, which an export takes
 * as well, keeps the machine from falling asleep while the tab is visible, and is lost each time it is hidden.
 */

import type { Power } from "./host.ts";

export function browserPower(document: Document, navigator: Navigator): Power {
  let exports = 0;
  let sentinel: WakeLockSentinel | null = null;
  let asking = false;

  const adjust = async (): Promise<void> => {
    if (asking) return;
    const wanted = exports > 0 && document.visibilityState === "visible";
    if (wanted && !sentinel) {
      asking = true;
      sentinel = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
      asking = false;
      sentinel?.addEventListener("release", () => {
        sentinel = null;
      });
      if (exports === 0) await adjust();
    } else if (exports === 0 && sentinel) {
      const held = sentinel;
      sentinel = null;
      await held.release().catch(() => undefined);
    }
  };
  document.addEventListener("visibilitychange", () => void adjust());
  return {
    hold: (reason) => {
      let letGo = (): void => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      navigator.locks
        ?.request(`tessella.${reason}.${crypto.randomUUID()}`, () => held)
        .catch(() => undefined);
      let active = true;
      if (reason === "export") {
        exports++;
        void adjust();
      }
      return () => {
        if (!active) return;
        active = false;
        letGo();
        if (reason === "export") {
          exports--;
          void adjust();
        }
      };
    },
  };
}
