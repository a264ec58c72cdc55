/**
 * The state of the window around the universes: tabs, choices, messages and questions. Universes and their editors keep their own
 * state.
 */

import { createStore } from "zustand/vanilla";
import type { Pace } from "../editor/time/pace.ts";
import { USUAL_PACE } from "../editor/time/pace.ts";
import type { OpenDialog } from "./dialog-pages.ts";
import type { StudioPreferences } from "./preferences.ts";
import { STUDIO_PREFERENCES } from "./preferences.ts";
import type { Split } from "./split.ts";
import type { Tab } from "./tab.ts";

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly { readonly id: string; readonly label: string; readonly look?: "accent" }[];
  /** Called once: with null when the question is dismissed. */
  readonly answer: (id: string | null) => void;
}

export interface Message {
  readonly id: number;
  readonly kind: "error" | "note";
  readonly text: string;
  /** What a person can do about it, as a button. */
  readonly action?: MessageAction;
}

export interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Busy {
  /** "Opening gun.rle" */
  readonly text: string;
  /** Ends it; absent for work that is soon over or must not be cut short. */
  readonly cancel?: () => void;
  /** The share done, 0..1; absent where it is unknown. */
  readonly done?: number;
}

export interface ShellState {
  readonly tabs: readonly Tab[];
  /** Id of the tab in front. */
  readonly active: string | null;
  /** Id of the tab that the next preview replaces; null while there is none. */
  readonly preview: string | null;
  /** Id of the tab whose name is being typed. */
  readonly renaming: string | null;
  /** null: one pane. */
  readonly split: Split | null;
  readonly tool: string;
  readonly pace: Pace;
  /** Whether steps grow by themselves where the algorithm leaps. */
  readonly hyperspeed: boolean;
  readonly preferences: StudioPreferences;
  /** The window's colours: those that a person prefers, or the system's. */
  readonly theme: "dark" | "light";
  readonly autofit: boolean;
  /** Whether the camera follows a moving pattern. */
  readonly follow: boolean;
  /** Whether the window shows only cells and dock. */
  readonly zen: boolean;
  readonly fullScreen: boolean;
  /** The seed that the person typed for random fills; null: a new one each time. */
  readonly soupSeed: number | null;
  /** The seed of the last random fill. */
  readonly lastSeed: number | null;
  readonly dialog: OpenDialog | null;
  /** Shown over any open dialog. */
  readonly question: Question | null;
  /** Whether an export is writing frames. */
  readonly exporting: boolean;
  /** A sentence on what to do next, in the status line. */
  readonly hint: string | null;
  readonly message: Message | null;
  /** Work under way that may take a while. */
  readonly busy: Busy | null;
  /** Whether the flash guard is holding pictures back. */
  readonly flashLimited: boolean;
}

export function createShell() {
  return createStore<ShellState>(() => ({
    tabs: [],
    active: null,
    preview: null,
    renaming: null,
    split: null,
    tool: "draw",
    pace: USUAL_PACE,
    hyperspeed: false,
    preferences: STUDIO_PREFERENCES.fallback,
    theme: "dark",
    autofit: false,
    follow: false,
    zen: false,
    fullScreen: false,
    soupSeed: null,
    lastSeed: null,
    dialog: null,
    question: null,
    exporting: false,
    hint: null,
    message: null,
    busy: null,
    flashLimited: false,
  }));
}

export type Shell = ReturnType<typeof createShell>;
