/**
 * Keeps a copy of unsaved work beside the person's files, so a crash costs a few seconds at most (some minutes for universes
 * whose copy takes seconds), and offers the copies that an earlier session left. Copies are RLE, or Macrocell where RLE cannot
 * hold the pattern; the worker for pattern files writes them.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { noteOf, readNote } from "../document/autosave-note.ts";
import type { StudioDocument } from "../document/document.ts";
import type { PatternFiles } from "../document/pattern-files.ts";
import type { Host, HostFile, RecoverableSnapshot } from "../host/host.ts";
import type { Shell } from "./shell.ts";
import type { StudioFiles } from "./studio-files.ts";
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
  readonly report: (error: unknown) => void;
}

export class Autosaver {
  readonly #around: AutosaveSurroundings;
  /** What the last copy of each document holds. */
  readonly #kept = new Map<string, { readonly revision: number; readonly camera: Camera }>();
  /** How long each document's last copy took, in milliseconds, and the time from which another may follow. */
  readonly #spent = new Map<string, { readonly took: number; readonly again: number }>();
  /** The documents that are being copied. */
  readonly #busy = new Set<string>();
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
    if (!this.#kept.delete(id)) return;
    await this.#around.host.autosave.delete(id).catch(() => {});
  }

  /** The copies that crashed sessions have left. */
  async found(): Promise<readonly RecoverableSnapshot[]> {
    return this.#around.host.autosave.recoverable().catch(() => []);
  }

  async recover({ id, title, note }: RecoverableSnapshot): Promise<void> {
    const { autosave } = this.#around.host;
    try {
      const { pattern } = await this.#around.patternFiles.read(await autosave.read(id));
      const { camera, file } = readNote(note);
      const document = await this.#around.files.openPattern(pattern, title, {
        unsaved: true,
        camera,
        file: await this.#reopened(file),
      });
      await this.#keep(document);
      if (this.#kept.has(document.id)) await autosave.delete(id);
    } catch (error) {
      this.#around.report(error);
    }
  }

  async discard(found: readonly RecoverableSnapshot[]): Promise<void> {
    for (const { id } of found) await this.#around.host.autosave.delete(id).catch(() => {});
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

  async #copyOf(editor: StudioDocument["editor"]): Promise<Uint8Array<ArrayBuffer>> {
    const { patternFiles } = this.#around;
    try {
      const { pattern, block } = await editor.toPattern({ packed: true });
      return await patternFiles.write(pattern, "rle", true, { block, give: true });
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "too-large") throw error;
      const { pattern } = await editor.toPattern({ asTree: true });
      return patternFiles.write(pattern, "macrocell", true, { give: true });
    }
  }

  async #keep(document: StudioDocument): Promise<void> {
    const { id, editor, view } = document;
    const { dirty, revision } = editor.state;
    if (!dirty) {
      await this.forget(id);
      return;
    }
    const kept = this.#kept.get(id);
    const { camera } = view;
    const { took, again } = this.#spent.get(id) ?? { took: 0, again: 0 };
    const began = performance.now();
    if (this.#busy.has(id) || began < again) return;
    // A moved camera is worth a copy only where that is cheap.
    if (kept?.revision === revision && (kept.camera === camera || took > CHEAP)) return;
    this.#busy.add(id);
    try {
      const bytes = await this.#copyOf(editor);
      // It may have been saved or closed meanwhile.
      if (!editor.state.dirty || !this.#around.shell.getState().tabs.includes(document)) return;
      await this.#around.host.autosave.put({ id, title: document.title, note: noteOf(document), bytes });
      this.#kept.set(id, { revision, camera });
    } catch (error) {
      // Reported once: a full disk would otherwise give a message every few seconds.
      if (!this.#warned) this.#around.report(error);
      this.#warned = true;
    } finally {
      this.#busy.delete(id);
      const now = performance.now();
      this.#spent.set(id, { took: now - began, again: now + REST * (now - began) });
    }
  }
}
