/**
 * The tabs that come back. The studio keeps the list of open files, patterns of the library and new universes, their order and
 * their cameras beside the preferences. It writes the list shortly after each change, so that a crash preserves it as well as a
 * proper end. Labs come back empty, on the page that was in front. The next start opens them again behind the window, which is
 * there at once. Work that no file holds is not on this list: the autosaver keeps and offers it. A file with unsaved work is left
 * to that offer, or it would open twice. Windows that share the storage keep their tabs apart: a start takes over those of windows
 * that have ended.
 *
 * A file that does not come back this time (its drive is missing, the browser asks for permission) stays on the list for later
 * starts, until it was open once more or has been missing too often.
 */

import type { InferOutput } from "valibot";
import {
  array,
  boolean,
  maxLength,
  number,
  object,
  optional,
  pipe,
  safeParse,
  string,
  unknown,
} from "valibot";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import { noteOf, readNote } from "../document/autosave-note.ts";
import type { StudioDocument } from "../document/document.ts";
import type { Origin } from "../document/origin.ts";
import { ORIGIN, sameOrigin } from "../document/origin.ts";
import type { Host, Json, RecoverableSnapshot } from "../host/host.ts";
import type { PreferenceKind, Preferences } from "../host/preferences.ts";
import type { Documents } from "./documents.ts";
import type { LabTabs } from "./lab-tabs.ts";
import type { Panes } from "./panes.ts";
import { reopen } from "./reopen.ts";
import { ReturningSplit, SPLIT_FIELDS, splitEntry } from "./session-split.ts";
import type { Shell } from "./shell.ts";
import type { StatusLine } from "./status-line.ts";
import type { StudioFiles } from "./studio-files.ts";
import type { Tab } from "./tab.ts";
import { documentsIn } from "./tab.ts";
import type { Tabs } from "./tabs.ts";
import { watchDocuments } from "./watch-tabs.ts";

/** More tabs than a person can find anything in. */
const MOST_TABS = 50;
/** Starts in a row after which the list drops a file that could not be opened. */
const MOST_MISSES = 10;
/** Milliseconds from a change to the writing of the list: of a view, which changes all the time, and of the tabs themselves. */
const QUIET = 700;
const SOON = 20;

