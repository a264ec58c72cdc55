/**
 * Reads and writes pattern files and autosaved copies in a worker, as promises. The first job starts the worker, and it stays. A large file
 * gets a worker of its own: small jobs do not wait for it, and ending the worker ends the reading.
 */

import type { Cells } from "../../engine/core/cells.ts";
import { cellArrays, isBlock, isTree } from "../../engine/core/cells.ts";
import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { RuleFile } from "../../engine/core/rule-file.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { isCompiled, rememberRule } from "../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { knownRuleFile } from "../../engine/rules/supplied.ts";
import { Connection } from "../../engine/worker/connection.ts";
import type { PatternFilesProtocol, ReadPattern } from "../../engine/worker/protocol/pattern-files.ts";
import type { Calls } from "../../engine/worker/rpc.ts";
import type { Packer } from "./packed-data.ts";
import { bytesOfData, packData, unpackData } from "./packed-data.ts";

export interface PatternReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Which pattern of a ZIP archive. */
  readonly member?: string | undefined;
  /** Whether the caller needs the live cells as runs, whatever the file held: for pasting. */
  readonly asRuns?: boolean;
  /** Called with the share of a large file that has been read, 0..1. */
  readonly onProgress?: (done: number) => void;
}

export interface PatternWriteOptions {
  readonly signal?: AbortSignal;
  /** Limits the cells; null or absent: all. */
  readonly mask?: Runs | null;
  /** Whether to transfer the cells; the caller then loses them. */
  readonly give?: boolean;
}

/** Bytes from which reading takes so long that a person may want to end it. */
export const LARGE_SOURCE = 2 ** 20;
/** Bytes of plain data that are packed sooner than a worker is asked. */
const QUICK_BYTES = 2 ** 16;
/** The same for writing, in runs of cells. */
const LARGE_PATTERN = 2 ** 17;
/** Copying a small array is quicker than transferring it, and all patterns may share it. */
const COPIED_BYTES = 4096;

type Job<T> = (call: Calls<PatternFilesProtocol>) => Promise<T>;

export class PatternFiles implements Packer {
  #shared: Connection<PatternFilesProtocol> | null = null;
  #rules: readonly RuleFile[] = [];

  /** The rule files that a person keeps: patterns that are read from now on find them by name. */
  keepRules(files: readonly RuleFile[]): void {
    this.#rules = files;
    if (this.#shared) this.#tell(this.#shared);
  }

  /** Reads a rule file, in a worker of its own: some take seconds. Errors: those of `compileRuleFile`, `aborted`. */
  rule(file: RuleFile, signal?: AbortSignal): Promise<Rule> {
    return this.#perform("reading", true, signal, (call) => call.rule({ file }));
  }

  /** Makes the rule of a file known to this window, which then reads its name without compiling. Errors: as above. */
  async learn(file: RuleFile): Promise<void> {
    if (!isCompiled(file, knownRuleFile)) rememberRule(file, await this.rule(file), knownRuleFile);
  }

  /**
   * Transfers the bytes of a large file; the caller loses them. A rule that stands in a file is known to this window afterwards. Errors:
   * those of `readPattern`, `aborted`.
   */
  async read(
    source: Uint8Array | string,
    { signal, member, asRuns, onProgress }: PatternReadOptions = {},
  ): Promise<ReadPattern> {
    const large = source.length > LARGE_SOURCE;
    const transfer = large && typeof source !== "string" ? wholeBuffers([source]) : [];
    const found = await this.#perform("reading", large, signal, (call) =>
      call.read({ source, member, asRuns }, { onProgress, transfer }),
    );
    const { fileRule } = found;
    if (fileRule?.file) rememberRule(fileRule.file, fileRule, knownRuleFile);
    return found;
  }

