/** React's way into the studio's state. */

import { createContext, useContext, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { EditorState } from "../editor/editor-state.ts";
import type { ShellState } from "../stores/shell.ts";
import type { StudioDocument } from "./document.ts";
import type { ViewState } from "./document-view.ts";
import type { ReadingsState } from "./readings.ts";
import type { Studio } from "./studio.ts";

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("There is no studio around this component.");
  // Names of keys stand nearly everywhere: whoever shows one is drawn anew when keys are bound otherwise.
  useStore(studio.shell, (state) => state.preferences.keys);
  return studio;
}

export function useShell<T>(select: (state: ShellState) => T): T {
  return useStore(useStudio().shell, select);
}

/** The document in front, or null. */
export function useActive(): StudioDocument | null {
  return useShell(({ documents, active }) => documents.find(({ id }) => id === active) ?? null);
}

export function useEditor(document: StudioDocument): EditorState {
  const { editor } = document;
  return useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => editor.state,
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

/** What a document is called. */
export function useTitle(document: StudioDocument): string {
  return useSyncExternalStore(
    (listener) => document.subscribe(listener),
    () => document.title,
  );
}

/** The universe that a document runs now. */
export function useUniverse(document: StudioDocument) {
  return useSyncExternalStore(
    (listener) => document.subscribe(listener),
    () => document.universe,
  );
}

/** The algorithm that runs it now, and why. */
export function useRunner(document: StudioDocument) {
  return useSyncExternalStore(
    (listener) => document.subscribe(listener),
    () => document.runner,
  );
}

/** The worker that draws now. */
export function useScreen() {
  const { engines } = useStudio();
  return useSyncExternalStore(
    (listener) => engines.subscribe(listener),
    () => engines.view,
  );
}

/** The theme that is shown: `dark` or `light`, whatever the preference leaves to the system. */
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
