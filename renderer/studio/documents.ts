/** Opens universes in tabs. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { NewDocument } from "../document/document.ts";
import { StudioDocument } from "../document/document.ts";
import type { Engines } from "../universe/engines.ts";
import type { Settings } from "./settings.ts";
import type { Shell } from "./shell.ts";
import type { StatusLine } from "./status-line.ts";
import type { Tabs } from "./tabs.ts";

interface DocumentsSurroundings {
  readonly shell: Shell;
  readonly engines: Engines;
  readonly settings: Settings;
  readonly status: StatusLine;
  readonly tabs: Tabs;
}

export class Documents {
  readonly #around: DocumentsSurroundings;

  constructor(around: DocumentsSurroundings) {
    this.#around = around;
  }

  /** Opens a universe in a tab of its own. Errors: those of creating it, `aborted`; then nothing has changed. */
  async open(wanted: Omit<NewDocument, "memoryMegabytes">, signal?: AbortSignal): Promise<StudioDocument> {
    const { shell, engines, settings, status, tabs } = this.#around;
    const { memoryMegabytes } = settings.now;
    const opening = StudioDocument.open(
      { ...wanted, memoryMegabytes },
      {
        engines,
        tool: shell.getState().tool,
        toolSettings: settings.tools,
        onTool: (tool) => shell.setState({ tool }),
        hint: status.hint,
        report: status.report,
        watch: status.watch,
        ended: (ended, text) => {
          if (ended === tabs.document) status.passingHint(ended, text);
          else status.say(`${ended.title}: ${text}`);
        },
      },
    );
    const document = await orAborted(opening, signal, (late) => late.close());
    tabs.add(document);
    return document;
  }
}

/** The work's result, unless the signal fires first; a late result is discarded. */
function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  discard: (late: T) => unknown,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(new TessellaError("aborted", "The work was stopped."));
      work.then(discard, () => {});
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
