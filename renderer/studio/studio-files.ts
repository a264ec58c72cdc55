/** Opening and saving: dialogs, drops, pastes, recent files, and the formats between bytes and universes. */

import { cellsBounds, translateCells } from "../../engine/core/cells.ts";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { clipToGrid, gridRect } from "../../engine/core/topology.ts";
import { isZip } from "../../engine/formats/bytes.ts";
import type { PatternFormat } from "../../engine/formats/format.ts";
import { FORMATS, formatForPath, lostIn } from "../../engine/formats/unpacked.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { patternRule } from "../../engine/rules/universe-rule.ts";
import type { NewDocument, StudioDocument } from "../document/document.ts";
import type { Origin } from "../document/origin.ts";
import { sameOrigin } from "../document/origin.ts";
import type { PatternFiles } from "../document/pattern-files.ts";
import { stemOf } from "../editor/labels.ts";
import type { RawSelection } from "../editor/paste/clipboard.ts";
import { rawSelection } from "../editor/paste/clipboard.ts";
import type { FileType, Host, HostFile } from "../host/host.ts";
import { safeFileName } from "../host/names.ts";
import type { DialogOpener } from "./dialog-opener.ts";
import type { Documents } from "./documents.ts";
import { FileWatch } from "./file-watch.ts";
import type { LabTabs } from "./lab-tabs.ts";
import type { FileFailure } from "./open-summary.ts";
import { notOpened, summaryOf } from "./open-summary.ts";
import type { RuleFiles } from "./rule-files.ts";
import { RULE_FILES } from "./rule-files.ts";
import type { StatusLine } from "./status-line.ts";
import type { Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

const withGzip = (extensions: readonly string[]): readonly string[] =>
  extensions.flatMap((extension) => [extension, `${extension}.gz`]);

/** One type for all readable formats, then one for each; `others` are the files of labs. */
export function readableTypes(others: readonly FileType[] = []): readonly FileType[] {
  const readable = FORMATS.list().filter((format) => format.read);
  const types = readable.map((format) => ({ label: format.name, extensions: withGzip(format.extensions) }));
  const all = [...[...types, ...others].flatMap(({ extensions }) => extensions), ".zip"];
  return [{ label: "Patterns", extensions: [...new Set(all)] }, ...types, ...others];
}

export function writableFormats(): readonly PatternFormat[] {
  return FORMATS.list().filter((format) => format.write);
}

/** More about a pattern to open. */
export interface OpenOptions extends Partial<Pick<NewDocument, "file" | "unsaved" | "camera" | "origin">> {
  readonly signal?: AbortSignal;
  /** Whether the next preview may take its place. */
  readonly preview?: boolean;
}

/** The share of opening a file that is done when its bytes are there. */
const READ_SHARE = 0.2;

interface OpenFileOptions {
  /** Its place among several: " (2 of 5)". */
  readonly place?: string;
  readonly camera?: Camera | null;
  /** Whether it was open at the last end, and so does not move up in the recent list. */
  readonly again?: boolean;
  readonly preview?: boolean;
  /** Which pattern of an archive. */
  readonly member?: string | undefined;
}

interface FilesSurroundings {
  readonly host: Host;
  readonly patternFiles: PatternFiles;
  readonly ruleFiles: RuleFiles;
  readonly status: StatusLine;
  readonly tabs: Tabs;
  readonly documents: Documents;
  readonly labs: LabTabs;
  readonly dialogs: DialogOpener;
  readonly onSaved: (document: StudioDocument) => Promise<void>;
}

export class StudioFiles {
  readonly #around: FilesSurroundings;
  readonly #opening = new Map<string, Promise<Tab>>();
  readonly #watch: FileWatch;

  constructor(around: FilesSurroundings) {
    this.#around = around;
    this.#watch = new FileWatch(around.host.files);
  }

  async pickAndOpen(): Promise<void> {
    const types = readableTypes([RULE_FILES, ...this.#around.labs.fileTypes]);
    await this.openFiles(await this.#around.host.files.pickOpen({ types, several: true }));
  }

  /** Opens a file in a tab. A failure becomes the message, and nothing else changes. */
  async openFile(file: HostFile, options: OpenFileOptions = {}): Promise<void> {
    const { ruleFiles } = this.#around;
    const again = (): Promise<void> => this.openFile(file, options);
    try {
      await this.open(file, options);
    } catch (error) {
      const { missingRule: missing, members = [] } = error instanceof TessellaError ? error : {};
      if (members.length > 1) {
        const open = (member: string): Promise<void> => this.openFile(file, { ...options, member });
        return this.#around.dialogs.show("archive", { name: file.name, members, open });
      }
      if (missing !== undefined) {
        const known = ruleFiles.folder.find(missing);
        // Another window may have brought it.
        await ruleFiles.folder.load();
        if (!known && ruleFiles.folder.find(missing)) return again();
        return ruleFiles.sayMissing(file.name, missing, again);
      }
      this.#reportUnlessEnded(prefixed(file.name, error), `${file.name} was not opened.`);
    }
  }

  /**
   * Opens each file in a tab of its own, in their order, and reports all failures once, at the end. Ending one of them ends those
   * that wait behind it. Rule files come first, and are kept.
   */
  async openFiles(all: readonly HostFile[]): Promise<void> {
    const { ruleFiles } = this.#around;
    const rules = all.filter((file) => ruleFiles.isOne(file));
    const files = all.filter((file) => !rules.includes(file));
    if (rules.length > 0) await ruleFiles.take(rules, { quiet: files.length > 0 });
    const [only, second] = files;
    if (!only) return;
    if (!second) return this.openFile(only);
    const failures: FileFailure[] = [];
    for (const [at, file] of files.entries()) {
      try {
        await this.open(file, { place: ` (${at + 1} of ${files.length})` });
      } catch (error) {
        if (error instanceof TessellaError && error.code === "aborted") {
          this.#around.status.say(notOpened(files.slice(at).map(({ name }) => name)));
          return;
        }
        failures.push({ name: file.name, error });
      }
    }
    const summary = summaryOf(files.length, failures);
    if (summary) this.#around.status.say(summary, "error");
  }

  /** Opens a file in a tab: that of the lab which claims it, else a universe's. Errors: those of reading it, `aborted`. */
  open(file: HostFile, options: OpenFileOptions = {}): Promise<Tab> {
    const { preview, member } = options;
    const origin: Origin = { kind: "file", id: file.id, ...(member !== undefined && { member }) };
    const open = () => this.#open(file, origin, options);
    return preview === undefined ? open() : this.#once(origin, preview, open);
  }

  /** Goes to the tab that shows an origin already, or opens one. */
  async #once<T extends Tab>(
    origin: Origin,
    preview: boolean,
    open: () => Promise<T>,
  ): Promise<T | StudioDocument> {
    const { tabs } = this.#around;
    const key = JSON.stringify(origin);
    // The second click of a double click comes before the first one has opened anything. Of several that wait for one that fails, the next
    // one tries, and the others wait for it.
    for (let before = this.#opening.get(key); before; before = this.#opening.get(key))
      await before.catch(() => {});
    const known = tabs.list.find((tab) => tab.kind === "document" && sameOrigin(tab.origin, origin));
    if (known?.kind === "document") {
      if (!preview) tabs.keep(known.id);
      tabs.activate(known.id);
      return known;
    }
    const opening = open();
    this.#opening.set(key, opening);
    return opening.finally(() => this.#opening.delete(key));
  }

  async #open(
    file: HostFile,
    origin: Origin,
    { place = "", camera, again = false, preview, member }: OpenFileOptions,
  ): Promise<Tab> {
    const { host, patternFiles, status, labs } = this.#around;
    const opened = await status.watch(`Opening ${file.name}${place}`, async ({ signal, onProgress }) => {
      const stamp = await this.#watch.look(file);
      // Parsing takes longer than reading the bytes.
      const bytes = await host.files.read(file, {
        signal,
        onProgress: (done, total) => onProgress(READ_SHARE * done, total),
      });
      const lab = labs.labFor({ name: file.name, bytes });
      if (lab) return labs.open(lab, { file: { name: file.name, bytes, source: file } });
      const packed = isZip(bytes);
      const { pattern, format } = await patternFiles.read(bytes, {
        signal,
        member,
        onProgress: (done) => onProgress(READ_SHARE + (1 - READ_SHARE) * done, 1),
      });
      // A file in a read-only format cannot be saved back to, nor can an archive.
      const home = FORMATS.get(format).write && !packed ? file : null;
      const title = member?.split("/").at(-1) ?? file.name;
      const document = await this.openPattern(pattern, title, {
        file: home,
        origin,
        signal,
        camera,
        preview,
      });
      this.#watch.note(document, file, stamp);
      return document;
    });
    if (!again) await host.recent.add(file);
    return opened;
  }

  /** A pattern out of pasted text. Errors: those of reading it, `aborted`. */
  readText(text: string): Promise<Pattern> {
    if (!/\S/.test(text)) throw noPatternCopied();
    return this.#around.status.watch("Reading the clipboard", async ({ signal }) => {
      const reading = this.#around.patternFiles.read(text, { signal, asRuns: true });
      const { pattern } = await reading.catch((error: unknown) => {
        // Text of no kind of file is just other text.
        const isOther = error instanceof TessellaError && error.code === "unknown-format";
        throw isOther ? noPatternCopied(error) : error;
      });
      return pattern;
    });
  }

  /** Work that a person ended has not failed. */
  #reportUnlessEnded(error: unknown, sentence: string): void {
    if (error instanceof TessellaError && error.code === "aborted") this.#around.status.say(sentence);
    else this.#around.status.report(error);
  }

  async openRecent(id: string): Promise<void> {
    try {
      await this.openFile(await this.#around.host.files.reopen(id));
    } catch (error) {
      this.#around.status.report(error);
    }
  }

  /** Opens the text of a pattern of a library, or goes to the tab that shows it. Errors: those of reading it. */
  openText(
    text: string,
    title: string,
    { preview = false, ...options }: OpenOptions & { readonly origin: Origin },
  ): Promise<StudioDocument> {
    return this.#once(options.origin, preview, async () => {
      const { pattern } = await this.#around.patternFiles.read(text);
      return this.openPattern(pattern, title, { ...options, preview });
    });
  }

  /** Errors: those of the rule and of creating the universe. */
  async openPattern(
    pattern: Pattern,
    title: string,
    { signal, preview, ...rest }: OpenOptions = {},
  ): Promise<StudioDocument> {
    const { rule, topology } = patternRule(pattern);
    const { cells, clipped } = placed(pattern, topology);
    const { name, author, comments, generation } = pattern;
    const document = await this.#around.documents.open(
      {
        ...rest,
        title,
        rule,
        topology,
        generation,
        cells,
        info: { name, author, comments },
      },
      { signal, preview },
    );
    const notes = [...pattern.warnings];
    if (clipped) notes.push("Cells that lay off the grid were left out.");
    if (notes.length > 0) {
      const more = notes.length > 1 ? ` (and ${notes.length - 1} more)` : "";
      this.#around.status.say(`${title}: ${notes[0]}${more}`);
    }
    return document;
  }

  /**
   * Opens the cells selected in the universe in front in a tab of their own, at their place and generation. Errors: `aborted`,
   * ...
   */
  async openCells({ pattern, mask }: RawSelection): Promise<void> {
    const { tabs, status, patternFiles } = this.#around;
    const title = `${stemOf(tabs.document?.title ?? "", "pattern")} selection`;
    await status.watch("Opening the selection", async ({ signal }) => {
      const cells = mask ? await patternFiles.common(pattern.cells, mask, signal) : pattern.cells;
      await this.openPattern({ ...pattern, cells }, title, { unsaved: true, signal });
    });
  }

  /** Reloads the document's file in the document's tab, as a change that can be undone. A failure becomes the message. */
  async revert(document: StudioDocument): Promise<void> {
    const { file } = document;
    if (!file) return;
    const { host, patternFiles, status } = this.#around;
    try {
      await status.watch(`Reading ${file.name}`, async ({ signal, onProgress }) => {
        const stamp = await this.#watch.look(file);
        const bytes = await host.files.read(file, { signal, onProgress });
        const { pattern } = await patternFiles.read(bytes, { signal });
        const { rule, topology } = patternRule(pattern);
        const { cells } = placed(pattern, topology);
        const { name, author, comments, generation } = pattern;
        await document.renew(`Revert to ${file.name}`, {
          rule,
          topology,
          generation,
          cells,
          info: { name, author, comments },
        });
        this.#watch.note(document, file, stamp);
      });
      document.editor.markSaved(document.editor.inTime((queue) => queue.scene));
    } catch (error) {
      this.#reportUnlessEnded(prefixed(file.name, error), `${document.title} was left as it is.`);
    }
  }

  /** Takes files and text dropped on or pasted into the window. */
  async take(data: DataTransfer): Promise<boolean> {
    const files = await this.#around.host.files.dropped(data);
    await this.openFiles(files);
    return files.length > 0;
  }

  /** Saves the document to its file; asks for one where there is none. True when it is saved. */
  async save(document: StudioDocument): Promise<boolean> {
    const { file } = document;
    if (!file?.writable) return this.saveAs(document, "rle");
    try {
      const { format, gzip } = formatForPath(file.name);
      if (!format.write) return await this.saveAs(document, "rle");
      const choice = await this.#whetherToReplace(document, file);
      if (choice === "as") return await this.saveAs(document, format.id, gzip);
      return choice === "replace" && (await this.#write(document, file, format, gzip));
    } catch (error) {
      this.#around.status.report(error);
      return false;
    }
  }

  /** Asks for a name in that format and saves. True when it is saved. */
  async saveAs(document: StudioDocument, formatId: string, gzip = false): Promise<boolean> {
    try {
      const picked = await this.#pickSave(document.fileStem, formatId, gzip);
      return picked !== null && (await this.#write(document, picked.file, picked.format, picked.gzip));
    } catch (error) {
      this.#around.status.report(error);
      return false;
    }
  }

  /** Saves the selection in that format; the universe keeps its file and its unsaved changes. True when it is saved. */
  async saveSelection(document: StudioDocument, formatId: string, gzip = false): Promise<boolean> {
    const { host, patternFiles, status } = this.#around;
    try {
      const picked = await this.#pickSave(`${document.fileStem}-selection`, formatId, gzip);
      if (!picked) return false;
      const { file, format } = picked;
      await status.watch(`Saving ${file.name}`, async ({ signal }) => {
        const { pattern, mask } = await document.editor.readSelection(rawSelection);
        await host.files.write(
          file,
          await patternFiles.write(pattern, format.id, picked.gzip, { signal, mask, give: true }),
        );
        this.#around.status.say(`Saved the selection as ${file.name}${without(pattern, format)}.`);
      });
      return true;
    } catch (error) {
      this.#reportUnlessEnded(error, "The selection was not saved.");
      return false;
    }
  }

  /** The person's choice where the file is no longer the one that the document was read from. */
  async #whetherToReplace(document: StudioDocument, file: HostFile): Promise<string | null> {
    if (!(await this.#watch.hasChanged(document, file))) return "replace";
    return this.#around.dialogs.ask(
      `Replace ${file.name}?`,
      "Another window or program has changed the file since it was opened here. Saving takes that change away.",
      [
        { id: "replace", label: "Replace" },
        { id: "as", label: "Save as", look: "accent" },
      ],
    );
  }

  /** null when the person cancels. */
  async #pickSave(
    stem: string,
    formatId: string,
    gzip: boolean,
  ): Promise<{ readonly file: HostFile; readonly format: PatternFormat; readonly gzip: boolean } | null> {
    const format = FORMATS.get(formatId);
    const extensions = gzip ? format.extensions.map((ending) => `${ending}.gz`) : format.extensions;
    const file = await this.#around.host.files.pickSave({
      types: [{ label: format.name, extensions }],
      name: `${safeFileName(stem)}${extensions[0]}`,
    });
    return file && { file, format, gzip: gzip || /\.gz$/i.test(file.name) };
  }

  async #write(
    document: StudioDocument,
    file: HostFile,
    format: PatternFormat,
    gzip: boolean,
  ): Promise<boolean> {
    const { host, patternFiles, status, onSaved } = this.#around;
    return status.during(`Saving ${file.name}`, async () => {
      const saving = await document.editor.toPattern({ asTree: format.writeTree !== undefined });
      const bytes = await patternFiles.write(saving.pattern, format.id, gzip);
      await host.files.write(file, bytes);
      this.#watch.note(document, file, await this.#watch.look(file));
      document.editor.markSaved(saving);
      document.setFile(file);
      await host.recent.add(file);
      await onSaved(document);
      status.say(`Saved ${file.name}${without(saving.pattern, format)}.`);
      return true;
    });
  }
}

