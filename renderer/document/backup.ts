/**
 * What is kept of a document's unsaved work in case of a crash: copies of its cells, and beside them the record of its history
 * (editor/history/record.ts) that leads from those copies to the present state. The copies are the recovery's own
 * (universe/copy-keeper.ts). Reading and packing one takes long for a large universe and so happens rarely; the record is small
 * and is written every few seconds, whatever the size. Large edits are pieces of their own, written once.
 */

import type { RuleFile } from "../../engine/core/rule-file.ts";
import { readRule } from "../../engine/rules/universe-rule.ts";
import type { Editor } from "../editor/editor.ts";
import type { Mark } from "../editor/history/history.ts";
import type { CopyPlace, HistoryRecord } from "../editor/history/record.ts";
import { leadsToStart, needsEarlier, reachedLine, recordOf } from "../editor/history/record.ts";
import type { Line } from "../editor/history/stops.ts";
import { startPosition } from "../editor/history/stops.ts";
import type { AutosavePiece } from "../host/host.ts";
import type { CopyKeeper, MarkedCopy } from "../universe/copy-keeper.ts";
import type { LiveUniverse, UniverseCopy } from "../universe/live-universe.ts";
import type { Packer } from "./packed-data.ts";

/** Bytes from which a change is a piece of its own. */
const LARGE_CHANGE = 2 ** 16;

/** Cells that are kept, and where they belong. */
interface Base extends CopyPlace {
  /** The editor's revision then. */
  readonly revision: number;
  readonly name: string;
  /** null once they are stored. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

interface BackupSource {
  readonly editor: Editor;
  readonly universe: LiveUniverse;
  readonly copies: CopyKeeper<Mark>;
  readonly packer: Pick<Packer, "pack">;
}

/** The parts of a backup to store: a piece without bytes is stored already. */
export interface BackupParts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pieces: readonly AutosavePiece[];
}

/** The contents of a backup's main part; the pieces fill in what it names. */
interface Stored extends Omit<HistoryRecord, "bases"> {
  readonly bases: readonly { readonly at: number; readonly name: string }[];
  /** The pieces that hold the data of entries, by the entry's place. */
  readonly large: Readonly<Record<number, string>>;
}

type BaseCells = Pick<UniverseCopy, "soup" | "cells" | "block">;

/** A backup as it was found. */
export interface FoundBackup {
  readonly record: HistoryRecord;
  /** The cells of the record's bases. */
  readonly copies: readonly UniverseCopy[];
}

export class Backup {
  readonly #source: BackupSource;
  #latest: Base | null = null;
  /** An earlier base, which leads to the universe's start, or to what undo would not reach from the latest one. */
  #first: Base | null = null;
  #names = 0;
  readonly #stored = new Set<string>();

  constructor(source: BackupSource) {
    this.#source = source;
  }

