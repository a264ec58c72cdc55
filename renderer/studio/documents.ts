/** Opens universes in tabs. */

import { TessellaError } from "../../engine/core/errors.ts";
import { formatUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { NewDocument } from "../document/document.ts";
import { StudioDocument } from "../document/document.ts";
import { freeName } from "../editor/labels.ts";
import type { ToolContext } from "../tools/tool.ts";
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
  readonly inTurn: ToolContext["inTurn"];
}

interface OpenHow {
  readonly signal?: AbortSignal;
  readonly preview?: boolean;
}

type NewUniverse = Pick<NewDocument, "title" | "rule" | "topology" | "soup">;

export class Documents {
  readonly #around: DocumentsSurroundings;

  constructor(around: DocumentsSurroundings) {
    this.#around = around;
  }

  /**
   * Opens a universe in a tab of its own, or in that of previews. Where a title is taken, it gets a number. Errors: those of
   * creating it, `aborted`; then nothing has changed.
   */
  async open(
    wanted: Omit<NewDocument, "memoryMegabytes">,
    { signal, preview }: OpenHow = {},
  ): Promise<StudioDocument> {
    const { shell, engines, settings, status, tabs, inTurn } = this.#around;
    const { memoryMegabytes } = settings.now;
    const opening = StudioDocument.open(
      { ...wanted, title: wanted.file ? wanted.title : this.freeTitle(wanted.title), memoryMegabytes },
      {
        engines,
        tool: shell.getState().tool,
        toolSettings: settings.tools,
        onTool: (tool) => shell.setState({ tool }),
        hint: status.hint,
        report: status.report,
        watch: status.watch,
        inTurn,
        changed: (text) => status.say(text),
        ended: (ended, text) => {
          if (ended === tabs.document) status.hint(text);
          else status.say(`${ended.title}: ${text}`);
        },
      },
    );
    const document = await orAborted(opening, signal, (late) => late.close());
    tabs.add(document, { preview });
    return document;
  }

  /** Opens a new universe; a later start can open it again for as long as nobody has changed it. Errors: those of `open`. */
  create(wanted: NewUniverse): Promise<StudioDocument> {
    const { soup = null } = wanted;
    return this.open({ ...wanted, origin: { kind: "new", rule: formatUniverseRule(wanted), soup } });
  }

  /** A title that no open tab bears. */
  freeTitle(title: string): string {
    const taken = new Set(this.#around.tabs.list.map((tab) => tab.title));
    return freeName(title, (one) => taken.has(one));
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
    // In one go: a signal that fires a moment later must not discard what was handed over.
    const settle =
      <V>(end: (value: V) => void) =>
      (value: V): void => {
        signal.removeEventListener("abort", abort);
        end(value);
      };
    work.then(settle(resolve), settle(reject));
  });
}
