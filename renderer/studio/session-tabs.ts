/**
 * The tabs that come back. The studio keeps the list of open files, their order and their cameras beside the preferences. It
 * writes the list shortly after each change, so that a crash preserves it as well as a proper end. Labs come back empty. The next
 * start opens the files again behind the window, which is there at once. Work that no file holds is not on this list: the
 * autosaver keeps and offers it. A file with unsaved work is left to that offer, or it would open twice.
 *
 * A file that does not come back this time (its drive is missing, the browser asks for permission) stays on the list for later
 * starts, until it was open once more or has been missing too often.
 */

import type { InferOutput } from "valibot";
import { array, boolean, maxLength, number, object, optional, pipe, string, unknown } from "valibot";
import { TessellaError } from "../../engine/core/errors.ts";
import { noteOf, readNote } from "../document/autosave-note.ts";
import type { Host, HostFile, Json, RecoverableSnapshot } from "../host/host.ts";
import type { PreferenceKind, Preferences } from "../host/preferences.ts";
import type { LabTabs } from "./lab-tabs.ts";
import type { Shell } from "./shell.ts";
import type { StudioFiles } from "./studio-files.ts";
import type { Tab } from "./tab.ts";
import { documentsIn } from "./tab.ts";
import type { Tabs } from "./tabs.ts";
import { watchDocuments } from "./watch-tabs.ts";

/** More tabs than a person can find anything in. */
const MOST_TABS = 50;
/** Starts in a row after which the list drops a file that could not be opened. */
const MOST_MISSES = 10;
/** Milliseconds without a change before the list is written. */
const QUIET = 700;

/** A note like the autosaver's: the file, and where its view looked. */
const SCHEMA = object({
  tabs: pipe(
    array(
      object({
        note: unknown(),
        front: boolean(),
        missed: optional(number(), 0),
        /** The id of a lab, which has no note. */
        lab: optional(string()),
      }),
    ),
    maxLength(MOST_TABS),
  ),
});

type SessionList = InferOutput<typeof SCHEMA>;

export const SESSION_TABS: PreferenceKind<SessionList> = {
  key: "session-tabs",
  version: 1,
  schema: SCHEMA,
  fallback: { tabs: [] },
};

interface SessionSurroundings {
  readonly shell: Shell;
  readonly host: { readonly preferences: Preferences; readonly files: Pick<Host["files"], "reopen"> };
  readonly files: Pick<StudioFiles, "open">;
  readonly labs: Pick<LabTabs, "open" | "registry">;
  readonly tabs: Pick<Tabs, "activate">;
  readonly say: (text: string) => void;
}

export class SessionTabs {
  readonly #around: SessionSurroundings;
  /** Tabs that were open and are not now, though the person did not close them. */
  #kept: SessionList["tabs"] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = "";

  constructor(around: SessionSurroundings) {
    this.#around = around;
  }

  /** Opens the tabs of the last session. False when nothing opened, so that the caller may show something else. Never throws. */
  async restore(found: readonly RecoverableSnapshot[]): Promise<boolean> {
    const { host, shell, files, labs } = this.#around;
    if (!shell.getState().preferences.reopenTabs) return false;
    const { tabs } = await host.preferences.load(SESSION_TABS);
    const offered = new Set(found.map(({ note }) => readNote(note).file));
    const missing: string[] = [];
    const opened: Tab[] = [];
    const activated: string[] = [];
    const off = shell.subscribe(({ active }, before) => {
      if (active !== null && active !== before.active) activated.push(active);
    });
    let front: string | undefined;
    for (const tab of tabs) {
      const lab = tab.lab === undefined ? undefined : labs.registry.find(tab.lab);
      if (lab) {
        // A lab that cannot be loaded is no loss: it held nothing yet.
        const back = await labs.open(lab).catch(() => null);
        if (back && tab.front) front = back.id;
        if (back) opened.push(back);
        continue;
      }
      const { file: id, camera } = readNote(tab.note as Json);
      if (id === null) continue;
      if (offered.has(id)) {
        this.#kept.push({ ...tab, front: false });
        continue;
      }
      let file: HostFile | null = null;
      try {
        file = await host.files.reopen(id);
        const back = await files.open(file, { camera, again: true });
        if (tab.front) front = back.id;
        opened.push(back);
      } catch (error) {
        // Ending one ends those that wait behind it.
        if (error instanceof TessellaError && error.code === "aborted") break;
        // Gone, moved, or the browser asks for permission again: reported below, and the others open all the same.
        missing.push(file?.name ?? "one file");
        const missed = tab.missed + 1;
        if (missed < MOST_MISSES) this.#kept.push({ ...tab, front: false, missed });
      }
    }
    off();
    // Opening brought each to the front once; beyond that, the person has chosen.
    const chosen = opened.reduce((left, { id }) => without(left, id), activated).at(-1);
    this.#bringToFront(chosen ?? front);
    if (missing.length > 0) {
      const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
      this.#around.say(`${missing[0]}${more} of the last tabs could not be opened again.`);
    }
    return opened.length > 0;
  }

  #bringToFront(id: string | undefined): void {
    const { tabs, active } = this.#around.shell.getState();
    if (id !== undefined && id !== active && tabs.some((tab) => tab.id === id))
      this.#around.tabs.activate(id);
  }

  /** Keeps the list up to date from now on. */
  start(): void {
    this.#around.shell.subscribe((now, before) => {
      if (now.tabs !== before.tabs || now.active !== before.active) this.#changed();
      if (now.preferences.reopenTabs !== before.preferences.reopenTabs) this.#changed();
    });
    watchDocuments(this.#around.shell, (document) => {
      const ends = [document.subscribe(() => this.#wait()), document.view.subscribe(() => this.#wait())];
      return () => ends.forEach((end) => void end());
    });
    this.#changed();
  }

  #changed(): void {
    this.#forgetOpen();
    this.#wait();
  }

  /** Open files are on the list anyway, for as long as they are open. */
  #forgetOpen(): void {
    const open = new Set(documentsIn(this.#around.shell.getState()).map(({ file }) => file?.id));
    this.#kept = this.#kept.filter(({ note }) => !open.has(readNote(note as Json).file ?? undefined));
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#write();
    }, QUIET);
  }

  async #write(): Promise<void> {
    const { shell, host } = this.#around;
    const { tabs: all, active, preferences } = shell.getState();
    this.#forgetOpen();
    const open = all.flatMap((tab) => {
      const front = tab.id === active;
      if (tab.kind === "lab") return [{ note: null, front, missed: 0, lab: tab.lab.id }];
      return tab.file ? [{ note: noteOf(tab), front, missed: 0 }] : [];
    });
    const tabs = preferences.reopenTabs ? [...open, ...this.#kept].slice(0, MOST_TABS) : [];
    const text = JSON.stringify(tabs);
    if (text === this.#last) return;
    this.#last = text;
    // A list that cannot be written costs a few tabs at the next start, and is no reason for a message now.
    await host.preferences.save(SESSION_TABS, { tabs }).catch(() => {});
  }
}

/** The list without the first occurrence of the id. */
function without(ids: readonly string[], id: string): string[] {
  const at = ids.indexOf(id);
  return ids.filter((_, i) => i !== at);
}
