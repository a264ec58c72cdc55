/**
 * Keeps unsaved work beside the person's files, so a crash costs a few seconds at most, and offers what an earlier session left.
 * A backup (document/backup.ts) is a copy of the cells and the record of the history since; copies of older versions were pattern
 * files and still open.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { noteOf, readNote } from "../document/autosave-note.ts";
import type { Backup, BackupParts } from "../document/backup.ts";
import { readBackup } from "../document/backup.ts";
import type { NewDocument, StudioDocument } from "../document/document.ts";
import { isPackedData } from "../document/packed-data.ts";
import type { PatternFiles } from "../document/pattern-files.ts";
import type { Host, HostFile, RecoverableSnapshot, Unsubscribe } from "../host/host.ts";
import type { UniverseCopy } from "../universe/live-universe.ts";
import type { Documents } from "./documents.ts";
import type { Shell } from "./shell.ts";
import type { OpenOptions, StudioFiles } from "./studio-files.ts";
import { documentsIn } from "./tab.ts";

/** Allows for the timer's own delay, and is the least rest between two rounds. */
const SLACK = 250;
const LEAST_WAIT = 500;
/** After a copy a document rests for this many times as long: its copies take at most a fifth of the time. */
const REST = 4;
/** Milliseconds up to which a copy is cheap. */
const CHEAP = 100;

interface AutosaveSurroundings {
  readonly shell: Shell;
  readonly host: Pick<Host, "autosave" | "files">;
  readonly patternFiles: PatternFiles;
  readonly files: Pick<StudioFiles, "openPattern">;
  readonly documents: Pick<Documents, "open">;
  /** Brings a tab to the front. */
  readonly activate: (id: string) => void;
  readonly report: (error: unknown) => void;
}

interface Kept {
  readonly revision: number;
  readonly generation: bigint;
  readonly camera: Camera;
}

export class Autosaver {
  readonly #around: AutosaveSurroundings;
  readonly #backups = new Map<string, Backup>();
  /** What is stored of each document. */
  readonly #kept = new Map<string, Kept>();
  /** The copies that recovered documents came from: each is needed until its document has one of its own, or needs none. */
  readonly #origins = new Map<string, string>();
  /** How long each document's last copy took, in milliseconds, and the time from which another may follow. */
  readonly #spent = new Map<string, { readonly took: number; readonly again: number }>();
  /** The documents whose cells are being copied, and those whose backup is being stored. */
  readonly #copying = new Set<string>();
  readonly #storing = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #warned = false;

  constructor(around: AutosaveSurroundings) {
    this.#around = around;
  }

  /** Begins to watch the documents. */
  start(): void {
    const tick = (): void => {
      // Independently: a small one does not wait for a large one.
      for (const document of documentsIn(this.#around.shell.getState())) void this.#keep(document);
      this.#wait(tick);
    };
    this.#wait(tick);
  }

  async forget(id: string): Promise<void> {
    this.#spent.delete(id);
    this.#backups.delete(id);
    await this.#deleteOrigin(id);
    if (!this.#kept.delete(id)) return;
    await this.#around.host.autosave.delete(id).catch(() => {});
  }

  async #deleteOrigin(id: string): Promise<void> {
    const origin = this.#origins.get(id);
    if (origin === undefined) return;
    this.#origins.delete(id);
    await this.#around.host.autosave.delete(origin).catch(() => {});
  }

  /** The copies that crashed sessions have left. */
  async found(): Promise<readonly RecoverableSnapshot[]> {
    return this.#around.host.autosave.recoverable().catch(() => []);
  }

  /** Opens these copies, the latest of them in front. Failures become messages. */
  async recover(found: readonly RecoverableSnapshot[]): Promise<void> {
    const latest: { readonly id: string; readonly saved: number }[] = [];
    for (const copy of found) {
      const id = await this.#recovered(copy);
      if (id !== null) latest.push({ id, saved: copy.saved });
    }
    latest.sort((a, b) => b.saved - a.saved);
    if (latest.length > 1 && latest[0]) this.#around.activate(latest[0].id);
  }

  /** The new document's id; null where it could not be opened. */
  async #recovered({ id, title, note }: RecoverableSnapshot): Promise<string | null> {
    const { autosave } = this.#around.host;
    try {
      if (!(await autosave.claim(id)))
        throw new TessellaError("not-found", `Another window has recovered or discarded ${title}.`);
      const parts = await autosave.read(id);
      const { camera, file } = readNote(note);
      const rest = { unsaved: true, camera, file: await this.#reopened(file) };
      const document = isPackedData(parts.bytes)
        ? await this.#continued(parts, { ...rest, title })
        : await this.#opened(parts.bytes, title, rest);
      this.#origins.set(document.id, id);
      await this.#keep(document);
      return document.id;
    } catch (error) {
      this.#around.report(error);
      return null;
    }
  }

  /** Opens the earliest state of a backup and follows its history to the last one; a person may stop that on the way. */
  async #continued(
    parts: BackupParts,
    rest: Pick<NewDocument, "title" | "unsaved" | "camera" | "file">,
  ): Promise<StudioDocument> {
    const { patternFiles } = this.#around;
    const { record, copies } = await readBackup(parts, patternFiles, (file) => patternFiles.learn(file));
    const [first] = copies as [UniverseCopy];
    const { info } = (record.stops[record.at] as (typeof record.stops)[0]).scene;
    const document = await this.#around.documents.open({ ...first, ...rest, info });
    await document.editor.recall(record, copies).catch((error: unknown) => {
      const aborted = error instanceof TessellaError && error.code === "aborted";
      if (!aborted && this.#isOpen(document)) throw error;
    });
    return document;
  }

  /** A copy of an older version, which is a pattern file. */
  async #opened(bytes: Uint8Array, title: string, rest: OpenOptions): Promise<StudioDocument> {
    const { pattern } = await this.#around.patternFiles.read(bytes);
    return this.#around.files.openPattern(pattern, title, rest);
  }

  /** Tells each copy that another window takes while this one offers it. */
  onTaken(listener: (id: string) => void): Unsubscribe {
    return this.#around.host.autosave.onClaim(listener);
  }

  async discard(found: readonly RecoverableSnapshot[]): Promise<void> {
    const { autosave } = this.#around.host;
    for (const { id } of found) {
      // What another window has taken is that window's work.
      if (await autosave.claim(id).catch(() => false)) await autosave.delete(id).catch(() => {});
    }
  }

  /** The file that the work belonged to, where the host still knows it. */
  async #reopened(id: string | null): Promise<HostFile | null> {
    return id === null ? null : this.#around.host.files.reopen(id).catch(() => null);
  }