  /** Errors: those of `writePattern`, `aborted`. */
  write(
    pattern: Pattern,
    format: string,
    gzip: boolean,
    { signal, ...rest }: PatternWriteOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#perform("writing", isLarge(pattern.cells), signal, (call) =>
      call.write({ pattern, format, gzip, mask: rest.mask }, { transfer: given(pattern, rest) }),
    );
  }

  /** Writes text for the clipboard. Errors: those of `write`. */
  text(pattern: Pattern, format: string, { signal, mask, give }: PatternWriteOptions = {}): Promise<string> {
    return this.#perform("writing", isLarge(pattern.cells), signal, (call) =>
      call.text({ pattern, format, gzip: false, mask }, { transfer: given(pattern, { give }) }),
    );
  }

  /** The cells that are also in the mask. Errors: `aborted`. */
  common(cells: Cells, mask: Runs, signal?: AbortSignal): Promise<Runs> {
    return this.#perform("reading", isLarge(cells), signal, (call) => call.common({ cells, mask }));
  }

  /** As `packData`, and anything large in a worker. */
  async pack(data: unknown): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = bytesOfData(data);
    if (bytes <= QUICK_BYTES) return packData(data);
    return this.#perform("writing", bytes > LARGE_SOURCE, undefined, (call) => call.pack({ data }));
  }

  /** As `unpackData`, and anything large in a worker. Errors: as there. */
  async unpack(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
    if (bytes.length <= QUICK_BYTES) return unpackData(bytes);
    return this.#perform("reading", bytes.length > LARGE_SOURCE, undefined, (call) => call.unpack({ bytes }));
  }

  /** A large job gets a worker of its own, which can be ended. */
  async #perform<T>(what: string, large: boolean, signal: AbortSignal | undefined, job: Job<T>): Promise<T> {
    throwIfAborted(signal);
    if (!large) return job(this.#small().call);
    const connection = this.#start();
    const cancel = (): void => connection.close(new TessellaError("aborted", `The ${what} was stopped.`));
    signal?.addEventListener("abort", cancel);
    try {
      return await job(connection.call);
    } finally {
      signal?.removeEventListener("abort", cancel);
      connection.close();
    }
  }

  #small(): Connection<PatternFilesProtocol> {
    this.#shared ??= this.#start(() => {
      // The next job gets a fresh one.
      this.#shared?.close();
      this.#shared = null;
    });
    return this.#shared;
  }

  #start(onFailure?: () => void): Connection<PatternFilesProtocol> {
    const connection = start(onFailure);
    if (this.#rules.length > 0) this.#tell(connection);
    return connection;
  }

  /** Before any job that is asked for later. A worker that breaks down fails its jobs. */
  #tell(connection: Connection<PatternFilesProtocol>): void {
    connection.call.keepRules({ files: this.#rules }).catch(() => {});
  }
}

/** The address is written out because bundlers look for exactly this. */
function start(onFailure?: () => void): Connection<PatternFilesProtocol> {
  const worker = new Worker(new URL("./pattern-files.worker.ts", import.meta.url), { type: "module" });
  return new Connection(worker, {
    // Most likely out of memory.
    failure: (_, detail) =>
      new TessellaError(
        "io",
        `The worker that reads and writes patterns broke down${detail ? `: ${detail}` : ""}.`,
      ),
    onFailure,
  });
}

function isLarge(cells: Cells): boolean {
  if (isBlock(cells)) return cells.words.length > LARGE_PATTERN;
  return (isTree(cells) ? cells.nodes.length : cells.spans.length / 2) > LARGE_PATTERN;
}

/** The buffers to transfer: the memory of large arrays that nothing else uses. */
function given({ cells }: Pattern, { give }: Pick<PatternWriteOptions, "give">): Transferable[] {
  if (!give) return [];
  if (!isLarge(cells)) return [];
  return wholeBuffers(cellArrays(cells).filter(({ byteLength }) => byteLength > COPIED_BYTES));
}

function wholeBuffers(arrays: readonly ArrayBufferView[]): Transferable[] {
  return arrays
    .filter(({ byteLength, buffer }) => byteLength === buffer.byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}