/** A note like the autosaver's: the file, and where its view looked. */
const SCHEMA = object({
  tabs: pipe(
    array(
      object({
        note: unknown(),
        front: boolean(),
        missed: optional(number(), 0),
        /** The id of a lab, which has no note, or of its page in front. */
        lab: optional(string()),
        /** Where a document without a file came from, and the title that it had. */
        origin: optional(unknown()),
        title: optional(string()),
        /** The window that had it open, by its session. */
        session: optional(string()),
        /** Whether the next preview replaces it. */
        preview: optional(boolean()),
        ...SPLIT_FIELDS,
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

/** A tab whose file the browser does not give without a click, and its place in the row. */
interface Waiting {
  readonly tab: SessionList["tabs"][number];
  readonly origin: Origin;
  readonly place: number;
}

/** A tab that did not come back, and why. */
interface Missing {
  readonly title: string;
  readonly error: unknown;
}

interface SessionSurroundings {
  readonly shell: Shell;
  readonly host: {
    readonly preferences: Preferences;
    readonly files: Pick<Host["files"], "reopen" | "asks">;
    readonly library: Pick<Host["library"], "list">;
    readonly sessions: Host["sessions"];
  };
  readonly files: Pick<StudioFiles, "open" | "openText">;
  readonly documents: Pick<Documents, "open">;
  readonly labs: Pick<LabTabs, "open" | "placeOf" | "pages">;
  readonly tabs: Pick<Tabs, "activate" | "move">;
  readonly panes: Pick<Panes, "restore">;
  readonly say: StatusLine["say"];
}

export class SessionTabs {
  readonly #around: SessionSurroundings;
  /** Tabs that were open and are not now, though the person did not close them. */
  #kept: SessionList["tabs"] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Whether the timer is set for `SOON`. */
  #soon = false;
  #last = "";

  constructor(around: SessionSurroundings) {
    this.#around = around;
  }

  /** Opens the tabs of the last session. False when nothing opened, so that the caller may show something else. Never throws. */
  async restore(found: readonly RecoverableSnapshot[]): Promise<boolean> {
    const { host, shell, labs } = this.#around;
    if (!shell.getState().preferences.reopenTabs) return false;
    const tabs = await this.#taken();
    const offered = new Set(found.map(({ note }) => readNote(note).file));
    const missing: Missing[] = [];
    const opened: Tab[] = [];
    const activated: string[] = [];
    const off = shell.subscribe(({ active }, before) => {
      if (active !== null && active !== before.active) activated.push(active);
    });
    // Opening brings each to the front once; beyond that, the person has chosen: another tab, or recovered work.
    const chosen = (): string | undefined =>
      opened.reduce((left, { id }) => without(left, id), activated).at(-1);
    let front: string | undefined;
    const waiting: Waiting[] = [];
    const split = new ReturningSplit();
    for (const [at, tab] of tabs.entries()) {
      const place = tab.lab === undefined ? undefined : labs.placeOf(tab.lab);
      if (place) {
        // A lab that cannot be loaded is no loss: it held nothing yet.
        const back = await labs.open(place.lab, place).catch(() => null);
        if (back && tab.front) front = back.id;
        if (back) opened.push(back);
        this.#bringToFront(chosen());
        continue;
      }
      const origin = originOf(tab);
      if (!origin) continue;
      if (origin.kind === "file" && offered.has(origin.id)) {
        this.#kept.push({ ...tab, front: false });
        continue;
      }
      try {
        if (origin.kind === "file" && (await host.files.asks(await host.files.reopen(origin.id)))) {
          waiting.push({ tab, origin, place: at });
          this.#kept.push({ ...tab, front: false });
          continue;
        }
        const back = await this.#reopen(tab, origin);
        if (tab.front) front = back.id;
        opened.push(back);
        split.opened(tab, back);
        this.#bringToFront(chosen());
      } catch (error) {
        // Ending one ends those that wait behind it.
        if (error instanceof TessellaError && error.code === "aborted") break;
        // Gone, moved, or the browser asks for permission again: reported below, and the others open all the same.
        missing.push({ title: tab.title || "one tab", error });
        const missed = tab.missed + 1;
        if (missed < MOST_MISSES && !wasNotKept(error)) this.#kept.push({ ...tab, front: false, missed });
      }
    }
    off();
    this.#bringToFront(chosen() ?? front);
    split.restore(this.#around.panes, shell.getState().active);
    this.#sayMissing(missing);
    if (waiting.length > 0) this.#askFor(waiting);
    return opened.length > 0;
  }

  /** The tabs of windows that have ended. They are this window's from now on, and no other one opens them as well. */
  async #taken(): Promise<SessionList["tabs"]> {
    const { preferences, sessions } = this.#around.host;
    const living = await sessions.living();
    let taken: SessionList["tabs"] = [];
    const take = ({ tabs }: SessionList): SessionList => {
      const ended = ({ session }: SessionList["tabs"][number]) =>
        session === undefined || !living.has(session);
      taken = tabs.filter(ended);
      return { tabs: tabs.map((tab) => (ended(tab) ? { ...tab, session: sessions.id } : tab)) };
    };
    await preferences.update(SESSION_TABS, take).catch(() => {});
    return taken;
  }

  #reopen({ title = "", preview = false, note }: SessionList["tabs"][number], origin: Origin): Promise<Tab> {
    return reopen(this.#around, origin, { title, camera: readNote(note as Json).camera, preview });
  }

  /** Offers to open files that the browser wants permission for, which it asks for only after a click. */
  #askFor(waiting: readonly Waiting[]): void {
    const { say } = this.#around;
    const [first] = waiting;
    const only = waiting.length === 1;
    const what = only ? first?.tab.title || "A file" : `${waiting.length} files`;
    say(`${what} of the last tabs ${only ? "waits" : "wait"} for the browser's permission.`, "note", {
      label: only ? "Open it again" : "Open them again",
      run: () => void this.#openWaiting(waiting),
    });
  }

  async #openWaiting(waiting: readonly Waiting[]): Promise<void> {
    const missing: Missing[] = [];
    for (const { tab, origin, place } of waiting) {
      try {
        const { id } = await this.#reopen(tab, origin);
        this.#around.tabs.move(id, place);
      } catch (error) {
        missing.push({ title: tab.title || "one file", error });
      }
    }
    this.#sayMissing(missing);
  }

  #sayMissing(missing: readonly Missing[]): void {
    const [first] = missing;
    if (!first) return;
    const advice = missing.some(({ error }) => wasNotKept(error)) ? ": open or drop the files once more" : "";
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
    const only = missing.length === 1 && wasNotKept(first.error);
    this.#around.say(
      only
        ? describeError(first.error)
        : `${first.title}${more} of the last tabs could not be opened again${advice}.`,
    );
  }

  #bringToFront(id: string | undefined): void {
    const { tabs, active } = this.#around.shell.getState();
    if (id !== undefined && id !== active && tabs.some((tab) => tab.id === id))
      this.#around.tabs.activate(id);
  }

  /** Keeps the list up to date from now on. */
  start(): void {
    this.#around.shell.subscribe((now, before) => {
      const { tabs, active, preview, split } = now;
      if (tabs !== before.tabs || active !== before.active || preview !== before.preview) this.#changed();
      if (split !== before.split) this.#wait();
      if (now.preferences.reopenTabs !== before.preferences.reopenTabs) this.#changed();
    });
    this.#around.labs.pages.subscribe(() => this.#wait(true));
    watchDocuments(this.#around.shell, (document) => {
      const follow = (): (() => void) => document.view.store.subscribe(() => this.#wait());
      let leave = follow();
      const end = document.store.subscribe((now, before) => {
        this.#wait(now.file !== before.file || now.title !== before.title);
        if (now.viewport === before.viewport) return;
        leave();
        leave = follow();
      });
      return () => {
        end();
        leave();
      };
    });
    this.#changed();
  }

  #changed(): void {
    this.#forgetOpen();
    this.#wait(true);
  }

  /** Open files are on the list anyway, for as long as they are open. */
  #forgetOpen(): void {
    const open = documentsIn(this.#around.shell.getState()).map(homeOf);
    this.#kept = this.#kept.filter((tab) => !open.some((home) => sameOrigin(home, originOf(tab))));
  }

  /** Writes the list in a while, or almost at once: who saves a file and reloads the page wants the tab to come back. */
  #wait(soon = false): void {
    if (soon && !this.#soon && this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
    this.#soon ||= soon;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        this.#soon = false;
        void this.#write();
      },
      soon ? SOON : QUIET,
    );
  }

  async #write(): Promise<void> {
    const { shell, host, labs } = this.#around;
    const state = shell.getState();
    const { tabs: all, active, preview: previewed, preferences } = state;
    this.#forgetOpen();
    const open = all.flatMap((tab): SessionList["tabs"] => {
      const front = tab.id === active;
      if (tab.kind === "lab")
        return [{ note: null, front, missed: 0, lab: labs.pages.getState()[tab.lab.id] ?? tab.lab.id }];
      const origin = homeOf(tab);
      const { id, title } = tab;
      const preview = id === previewed;
      return origin
        ? [{ note: noteOf(tab), front, missed: 0, origin, title, preview, ...splitEntry(state, tab) }]
        : [];
    });
    const session = host.sessions.id;
    const tabs = (preferences.reopenTabs ? [...open, ...this.#kept] : []).map((tab) => ({ ...tab, session }));
    const text = JSON.stringify(tabs);
    if (text === this.#last) return;
    this.#last = text;
    // A list that cannot be written costs a few tabs at the next start, and is no reason for a message now.
    const put = (saved: SessionList): SessionList => {
      const others = saved.tabs.filter((tab) => tab.session !== undefined && tab.session !== session);
      return { tabs: [...tabs, ...others].slice(0, MOST_TABS) };
    };
    await host.preferences.update(SESSION_TABS, put).catch(() => {});
  }
}

/** Whether the host could not keep the file: it will not come back by itself. */
function wasNotKept(error: unknown): boolean {
  return error instanceof TessellaError && error.code === "unsupported-operation";
}

/** Where a document comes back from: its file, whatever is unsaved, or what it shows. */
function homeOf({ file, origin }: StudioDocument): Origin | null {
  return file ? { kind: "file", id: file.id } : origin;
}

/** The same of an entry; older lists name a file in the note. */
function originOf({ origin, note }: SessionList["tabs"][number]): Origin | null {
  const { success, output } = safeParse(ORIGIN, origin);
  if (success) return output;
  const { file } = readNote(note as Json);
  return file === null ? null : { kind: "file", id: file };
}

/** The list without the first occurrence of the id. */
function without(ids: readonly string[], id: string): string[] {
  const at = ids.indexOf(id);
  return ids.filter((_, i) => i !== at);
}
