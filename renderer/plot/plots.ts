/** A recorder for each open document. */

import type { StudioDocument } from "../document/document.ts";
import { perStudio } from "../studio/services.ts";
import type { Shell } from "../studio/shell.ts";
import { watchDocuments } from "../studio/watch-tabs.ts";
import { PlotRecorder } from "./plot-recorder.ts";

export class Plots {
  readonly #recorders = new Map<StudioDocument, PlotRecorder>();

  constructor(shell: Shell) {
    watchDocuments(shell, (document) => {
      const recorder = this.of(document);
      return () => {
        recorder.end();
        this.#recorders.delete(document);
      };
    });
  }

  of(document: StudioDocument): PlotRecorder {
    const recorder = this.#recorders.get(document) ?? new PlotRecorder(document);
    this.#recorders.set(document, recorder);
    return recorder;
  }
}

/** The window calls it at the start: samples before that would be missing in the plot. */
export const plotsOf = perStudio(({ shell }) => new Plots(shell));
