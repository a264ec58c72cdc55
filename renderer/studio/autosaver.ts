/**
 * Keeps a copy of unsaved work beside the person's files, so that a crash costs a few seconds at most (of universes whose copy
 * takes seconds, some minutes), and offers what an earlier session has left. Copies are RLE, or Macrocell for what RLE cannot
 * hold, written by the worker for pattern files.
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

/** For the timer's own delay, and the least rest between two rounds. */
const SLACK = 250;
const LEAST_WAIT = 500;
/** After a copy a document has rest for so many times as long: its copies take a fifth of the time at most. */
const REST = 4;
/** Milliseconds for a copy. */
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
  /** What of a document the last copy holds. */
  readonly #kept = new Map<string, { readonly revision: number; readonly camera: Camera }>();
  /** How long a document's last copy took, in milliseconds, and from when on there may be another. */
  readonly #spent = new Map<string, { readonly took: number; readonly again: number }>();
  /** Of which a copy is being made. */
  readonly #busy = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #warned = false;

  constructor(around: AutosaveSurroundings) {
    this.#around = around;
  }

  /** Looks after the documents from now on. */
  start(): void {
    const tick = (): void => {
      // Each by itself: a small one does not wait for a large one.
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

  /** What crashed sessions have left. */
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

  /** Begins early enough that an edit made right now is safe when the time is over, where copies do not take too long for that. */
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
    // Another place to look at is worth a copy only where that is cheap.
    if (kept?.revision === revision && (kept.camera === camera || took > CHEAP)) return;
    this.#busy.add(id);
    try {
      const bytes = await this.#copyOf(editor);
      // It may have been saved or closed meanwhile.
      if (!editor.state.dirty || !this.#around.shell.getState().tabs.includes(document)) return;
      await this.#around.host.autosave.put({ id, title: document.title, note: noteOf(document), bytes });
      this.#kept.set(id, { revision, camera });
    } catch (error) {
      // Said once: a full disk would otherwise be a message every few seconds.
      if (!this.#warned) this.#around.report(error);
      this.#warned = true;
    } finally {
      this.#busy.delete(id);
      const now = performance.now();
      this.#spent.set(id, { took: now - began, again: now + REST * (now - began) });
    }
  }
}
