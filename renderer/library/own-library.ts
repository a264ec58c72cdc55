/**
 * The person's own library: patterns with names, folders and tags, kept by the host as texts of pattern files. A
 * pattern's file holds all its labels, so a folder of exported files reads back as it was. Folders follow from the
 * patterns; there are no empty ones.
 */

import { createStore } from "zustand/vanilla";
import { cellsBounds, isTree, translateCells } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { familyOf } from "../../engine/rules/families.ts";
import { stemOf } from "../editor/labels.ts";
import type { KeptTexts } from "../host/host.ts";
import type { PatternText } from "../studio/built-in-patterns.ts";
import { readEntry } from "./catalogue.ts";
import type { KnownForms } from "./duplicates.ts";
import { formOf, knownAs } from "./duplicates.ts";
import type { CatalogueEntry } from "./facts.ts";
import { readComments, tidyFolder, withFacts } from "./facts.ts";

/** A person's labels of a pattern. */
export interface Labels {
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
}

export interface OwnLibraryParts {
  readonly store: KeptTexts;
  /** A rule that stands in a file is known to this window afterwards. Errors: those of reading a pattern. */
  readonly read: (source: string | Uint8Array) => Promise<Pattern>;
  /** The text of a pattern file. Errors: those of writing one. */
  readonly write: (pattern: Pattern, format: string) => Promise<string>;
  /** The built-in collection: its patterns need no second copy. */
  readonly collection: () => Promise<readonly PatternText[]>;
}

export interface OwnState {
  /** By folder, then by name; null until they are read. */
  readonly entries: readonly CatalogueEntry[] | null;
}

/** The result of importing one file. */
export type Imported =
  | { readonly kind: "added"; readonly name: string }
  | { readonly kind: "twin"; readonly name: string; readonly twin: string }
  | { readonly kind: "failed"; readonly name: string; readonly error: unknown };

export class OwnLibrary {
  readonly store = createStore<OwnState>(() => ({ entries: null }));
  readonly #parts: OwnLibraryParts;
  readonly #texts = new Map<string, string>();
  readonly #entries = new Map<string, CatalogueEntry>();
  /** Form and name of each item; made on first use. */
  readonly #forms = new Map<string, string>();
  /** Names by form, of the items whose form is made, and the ids of the others. */
  readonly #known = new Map<string, string>();
  readonly #formless = new Set<string>();
  #collection: Promise<KnownForms> | null = null;
  #loading: Promise<void> | null = null;
  /** Number of bulk additions under way, and whether any of them has added an item. */
  #adding = 0;
  #added = false;

  constructor(parts: OwnLibraryParts) {
    this.#parts = parts;
  }