  /** Begins early enough to have an edit of this moment safe when the interval is over, unless copies take too long for that. */
  #wait(tick: () => void): void {
    const most = this.#around.shell.getState().preferences.autosaveSeconds * 1000;
    const quick = [...this.#spent.values()].map(({ took }) => took).filter((took) => took * REST <= most);
    const wait = most - SLACK - 2 * Math.max(0, ...quick);
    this.#timer = setTimeout(tick, Math.max(LEAST_WAIT, wait));
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** A small document is copied and stored at once; the record of a large one does not wait for its cells. */
  async #keep(document: StudioDocument): Promise<void> {
    const { id } = document;
    if (!this.#isUnsaved(document)) {
      await this.forget(id);
      return;
    }
    const { took, again } = this.#spent.get(id) ?? { took: 0, again: 0 };
    const due = performance.now() >= again && !this.#copying.has(id) && !this.#isKept(document);
    if (!due || took > CHEAP) await this.#store(document);
    if (!due) return;
    await this.#copy(document);
    await this.#store(document);
  }

  #isOpen(document: StudioDocument): boolean {
    return this.#around.shell.getState().tabs.includes(document);
  }

  /** It may be saved, undone to what is saved, or closed at any time. */
  #isUnsaved(document: StudioDocument): boolean {
    return document.editor.state.dirty && this.#isOpen(document);
  }

  #isKept({ id, editor, universe, view }: StudioDocument): boolean {
    const kept = this.#kept.get(id);
    return (
      kept !== undefined &&
      kept.revision === editor.state.revision &&
      kept.generation === universe.present.generation &&
      kept.camera === view.camera
    );
  }

  async #copy(document: StudioDocument): Promise<void> {
    const { id } = document;
    const began = performance.now();
    this.#copying.add(id);
    try {
      await this.#backupOf(document).copy();
    } catch (error) {
      this.#warn(error);
    } finally {
      this.#copying.delete(id);
      const now = performance.now();
      this.#spent.set(id, { took: now - began, again: now + REST * (now - began) });
    }
  }

  async #store(document: StudioDocument): Promise<void> {
    const { id, editor, universe, view } = document;
    if (this.#storing.has(id)) return;
    if (this.#isKept(document)) {
      await this.#deleteOrigin(id);
      return;
    }
    // What is stored while its recovery is recalled is a part of it only.
    const whole = this.#origins.has(id);
    const { revision } = editor.state;
    const { generation } = universe.present;
    const { camera } = view;
    this.#storing.add(id);
    try {
      const led = await this.#backupOf(document).store(async (parts) => {
        if (this.#isUnsaved(document)) {
          await this.#around.host.autosave.put({
            id,
            title: document.title,
            note: noteOf(document),
            ...parts,
          });
          this.#kept.set(id, { revision, generation, camera });
          if (whole) await this.#deleteOrigin(id);
        }
        // Its backup is dropped with its copy: it would count pieces as stored that are not.
        if (!this.#isUnsaved(document)) await this.forget(id);
      });
      const spent = this.#spent.get(id);
      if (!led && spent) this.#spent.set(id, { ...spent, again: 0 });
    } catch (error) {
      this.#warn(error);
    } finally {
      this.#storing.delete(id);
    }
  }

  #backupOf(document: StudioDocument): Backup {
    const known = this.#backups.get(document.id);
    if (known) return known;
    const backup = document.newBackup(this.#around.patternFiles);
    this.#backups.set(document.id, backup);
    return backup;
  }

  /** Reported once: a full disk would otherwise give a message every few seconds. */
  #warn(error: unknown): void {
    if (!this.#warned) this.#around.report(error);
    this.#warned = true;
  }
}
