/** The library as a part of the studio: the open shelf, the person's own patterns, an open folder. */

import { zipSync } from "fflate";
import { flushSync } from "react-dom";
import { createStore } from "zustand/vanilla";
import { cellsBounds } from "../../engine/core/cells.ts";
import { describeError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { isZip } from "../../engine/formats/bytes.ts";
import { inflatedWithin } from "../../engine/formats/format.ts";
import { unzipPatterns } from "../../engine/formats/zip.ts";
import type { StudioDocument } from "../document/document.ts";
import { stemOf } from "../editor/labels.ts";
import type { FolderEntry, HostFile, HostFolder } from "../host/host.ts";
import { wholePattern } from "../studio/duplicate.ts";
import { focusStage } from "../studio/focus.ts";
import type { StudioServices } from "../studio/services.ts";
import { perStudio } from "../studio/services.ts";
import { readableTypes } from "../studio/studio-files.ts";
import { focusSearch } from "./card-keys.ts";
import type { CatalogueEntry } from "./facts.ts";
import { fileNames } from "./file-names.ts";
import type { Imported, Labels } from "./own-library.ts";
import { OwnLibrary } from "./own-library.ts";

export const SHELVES = ["collection", "own", "folder"] as const;
export type Shelf = (typeof SHELVES)[number];

export interface OpenFolder {
  readonly name: string;
  readonly place: string;
  /** Every pattern file in the folder and below, sorted by path. A file is read only when it is opened. */
  readonly files: readonly FolderEntry[];
}

export interface LibraryState {
  readonly shelf: Shelf;
  readonly folder: OpenFolder | null;
  /** The folder of the last session while it is still closed: the person has to permit it, or it could not be read. */
  readonly last: HostFolder | null;
}

const ZIP = { label: "ZIP archive", extensions: [".zip"] };
/** An import's message names at most this many files that it skipped. */
const TOLD = 2;

type LibrarySurroundings = Pick<
  StudioServices,
  "host" | "patternFiles" | "shell" | "settings" | "status" | "dialogs" | "tabs" | "files"
>;

export class StudioLibrary {
  readonly store = createStore<LibraryState>(() => ({
    shelf: "collection",
    folder: null,
    last: null,
  }));
  readonly own: OwnLibrary;
  readonly #around: LibrarySurroundings;
  #recalled = false;

  constructor(around: LibrarySurroundings) {
    this.#around = around;
    this.own = new OwnLibrary({
      store: around.host.library,
      read: async (source) => (await around.patternFiles.read(source)).pattern,
      write: async (pattern, format) =>
        new TextDecoder().decode(await around.patternFiles.write(pattern, format, false)),
      collection: async () => (await import("../studio/built-in-patterns.ts")).BUILT_IN_SOURCES,
    });
  }

  choose(shelf: Shelf): void {
    this.store.setState({ shelf });
  }

  /** The drawer with that shelf in front. */
  async show(shelf: Shelf): Promise<void> {
    this.choose(shelf);
    await this.#openDrawer();
  }

  async #openDrawer(): Promise<void> {
    const { settings } = this.#around;
    if (!settings.now.library) await settings.change({ library: true });
  }

  /** Focuses the search field: with the focus on the cells, keys run commands only. */
  async search(): Promise<void> {
    // The field has the focus before the next key, and before the preference is stored.
    const opened = flushSync(() => {
      this.#around.shell.setState({ zen: false });
      return this.#openDrawer();
    });
    if (!focusSearch()) requestAnimationFrame(focusSearch);
    await opened;
  }

  /** An opened pattern gets the keys next, unless the person has moved on meanwhile. Failures are reported. */
  async open(opening: Promise<unknown>): Promise<void> {
    const { tabs, status } = this.#around;
    const before = tabs.document;
    const from = document.activeElement;
    await opening.catch(status.report);
    // The window shows it by now, so they go there before the next key.
    if (tabs.document !== before && document.activeElement === from) focusStage();
  }

  /** Shows a card's pattern in the tab of previews, or opens it in a tab that stays. Failures are reported. */
  openCard(shelf: "collection" | "own", { id, name }: CatalogueEntry, text: string, preview: boolean): void {
    const origin = { kind: shelf, id } as const;
    void this.open(this.#around.files.openText(text, name, { origin, preview }));
  }

  /** The same for a file of the open folder. */
  openRow(file: HostFile, preview: boolean): void {
    void this.open(this.#around.files.openFile(file, { preview }));
  }

  // ---- a folder, browsed in place

  /** Lets the person choose a folder of patterns and lists it in the drawer. Errors: `io`, `too-large`. */
  async openFolder(): Promise<void> {
    const { folders } = this.#around.host;
    const chosen = await folders.pick("read", "patterns");
    if (!chosen) return;
    this.#recalled = true;
    await this.#openFolder(chosen);
    await this.show("folder");
    // A folder that cannot be kept costs a dialog in the next session.
    await folders.remember(chosen).catch(() => {});
  }

  /**
   * Forgets it first: a folder that has left the drawer does not come back. Errors: `io`; it is closed all the same.
   */
  async closeFolder(): Promise<void> {
    try {
      await this.#around.host.folders.remember(null);
    } finally {
      this.store.setState({ folder: null, last: null });
    }
  }

  /**
   * The folder of the last session, when its shelf first shows: opened, or offered where the browser needs a
   * permission.
   */
  async recallFolder(): Promise<void> {
    if (this.#recalled) return;
    this.#recalled = true;
    const kept = await this.#around.host.folders.remembered();
    if (!kept || this.store.getState().folder) return;
    this.store.setState({ last: kept.folder });
    // A folder that no longer exists says so when the person opens it.
    if (!kept.asks) await this.#openFolder(kept.folder).catch(() => {});
  }

  /** Call it in a click's handler: the browser may ask for permission. Errors: `io`, `not-found`, `too-large`. */
  async reopenFolder(): Promise<void> {
    const { last } = this.store.getState();
    if (last) await this.#openFolder(last);
  }

  async #openFolder(chosen: HostFolder): Promise<void> {
    const folder = await this.#lookThrough(chosen);
    this.store.setState({ folder, last: null });
    if (folder.files.length === 0) {
      this.#around.status.say(`There is no pattern file in ${folder.name} or below it.`);
    }
  }

  #lookThrough(chosen: HostFolder): Promise<OpenFolder> {
    const extensions = [...new Set([...readableTypes(), ZIP].flatMap((type) => type.extensions))];
    return this.#around.status.during(`Looking through ${chosen.name}`, async () => {
      const files = await this.#around.host.folders.list(chosen, extensions);
      return { name: chosen.name, place: chosen.place, files };
    });
  }

  /** A file of the open folder as a pattern. Errors: those of reading it. */
  async readFile(file: HostFile): Promise<Pattern> {
    const bytes = await this.#around.host.files.read(file);
    return (await this.#around.patternFiles.read(bytes, { asRuns: true })).pattern;
  }

  // ---- the person's own patterns

  /**
   * Asks for labels for the selection, or else the whole universe, and names an equal pattern if the library holds one.
   */
  async offerToSave({ editor, title }: StudioDocument): Promise<void> {
    const selected = editor.state.selection ? await editor.copy() : null;
    const pattern = selected ?? (await wholePattern(editor));
    if (cellsBounds(pattern.cells) === null) {
      this.#around.status.say("There are no live cells to save.");
      return;
    }
    const twin = await this.own.twinOf(pattern);
    const { name } = editor.state.info;
    const labels: Labels = { name: selected ? "" : (name ?? stemOf(title)), folder: "", tags: [] };
    this.#around.dialogs.show("library-item", { item: { pattern, twin, labels } });
  }

  async save(pattern: Pattern, labels: Labels): Promise<void> {
    await this.own.add(pattern, labels);
    await this.show("own");
    this.#around.status.say(`Saved ${labels.name} to your library.`);
  }

  /** Changes the labels of an item. */
  offerToChange(id: string): void {
    const entry = this.own.store.getState().entries?.find((candidate) => candidate.id === id);
    if (!entry) return;
    const { name, folder = "", tags } = entry;
    this.#around.dialogs.show("library-item", { item: { id, twin: null, labels: { name, folder, tags } } });
  }

  /** Asks first: no file holds a deleted item. */
  async offerToDelete(id: string): Promise<boolean> {
    const name = this.own.store.getState().entries?.find((entry) => entry.id === id)?.name ?? "this pattern";
    const choice = await this.#around.dialogs.ask(
      `Delete ${name}?`,
      "It is taken out of your library, and no other file holds it.",
      [{ id: "delete", label: "Delete", look: "accent" }],
    );
    if (choice !== "delete") return false;
    await this.own.remove(id);
    return true;
  }

  /** A whole folder with its subfolders. */
  async importFolder(): Promise<void> {
    const chosen = await this.#around.host.folders.pick("read", "patterns");
    if (!chosen) return;
    const picked = await this.#lookThrough(chosen);
    const files = picked.files.map(({ file, path }) => ({ file, folder: [picked.name, ...path].join("/") }));
    await this.#import(picked.name, files);
  }

  /** Pattern files and ZIP archives of them. */
  async importFiles(): Promise<void> {
    const types = [...readableTypes(), ZIP];
    const files = await this.#around.host.files.pickOpen({ types, several: true });
    if (files.length === 0) return;
    await this.#import(
      files.length === 1 ? (files[0] as HostFile).name : `${files.length} files`,
      files.map((file) => ({ file, folder: "" })),
    );
  }

  async #import(
    what: string,
    files: readonly { readonly file: HostFile; readonly folder: string }[],
  ): Promise<void> {
    const results: Imported[] = [];
    let ended = false;
    await this.#around.status.during(
      `Importing ${what}`,
      (say) =>
        this.own.together(async () => {
          for (const [at, { file, folder }] of files.entries()) {
            if (ended) break;
            say(at / files.length);
            for (const result of await this.#importFile(file, folder)) results.push(result);
          }
        }),
      () => {
        ended = true;
      },
    );
    await this.show("own");
    this.#around.status.say(
      importWords(results),
      results.some(({ kind }) => kind === "added") ? "note" : "error",
    );
  }

  async #importFile(file: HostFile, folder: string): Promise<readonly Imported[]> {
    let bytes: Uint8Array;
    try {
      bytes = await this.#around.host.files.read(file);
      if (!isZip(bytes)) return [await this.own.import(file.name, bytes, folder)];
      const results: Imported[] = [];
      for (const packed of unzipPatterns(bytes, inflatedWithin(bytes.length))) {
        const parts = packed.path.split("/");
        const name = parts.pop() as string;
        results.push(await this.own.import(name, packed.bytes, [folder, ...parts].filter(Boolean).join("/")));
      }
      return results;
    } catch (error) {
      return [{ kind: "failed", name: file.name, error }];
    }
  }

  /** Everything as one ZIP, folders and all. */
  async exportZip(): Promise<void> {
    const { files } = this.#around.host;
    const named = await this.#named();
    if (!named) return;
    const file = await files.pickSave({ types: [ZIP], name: "Tessella library.zip" });
    if (!file) return;
    const content = Object.fromEntries(named.map(({ path, text }) => [path, new TextEncoder().encode(text)]));
    await files.write(file, zipSync(content, { level: 6 }));
    this.#around.status.say(`Saved ${counted(named.length, "pattern")} to ${file.name}.`);
  }

  /** All items as files side by side in a folder; each file names its folder in the library. */
  async exportFolder(): Promise<void> {
    const { folders } = this.#around.host;
    const named = await this.#named(false);
    if (!named) return;
    const folder = await folders.pick("write", "Tessella library");
    if (!folder) return;
    await this.#around.status.during(`Exporting to ${folder.name}`, async (say) => {
      const target = folders.target(folder);
      try {
        for (const [at, { path, text }] of named.entries()) {
          say(at / named.length);
          const writer = await target.begin(path);
          await writer.write(new TextEncoder().encode(text));
          await writer.commit();
        }
        await target.finish();
      } catch (error) {
        await target.abandon();
        throw error;
      }
    });
    this.#around.status.say(`Saved ${counted(named.length, "pattern")} to ${folder.name}.`);
  }

  async #named(withFolders = true) {
    await this.own.load();
    const entries = this.own.store.getState().entries ?? [];
    if (entries.length === 0) {
      this.#around.status.say("Your library is empty: there is nothing to export.");
      return null;
    }
    const paths = fileNames(
      entries.map(({ name, folder = "" }) => ({ name, folder: withFolders ? folder : "" })),
    );
    return entries.map(({ id }, at) => {
      const text = this.own.text(id) as string;
      return { path: `${paths[at]}${text.startsWith("[M2]") ? ".mc" : ".rle"}`, text };
    });
  }
}

export const libraryOf = perStudio((services) => new StudioLibrary(services));

export function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** "12 patterns added. Already there: b as Glider, and 3 more. Not read: w.rle (...)". */
function importWords(results: readonly Imported[]): string {
  const added = results.filter(({ kind }) => kind === "added").length;
  const twins = results.flatMap((result) =>
    result.kind === "twin"
      ? [result.name === result.twin ? result.name : `${result.name} as ${result.twin}`]
      : [],
  );
  const failed = results.flatMap((result) =>
    result.kind === "failed" ? [`${result.name} (${reasonOf(result.error)})`] : [],
  );
  return [
    `${counted(added, "pattern")} added.`,
    twins.length > 0 ? `Already there: ${listed(twins)}.` : "",
    failed.length > 0 ? `Not read: ${listed(failed)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The sentence alone: place and advice would be too much in a list. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : describeError(error);
}

/** The first few, and how many more. */
export function listed(texts: readonly string[]): string {
  const more = texts.length - TOLD;
  const first = texts.slice(0, TOLD).map((text) => text.replace(/\.(?=\)|$)/g, ""));
  return first.join(", ") + (more > 0 ? `, and ${more} more` : "");
}
