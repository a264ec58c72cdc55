/**
 * Keeps a copy of unsaved work beside the person's files, so that a crash costs a few seconds at most, and offers what an
 * earlier session has left. Copies are RLE, or Macrocell for what RLE cannot hold, written by the encoding worker.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { RecoverableSnapshot } from "../host/host.ts";
import type { StudioDocument } from "./document.ts";
import type { Studio } from "./studio.ts";

export class Autosaver {
  readonly #studio: Studio;
  /** Which revision of a document the last copy holds. */
  readonly #kept = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #warned = false;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** Looks after the documents from now on. */
  start(): void {
    const tick = async (): Promise<void> => {
      const { documents } = this.#studio.shell.getState();
      for (const document of documents) await this.#keep(document);
      this.#wait(tick);
    };
    this.#wait(tick);
  }

  async forget(id: string): Promise<void> {
    if (!this.#kept.delete(id)) return;
    await this.#studio.host.autosave.delete(id).catch(() => {});
  }

  /** What crashed sessions have left. */
  async found(): Promise<readonly RecoverableSnapshot[]> {
    return this.#studio.host.autosave.recoverable().catch(() => []);
  }

  async recover({ id, title }: RecoverableSnapshot): Promise<void> {
    const { autosave } = this.#studio.host;
    try {
      const { pattern } = await this.#studio.encoder.read(await autosave.read(id));
      const document = await this.#studio.files.openPattern(pattern, title, { unsaved: true });
      await this.#keep(document);
      await autosave.delete(id);
    } catch (error) {
      this.#studio.report(error);
    }
  }

  async discard(found: readonly RecoverableSnapshot[]): Promise<void> {
    for (const { id } of found) await this.#studio.host.autosave.delete(id).catch(() => {});
  }

  #wait(tick: () => Promise<void>): void {
    const { autosaveSeconds } = this.#studio.shell.getState().preferences;
    this.#timer = setTimeout(() => void tick(), autosaveSeconds * 1000);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #copyOf(editor: StudioDocument["editor"]): Promise<Uint8Array<ArrayBuffer>> {
    const { encoder } = this.#studio;
    try {
      return await encoder.write((await editor.toPattern()).pattern, "rle", true);
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "too-large") throw error;
      return encoder.write((await editor.toPattern({ asTree: true })).pattern, "macrocell", true);
    }
  }

  async #keep(document: StudioDocument): Promise<void> {
    const { id, editor } = document;
    const { dirty, revision } = editor.state;
    if (!dirty) {
      await this.forget(id);
      return;
    }
    if (this.#kept.get(id) === revision) return;
    try {
      const bytes = await this.#copyOf(editor);
      await this.#studio.host.autosave.put({ id, title: document.title, note: null, bytes });
      this.#kept.set(id, revision);
    } catch (error) {
      // Said once: a full disk would otherwise be a message every few seconds.
      if (!this.#warned) this.#studio.report(error);
      this.#warned = true;
    }
  }
}
