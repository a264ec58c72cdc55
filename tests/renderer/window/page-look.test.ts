// What the page takes from the preferences and the system, as soon as either changes.

import { describe, expect, it } from "vitest";
import type { StudioPreferences } from "../../../renderer/studio/preferences.ts";
import { createShell } from "../../../renderer/studio/shell.ts";
import { followFullScreen, followTextSize, followTheme } from "../../../renderer/window/page-look.ts";

/** A window of a system with light or dark colours. */
function rig(system: "light" | "dark") {
  const scheme = Object.assign(new EventTarget(), { matches: system === "light" });
  const root = { dataset: { theme: "dark" }, style: { fontSize: "" } };
  const document = Object.assign(new EventTarget(), {
    documentElement: root,
    fullscreenElement: null as object | null,
  });
  const matchMedia = (query: string) => {
    expect(query).toBe("(prefers-color-scheme: light)");
    return scheme;
  };
  const shell = createShell();
  return {
    shell,
    root,
    window: { document, matchMedia } as unknown as Window,
    prefer: (change: Partial<StudioPreferences>) =>
      shell.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } })),
    turn: (colours: "light" | "dark") => {
      scheme.matches = colours === "light";
      scheme.dispatchEvent(new Event("change"));
    },
    fill: (filled: boolean) => {
      document.fullscreenElement = filled ? root : null;
      document.dispatchEvent(new Event("fullscreenchange"));
    },
  };
}

describe("the colours", () => {
  const shown = ({ root, shell }: ReturnType<typeof rig>) => {
    expect(shell.getState().theme).toBe(root.dataset.theme);
    return root.dataset.theme;
  };

  it.each(["light", "dark"] as const)("are those of a %s system, and change with it", (system) => {
    const one = rig(system);
    one.prefer({ theme: "system" });
    followTheme(one.shell, one.window);
    expect(shown(one)).toBe(system);
    for (const other of ["light", "dark", "light"] as const) {
      one.turn(other);
      expect(shown(one)).toBe(other);
    }
  });

  it("are those that a person prefers from then on, whatever the system has", () => {
    const one = rig("dark");
    followTheme(one.shell, one.window);
    one.prefer({ theme: "light" });
    expect(shown(one)).toBe("light");
    one.turn("light");
    one.prefer({ theme: "dark" });
    expect(shown(one)).toBe("dark");
    one.prefer({ theme: "system" });
    expect(shown(one)).toBe("light");
  });
});

it("text has the size that a person prefers, and the browser's own at 100 %", () => {
  const { shell, root, window, prefer } = rig("dark");
  prefer({ textSize: 125 });
  followTextSize(shell, window);
  expect(root.style.fontSize).toBe("125%");
  prefer({ textSize: 150 });
  expect(root.style.fontSize).toBe("150%");
  prefer({ textSize: 100 });
  expect(root.style.fontSize).toBe("");
});

it("whoever leaves the full screen has the bars again", () => {
  const { shell, window, fill } = rig("dark");
  followFullScreen(shell, window);
  shell.setState({ zen: true });
  fill(true);
  expect(shell.getState()).toMatchObject({ fullScreen: true, zen: true });
  fill(false);
  expect(shell.getState()).toMatchObject({ fullScreen: false, zen: false });
});
