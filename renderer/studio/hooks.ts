/** React hooks for the studio's state. */

import { createContext, useContext, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { StudioDocument } from "../document/document.ts";
import type { ViewState } from "../document/document-view.ts";
import type { ReadingsState } from "../document/readings.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { ShellState } from "./shell.ts";
import type { Studio } from "./studio.ts";
import type { Tab } from "./tab.ts";
import { documentInFront, lossOf } from "./tab.ts";

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("There is no studio around this component.");
  // Key names appear nearly everywhere: every component that shows one renders again when bindings change.
  useStore(studio.shell, (state) => state.preferences.keys);
  return studio;
}

export function useShell<T>(select: (state: ShellState) => T): T {
  return useStore(useStudio().shell, select);
}

/** The document in front, or null. */
export function useActive(): StudioDocument | null {
  return useShell(documentInFront);
}

/** These parts of the editor's state. The component renders again only when one of them changes. */
export function useEditor<Key extends keyof EditorState>(
  { editor }: StudioDocument,
  ...keys: readonly Key[]
): Pick<EditorState, Key> {
  const pick = (state: EditorState) =>
    Object.fromEntries(keys.map((key) => [key, state[key]])) as Pick<EditorState, Key>;
  const latest = useShallow(pick);
  return useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => latest(editor.state),
  );
}

export function useReadings(document: StudioDocument): ReadingsState {
  const { readings } = document;
  return useSyncExternalStore(
    (listener) => readings.subscribe(listener),
    () => readings.state,
  );
}

export function useView(document: StudioDocument): ViewState {
  const { view } = document;
  return useSyncExternalStore(
    (listener) => view.subscribe(listener),
    () => view.state,
  );
}

/** The title of a tab. */
export function useTitle(tab: Tab): string {
  return useSyncExternalStore(
    (listener) => (tab.kind === "lab" ? () => {} : tab.subscribe(listener)),
    () => tab.title,
  );
}

/** The reason to ask before closing a tab, in words; null for none. */
export function useLoss(tab: Tab): "not saved" | "running" | null {
  return useSyncExternalStore(
    (listener) => {
      if (tab.kind === "document") return tab.editor.subscribe(listener);
      return tab.session.subscribe?.(listener) ?? (() => {});
    },
    () => {
      const loss = lossOf(tab);
      return loss && (tab.kind === "document" || loss.save ? "not saved" : "running");
    },
  );
}

/** The document's present universe. */
export function useUniverse(document: StudioDocument) {
  return useSyncExternalStore(
    (listener) => document.universe.watch({ replaced: listener }),
    () => document.universe.present,
  );
}

/** The algorithm that runs it now, and the reason. */
export function useRunner(document: StudioDocument) {
  return useSyncExternalStore(
    (listener) => document.universe.watch({ replaced: listener, switched: listener }),
    () => document.universe.runner,
  );
}

/** The present worker that draws. */
export function useScreen() {
  const { engines } = useStudio();
  return useSyncExternalStore(
    (listener) => engines.subscribe(listener),
    () => engines.view,
  );
}

/** The colours of the cells: an id of engine/picture/themes.ts. */
export function useCellTheme(): string {
  const cells = useShell((state) => state.preferences.cells);
  const theme = useThemeName();
  return cells === "auto" ? theme : cells;
}

/** The effective theme: `dark` or `light`, also where the preference leaves it to the system. */
export function useThemeName(): string {
  return useSyncExternalStore(
    (listener) => {
      const watch = new MutationObserver(listener);
      watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      return () => watch.disconnect();
    },
    () => document.documentElement.dataset.theme ?? "dark",
  );
}
