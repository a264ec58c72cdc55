/** The system's clipboard, which holds patterns as text. */

import type { Pattern } from "../../engine/core/pattern.ts";
import type { PatternFiles } from "../document/pattern-files.ts";
import type { RawSelection } from "../editor/paste/clipboard.ts";
import type { Host } from "../host/host.ts";
import type { StatusLine } from "./status-line.ts";

interface ClipboardSurroundings {
  readonly system: Host["clipboard"];
  readonly patternFiles: PatternFiles;
  readonly status: StatusLine;
  /** Errors: those of reading a pattern, `aborted`. */
  readonly readText: (text: string) => Promise<Pattern>;
}

export class CellClipboard {
  readonly #around: ClipboardSurroundings;
  #copies = 0;

  constructor(around: ClipboardSurroundings) {
    this.#around = around;
  }

  /** How often cells were copied to it. */
  get copies(): number {
    return this.#copies;
  }

  /** Errors: those of reading a pattern; `unsupported-operation`, `aborted`. */
  async read(): Promise<Pattern> {
    return this.#around.readText(await this.#around.system.readText());
  }

  /** May transfer the cells for good. Errors: `aborted`. */
  write({ pattern, mask }: RawSelection): Promise<void> {
    const { system, patternFiles, status } = this.#around;
    return status.watch("Copying the selection", async ({ signal }) => {
      const text = await patternFiles.text(pattern, "rle", { signal, mask, give: true });
      await system.writeText(text);
      this.#copies++;
    });
  }

  writeText(text: string): Promise<void> {
    return this.#around.system.writeText(text);
  }
}