/** The parts of a pattern that the format leaves out, for the end of a sentence. */
function without(pattern: Pattern, format: PatternFormat): string {
  const lost = lostIn(pattern, format);
  return lost.length > 0 ? `, without ${lost.join(" and ")}` : "";
}

/** Puts a pattern without a place into the middle of a finite grid, and cuts off the cells outside. */
function placed(pattern: Pattern, topology: Topology) {
  const box = pattern.box ?? cellsBounds(pattern.cells);
  const grid = gridRect(topology);
  let { cells } = pattern;
  if (grid && box && !pattern.positioned && (box.x < grid.x || box.y < grid.y)) {
    cells = translateCells(cells, -(box.w / 2n) - box.x, -(box.h / 2n) - box.y);
  }
  const bounds = cellsBounds(cells);
  const onGrid = bounds && clipToGrid(topology, bounds);
  const clipped = bounds !== null && (onGrid === null || onGrid.w !== bounds.w || onGrid.h !== bounds.h);
  // The engine itself leaves out cells off the grid.
  return { cells, clipped };
}

/** In the command line's form: the file, the place in it, the sentence, and the advice. */
function prefixed(name: string, error: unknown): unknown {
  if (!(error instanceof TessellaError)) return error;
  return new TessellaError(error.code, `${name}: ${describeError(error)}`, {
    missingRule: error.missingRule,
    cause: error,
  });
}

function noPatternCopied(cause?: unknown): TessellaError {
  return new TessellaError("unsupported-format", "There is no pattern on the clipboard.", {
    hint: "Copy one as text, for example from the LifeWiki.",
    cause,
  });
}
