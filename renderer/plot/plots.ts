/** A recorder for each open document. */

import type { StudioDocument } from "../document/document.ts";
import { PlotRecorder } from "./plot-recorder.ts";

export class Plots {
  readonly #recorders = new Map<string, PlotRecorder>();

  of(document: StudioDocument): PlotRecorder {
    const known = this.#recorders.get(document.id);
    if (known) return known;
    const recorder = new PlotRecorder(document);
    this.#recorders.set(document.id, recorder);
    return recorder;
  }

  forget(id: string): void {
    this.#recorders.get(id)?.end();
    this.#recorders.delete(id);
  }
}
