/**
 * Keeps the system's window up to date: its title and whether closing it would lose work. Also keeps the machine awake during a
 * run.
 */

import type { Host } from "../host/host.ts";
import type { Shell } from "./shell.ts";
import { documentInFront, documentsIn, frontOf, lossOf } from "./tab.ts";
import { watchTabs } from "./watch-tabs.ts";

export function followInSystemWindow(shell: Shell, { window, power }: Pick<Host, "window" | "power">): void {
  let release: (() => void) | null = null;
  const show = (): void => {
    const state = shell.getState();
    const front = frontOf(state);
    const editor = documentInFront(state)?.editor;
    const rule = editor ? ` (${editor.state.rule.text})` : "";
    window.show({
      title: front ? `${front.title}${rule} - Tessella` : "Tessella",
      unsaved: state.exporting || state.tabs.some((tab) => lossOf(tab) !== null),
    });
    const running = documentsIn(state).some((document) => document.editor.state.running);
    if (running) release ??= power.hold("run");
    else {
      release?.();
      release = null;
    }
  };
  shell.subscribe((now, before) => {
    if (now.tabs !== before.tabs || now.active !== before.active || now.exporting !== before.exporting)
      show();
  });
  watchTabs(shell, (tab) => {
    if (tab.kind === "lab") return tab.session.store?.subscribe(show) ?? (() => {});
    const ends = [tab.editor.store.subscribe(show), tab.store.subscribe(show)];
    return () => ends.forEach((end) => void end());
  });
}
