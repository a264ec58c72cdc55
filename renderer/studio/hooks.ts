/** React hooks for the studio's state. */

import { createContext, useContext, useEffect } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { createStore } from "zustand/vanilla";
import type { Counted } from "../../engine/algorithms/count-within.ts";
import type { Runner } from "../../engine/worker/protocol/universe.ts";
import type { CellCounter } from "../document/cell-counter.ts";
import type { AgeLook, StudioDocument } from "../document/document.ts";
import type { ViewState } from "../document/document-view.ts";
import type { ReadingsState } from "../document/readings.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { Observed } from "../universe/observed.ts";
import type { ViewWorker } from "../universe/view-worker.ts";
import { ageLookOf } from "./age-look.ts";
import type { ShellState } from "./shell.ts";
import type { Studio } from "./studio.ts";
import type { Tab } from "./tab.ts";
import { documentInFront, lossOf } from "./tab.ts";

/** For what never changes. */
export const UNCHANGING: Observed<null> = createStore(() => null);

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
  return useStore(editor.store, useShallow(pick));
}

export function useReadings({ readings }: StudioDocument): ReadingsState {
  return useStore(readings.store);
}

/** The number of live cells in the selection; null until known. */
export function useSelectionCount({ selectionCounter }: StudioDocument): Counted | null {
  return useCount(selectionCounter);
}

/** The number of cells in each state of a rule of more than two; null until known. */
export function useStateCounts({ stateCounter }: StudioDocument): Counted | null {
  return useCount(stateCounter);
}

function useCount(counter: CellCounter): Counted | null {
  useEffect(() => {
    const end = counter.begin();
    return end;
  }, [counter]);
  return useStore(counter.store, ({ counted }) => counted);
}

/** The view that commands act on. */
export function useView({ store }: StudioDocument): ViewState {
  const { view } = useStore(store, ({ viewport }) => viewport);
  return useStore(view.store);
}

/** The title of a tab. */
export function useTitle(tab: Tab): string {
  return useStore<Observed<unknown>, string>(tab.kind === "lab" ? UNCHANGING : tab.store, () => tab.title);
}

/** The reason to ask before closing a tab, in words; null for none. */
export function useLoss(tab: Tab): "not saved" | "running" | null {
  const store = tab.kind === "lab" ? (tab.session.store ?? UNCHANGING) : tab.editor.store;
  return useStore<Observed<unknown>, "not saved" | "running" | null>(store, () => {
    const loss = lossOf(tab);
    return loss && (tab.kind === "document" || loss.save ? "not saved" : "running");
  });
}

/** The algorithm that runs it now, and the reason. */
export function useRunner({ universe }: StudioDocument): Runner {
  return useStore(universe.store, ({ runner }) => runner);
}

/** The present worker that draws. */
export function useScreen(): ViewWorker {
  return useStore(useStudio().engines.store, ({ view }) => view);
}

/** How the ages of a document's cells are shown; without one, what the preferences say. */
export function useAgeLook(document: StudioDocument | null): AgeLook {
  const preferences = useShell((state) => state.preferences);
  useStore<Observed<unknown>, unknown>(document?.store ?? UNCHANGING, () => document?.ageLook);
  return ageLookOf(document, preferences);
}

/** The colours of the cells: an id of engine/picture/themes.ts. */
export function useCellTheme(): string {
  return useShell(({ preferences, theme }) => (preferences.cells === "auto" ? theme : preferences.cells));
}

/** The effective theme: `dark` or `light`, also where the preference leaves it to the system. */
export function useThemeName(): "dark" | "light" {
  return useShell(({ theme }) => theme);
}
