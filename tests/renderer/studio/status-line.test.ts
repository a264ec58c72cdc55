import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { TessellaError } from "../../../engine/core/errors.ts";
import { createShell } from "../../../renderer/studio/shell.ts";
import { StatusLine } from "../../../renderer/studio/status-line.ts";
import type { Tab } from "../../../renderer/studio/tab.ts";

function rig() {
  const shell = createShell();
  const status = new StatusLine(shell);
  const document = (id: string) => {
    const store = createStore(() => ({ position: 0, selection: null as object | null, revision: 0 }));
    return { kind: "document", id, title: id, editor: { store } } as unknown as Tab & {
      readonly editor: { readonly store: typeof store };
    };
  };
  const [a, b] = [document("a"), document("b")];
  shell.setState({ tabs: [a, b], active: "a" });
  const fail = () => status.report(new TessellaError("bad-argument", "Nothing is selected."));
  return { shell, status, a, b, document, fail, message: () => shell.getState().message?.text ?? null };
}

describe("an error", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTime(1000);

  it("goes when something is done about it, and not because the universe runs on", () => {
    const { a, fail, message } = rig();
    fail();
    // The failure itself may still change something.
    a.editor.store.setState({ position: 1 });
    settle();
    a.editor.store.setState({ revision: 7 });
    expect(message()).toBe("Nothing is selected.");
    a.editor.store.setState({ selection: {} });
    expect(message()).toBeNull();
  });

  it("goes with its universe, and when another tab opens, but not when one is only looked at", () => {
    const { shell, a, b, document, fail, message } = rig();
    fail();
    settle();
    shell.setState({ active: "b" });
    expect(message()).not.toBeNull();
    shell.setState({ tabs: [b] });
    expect(message()).toBeNull();
    fail();
    settle();
    shell.setState({ tabs: [b, a, document("c")] });
    expect(message()).toBeNull();
  });

  it("takes no later message with it, and stays where nothing can mend it", () => {
    const { a, status, fail, message } = rig();
    fail();
    settle();
    status.say("The disk is full.", "error");
    a.editor.store.setState({ position: 1 });
    vi.advanceTimersByTime(60_000);
    expect(message()).toBe("The disk is full.");
  });
});
