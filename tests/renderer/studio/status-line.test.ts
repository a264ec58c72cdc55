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
    const zoom = createStore(() => ({ zoom: -3 }));
    const document = { kind: "document", id, title: id, editor: { store }, view: { store: zoom } };
    return Object.assign(document as unknown as Tab, { editor: { store }, zoom });
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

describe("a hint", () => {
  it("goes when something else happens in its universe, and not because a run goes on or the pointer moves", () => {
    const { a, b, shell, status } = rig();
    const shown = () => shell.getState().hint;
    status.hint("Copied.");
    b.editor.store.setState({ revision: 1 });
    a.editor.store.setState({ position: 1 });
    a.zoom.setState({ zoom: 2 });
    expect(shown()).toBe("Copied.");
    a.editor.store.setState({ revision: 1 });
    expect(shown()).toBeNull();
    // What has happened before it is said is no reason.
    status.hint("Advanced inside the selection.");
    a.editor.store.setState({ position: 2 });
    expect(shown()).toBe("Advanced inside the selection.");
    a.editor.store.setState({ selection: {} });
    expect(shown()).toBeNull();
  });

  it("with a cause of its own stays until that is gone", () => {
    const { a, shell, status } = rig();
    const shown = () => shell.getState().hint;
    status.hint("Zoom in to draw.", () => a.zoom.getState().zoom >= 0);
    a.editor.store.setState({ revision: 1 });
    a.zoom.setState({ zoom: -1 });
    expect(shown()).toBe("Zoom in to draw.");
    a.zoom.setState({ zoom: 0 });
    expect(shown()).toBeNull();
  });

  it("goes with its tab, tool and pace, and takes no later one with it", () => {
    const { a, shell, status } = rig();
    const shown = () => shell.getState().hint;
    for (const choice of [{ active: "b" }, { tool: "line" }, { pace: { ...shell.getState().pace } }]) {
      status.hint("A brush of one cell.");
      shell.setState(choice);
      expect(shown()).toBeNull();
    }
    shell.setState({ active: "a" });
    status.hint("Copied.", () => true);
    status.hint("Paste mode: xor.", () => false);
    a.editor.store.setState({ revision: 5 });
    expect(shown()).toBe("Paste mode: xor.");
  });
});