  /** Reads the host's items, once. Items that cannot be read any more are skipped and stay in place. Errors: `io`. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const items = await this.#parts.store.list();
    // Rules that stand in files may take seconds to compile: whoever reads patterns for this window does that elsewhere, once.
    const named = new Map(items.map(({ text }) => [fileRuleOf(text), text]));
    named.delete(null);
    for (const text of named.values()) await this.#parts.read(text).catch(() => {});
    for (const { id, text } of items) this.#hold(id, text);
    this.#changed();
  }

  text(id: string): string | undefined {
    return this.#texts.get(id);
  }

  /** Names of the folders that hold items, in order. */
  get folders(): readonly string[] {
    const folders = new Set([...this.#entries.values()].map(({ folder }) => folder ?? ""));
    return [...folders].filter((folder) => folder !== "").sort(COLLATOR.compare);
  }

  /** The name of an equal pattern, in any phase or image: "Pulsar"; null for a new one. */
  async twinOf(pattern: Pattern): Promise<string | null> {
    await this.load();
    const own = await this.#ownForms();
    return knownAs(pattern, own) ?? knownAs(pattern, await this.#collectionForms());
  }

  /**
   * Saves a pattern, even one that the library holds already; returns the new item's id. Errors: those of writing it.
   */
  async add(pattern: Pattern, labels: Labels): Promise<string> {
    await this.load();
    const id = crypto.randomUUID();
    await this.#put(id, labelled(pattern, labels));
    return id;
  }

  /** Errors: `not-found`, those of writing it; the item then stays as it was. */
  async change(id: string, labels: Labels): Promise<void> {
    const text = this.#texts.get(id);
    if (text === undefined) throw new TessellaError("not-found", "That pattern is no longer in the library.");
    await this.#put(id, labelled(await this.#parts.read(text), labels));
  }

  async remove(id: string): Promise<void> {
    await this.#parts.store.delete(id);
    this.#forgetForm(id);
    this.#texts.delete(id);
    this.#entries.delete(id);
    this.#formless.delete(id);
    this.#changed();
  }

  /** Work that adds many items: listeners are told once, at its end. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    this.#adding++;
    try {
      return await work();
    } finally {
      if (--this.#adding === 0 && this.#added) this.#changed();
    }
  }

  /**
   * One file of many: patterns that the library holds already are left out. `folder`: used unless the file names its
   * own.
   */
  async import(fileName: string, bytes: Uint8Array, folder: string): Promise<Imported> {
    const stem = stemOf(fileName);
    try {
      const pattern = await this.#parts.read(bytes);
      const twin = await this.twinOf(pattern);
      const entry = labelsOf(pattern, stem);
      const { name } = entry;
      if (twin !== null) return { kind: "twin", name, twin };
      await this.add(pattern, { ...entry, folder: entry.folder || folder });
      return { kind: "added", name };
    } catch (error) {
      return { kind: "failed", name: fileName, error };
    }
  }

  async #put(id: string, pattern: Pattern): Promise<void> {
    const text = await this.#parts.write(pattern, isTree(pattern.cells) ? "macrocell" : "rle");
    await this.#parts.store.put({ id, text });
    this.#hold(id, text);
    if (this.#adding > 0) this.#added = true;
    else this.#changed();
  }

  #hold(id: string, text: string): void {
    this.#forgetForm(id);
    this.#texts.set(id, text);
    try {
      this.#entries.set(id, readEntry({ id, text }));
      this.#formless.add(id);
    } catch {
      this.#entries.delete(id);
      this.#formless.delete(id);
    }
  }

  #forgetForm(id: string): void {
    const form = this.#forms.get(id);
    this.#forms.delete(id);
    if (form === undefined || !this.#known.delete(form)) return;
    // The person may have saved it twice.
    for (const [other, its] of this.#forms) if (its === form) this.#know(other, form);
  }

  #know(id: string, form: string): void {
    this.#forms.set(id, form);
    const name = this.#entries.get(id)?.name;
    // Patterns too large to compare count as new.
    if (form !== "" && name !== undefined) this.#known.set(form, name);
  }

  async #ownForms(): Promise<KnownForms> {
    for (const id of [...this.#formless]) {
      const text = this.#texts.get(id);
      if (text === undefined) continue;
      const form = formOf(await this.#parts.read(text));
      // The item may have been deleted or changed meanwhile.
      if (this.#texts.get(id) !== text || !this.#formless.delete(id)) continue;
      this.#know(id, form ?? "");
    }
    return this.#known;
  }

  #collectionForms(): Promise<KnownForms> {
    this.#collection ??= this.#parts.collection().then(formsOf);
    return this.#collection;
  }

  #changed(): void {
    this.#added = false;
    this.store.setState({ entries: [...this.#entries.values()].sort(inOrder) });
  }
}

/** A rule line of the two formats that the library writes, up to the grid. */
const RULE_LINE = /^(?:x\s*=.*\brule\s*=|#R)\s*([^:\r\n]*)/m;

/** What stands for the rule of a text where that is in a file, the text itself or another; null where the rule is spelled out. */
function fileRuleOf(text: string): string | null {
  if (/^@RULE\b/m.test(text)) return text;
  const name = RULE_LINE.exec(text)?.[1]?.trim() ?? "";
  return name === "" || familyOf(name) ? null : name.toLowerCase();
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function inOrder(a: CatalogueEntry, b: CatalogueEntry): number {
  return (
    COLLATOR.compare(a.folder ?? "", b.folder ?? "") ||
    COLLATOR.compare(a.name, b.name) ||
    COLLATOR.compare(a.id, b.id)
  );
}

/** The labels in the pattern's own file. */
function labelsOf(pattern: Pattern, stem: string): Labels {
  const { folder = "", tags = [] } = readComments(pattern.comments).facts;
  return { name: pattern.name?.trim() || stem, folder, tags };
}

/** The pattern as the library keeps it: without a position and at generation 0; only strobing rules keep the phase. */
function labelled(pattern: Pattern, { name, folder, tags }: Labels): Pattern {
  const strobes = pattern.rule?.startsWith("B0") ?? false;
  const hasGrid = pattern.rule?.includes(":") ?? false;
  const box = hasGrid ? null : cellsBounds(pattern.cells);
  return {
    ...pattern,
    cells: box ? translateCells(pattern.cells, -box.x, -box.y) : pattern.cells,
    name: name.trim().replace(/\s+/g, " ") || "Unnamed",
    comments: withFacts(pattern.comments, { folder: tidyFolder(folder), tags }),
    positioned: hasGrid && pattern.positioned,
    generation: strobes ? pattern.generation & 1n : 0n,
    box: null,
  };
}

function formsOf(sources: readonly PatternText[]): KnownForms {
  const known = new Map<string, string>();
  for (const { id, text } of sources) {
    const { pattern } = readPattern(new TextEncoder().encode(text));
    const form = formOf(pattern);
    if (form !== null) known.set(form, pattern.name ?? id);
  }
  return known;
}