  /**
   * Takes over the recovery's copy if it has a newer one that leads here. Else asks for a fresh one, unless only a run went on:
   * the record says how far. Errors: those of reading.
   */
  async copy(): Promise<void> {
    const { copies, editor } = this.#source;
    const before = this.#latest;
    const newer = copies.latest;
    const taken = newer && !sameState(newer, before) && this.#leads(newer);
    if (!taken && before?.revision === editor.state.revision && this.#leads(before)) return;
    const copy = taken ? newer : await copies.fresh();
    if (sameState(copy, before)) return;
    const latest = await this.#pack(copy);
    this.#first = await this.#firstFor(latest);
    this.#latest = latest;
  }

  /** Hands the present state over to be stored. False where no copy leads to it: another one is due. Errors: those of `put`. */
  async store(put: (parts: BackupParts) => Promise<void>): Promise<boolean> {
    const [first, latest] = [this.#first, this.#latest];
    const record = latest && recordOf(this.#line, latest, first);
    if (!record) return false;
    const bases = [first, latest].filter((base) => base !== null);
    const kept = bases.slice(-record.bases.length);
    const pieces: AutosavePiece[] = kept.map(({ name, bytes }) => ({
      name,
      bytes: this.#unstored(name, bytes),
    }));
    const large: Record<number, string> = {};
    const entries = [...record.entries];
    for (const [at, entry] of record.entries.entries()) {
      if (entry.bytes < LARGE_CHANGE) continue;
      const name = `change-${entry.id}`;
      large[at] = name;
      entries[at] = { ...entry, data: { kind: "none" } };
      pieces.push({
        name,
        bytes: this.#stored.has(name) ? null : await this.#source.packer.pack(entry.data),
      });
    }
    const named = record.bases.map((at, n) => ({ at, name: (kept[n] as Base).name }));
    const stored: Stored = { ...record, entries, bases: named, large };
    await put({ bytes: await this.#source.packer.pack(stored), pieces });
    this.#stored.clear();
    for (const { name } of pieces) this.#stored.add(name);
    for (const base of kept) base.bytes = null;
    // What is not stored any more cannot be referred to.
    if (first && !kept.includes(first)) this.#first = null;
    return true;
  }

  #unstored(name: string, bytes: Base["bytes"]): Base["bytes"] {
    return this.#stored.has(name) ? null : bytes;
  }

  get #line(): Line {
    const { editor, universe } = this.#source;
    return reachedLine(editor.line, universe.present.generation);
  }

  #leads(copy: MarkedCopy<Mark> | Base): boolean {
    return recordOf(this.#line, "stop" in copy ? copy : placeOf(copy), null) !== null;
  }

  async #pack(copy: MarkedCopy<Mark>): Promise<Base> {
    const { revision } = copy;
    return { ...placeOf(copy), revision, ...(await this.#packCells(copy)) };
  }

  async #packCells({ soup, cells, block }: BaseCells): Promise<Pick<Base, "name" | "bytes">> {
    return { name: `cells-${++this.#names}`, bytes: await this.#source.packer.pack({ soup, cells, block }) };
  }

  /** An earlier base that leads to the start, where the latest one lies behind it or undo could not pass what lies between. */
  async #firstFor(latest: CopyPlace): Promise<Base | null> {
    const line = this.#line;
    const leads = (place: CopyPlace): boolean => leadsToStart(line, place);
    const isStart = leads(latest);
    if (isStart && !needsEarlier(line, latest)) return null;
    for (const base of [this.#first, this.#latest]) if (base && leads(base)) return base;
    const { editor, universe, copies } = this.#source;
    if (copies.origin && leads(placeOf(copies.origin))) return this.#pack(copies.origin);
    if (isStart) return null;
    const start = line.stops[startPosition(line)];
    if (!start?.held) return null;
    const { snapshot } = start.held;
    const cells = await editor.keep(() => universe.present.readSnapshot(snapshot)).catch(() => null);
    if (!cells) return null;
    const { generation } = start.scene;
    return { stop: start.id, generation, revision: -1, ...(await this.#packCells({ cells })) };
  }
}

function placeOf({ mark, generation }: MarkedCopy<Mark>): CopyPlace {
  return { stop: mark.stop, generation };
}

function sameState(a: { readonly revision: number; readonly generation: bigint }, b: Base | null): boolean {
  return a.revision === b?.revision && a.generation === b.generation;
}

/**
 * `learn`: makes the rule of a file known, which may take a while; without, it is compiled here. Errors: `syntax` for a backup that is
 * damaged.
 */
export async function readBackup(
  { bytes, pieces }: BackupParts,
  packer: Pick<Packer, "unpack">,
  learn: (file: RuleFile) => Promise<void> = async () => {},
): Promise<FoundBackup> {
  const { bases, large, ...stored } = (await packer.unpack(bytes)) as Stored;
  const files = stored.stops.flatMap(({ scene }) => scene.ruleFile ?? []);
  // One that cannot be read is told below.
  for (const file of new Map(files.map((each) => [each.text, each])).values())
    await learn(file).catch(() => {});
  const piece = async (name: string): Promise<unknown> => {
    const found = pieces.find((one) => one.name === name);
    return packer.unpack((found?.bytes ?? new Uint8Array(0)) as Uint8Array<ArrayBuffer>);
  };
  const entries = [...stored.entries];
  for (const [at, name] of Object.entries(large)) {
    const entry = entries[Number(at)] as (typeof entries)[0];
    entries[Number(at)] = { ...entry, data: (await piece(name)) as typeof entry.data };
  }
  const copies: UniverseCopy[] = [];
  for (const { at, name } of bases) {
    const { scene } = stored.stops[at] as (typeof stored.stops)[0];
    copies.push({ ...readRule(scene), generation: scene.generation, ...((await piece(name)) as BaseCells) });
  }
  return { record: { ...stored, entries, bases: bases.map(({ at }) => at) }, copies };
}
