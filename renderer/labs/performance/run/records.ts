/**
 * The records of runs over ranks that are open, and the reading of them: in slices, as the window draws meanwhile, and on and on where a
 * run is still going. Then the file is looked at twice a second, whichever tab is in front, and only what is new of it is read.
 */

import { createStore } from "zustand/vanilla";
import type { ClusterRecord } from "../../../../engine/cluster/record.ts";
import { ClusterRecordReader } from "../../../../engine/cluster/record.ts";
import { describeError, TessellaError } from "../../../../engine/core/errors.ts";
import type { Sliced } from "../../../../engine/core/slices.ts";
import { inSlices } from "../../../../engine/core/slices.ts";
import type { Files, HostFile } from "../../../host/host.ts";
import type { LabFile } from "../../../studio/lab.ts";

export interface OpenRecord {
  /** Of its file. */
  readonly id: string;
  readonly name: string;
  /** As far as it has been read. Its tracks stay the same objects while they grow. */
  readonly record: ClusterRecord;
  /** Counts the times that it has grown. */
  readonly revision: number;
  /** Whether its file is looked at for more. */
  readonly following: boolean;
  /** Why it is not read further. */
  readonly problem: string | null;
}

export interface RecordsState {
  readonly records: readonly OpenRecord[];
  /** The id of the one whose ranks are shown; null for none. */
  readonly chosen: string | null;
}

/** Milliseconds between two looks at a file. */
export const LOOK = 500;
/** Bytes that are read without a break: some milliseconds. */
const PIECE = 2 ** 16;

/** What reads one file. */
interface Source {
  readonly file: HostFile;
  reader: ClusterRecordReader;
  decoder: TextDecoder;
  bytes: number;
  stamp: string;
}

export class Records {
  readonly store = createStore<RecordsState>(() => ({ records: [], chosen: null }));
  readonly #files: Pick<Files, "read" | "stamp">;
  readonly #sources = new Map<string, Source>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  constructor(files: Pick<Files, "read" | "stamp">) {
    this.#files = files;
  }

  /** Adds the record of a file, or reads it anew, and shows it. Errors: `syntax` where not even its head can be read. */
  async open({ name, bytes, source: file }: LabFile): Promise<void> {
    // It may grow while it is read: then the next look finds another stamp.
    const stamp = await this.#files.stamp(file).catch(() => "");
    const source: Source = { file, ...beginning(), stamp };
    const problem = await this.#read(source, bytes);
    const { record } = source.reader;
    if (!record) throw problem ?? new TessellaError("syntax", "The record has no first line yet.");
    if (this.#closed) return;
    this.#sources.set(file.id, source);
    const entry: OpenRecord = {
      ...{ id: file.id, name, record, revision: 0 },
      following: problem === null && record.end === null && file.writable,
      problem: problem && describeError(problem),
    };
    this.store.setState(({ records }) => ({
      records: records.some(({ id }) => id === entry.id)
        ? records.map((one) => (one.id === entry.id ? entry : one))
        : [...records, entry],
      chosen: entry.id,
    }));
    this.#lookLater();
  }

  choose(id: string): void {
    this.store.setState({ chosen: id });
  }

  /** Puts a record away; the next one is shown in its place. */
  remove(id: string): void {
    this.#sources.delete(id);
    this.store.setState(({ records, chosen }) => {
      const at = records.findIndex((one) => one.id === id);
      const left = records.filter((one) => one.id !== id);
      return {
        records: left,
        chosen: chosen === id ? (left[Math.min(at, left.length - 1)]?.id ?? null) : chosen,
      };
    });
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Reads more of the text; what is wrong with it, or null. */
  async #read(source: Source, bytes: Uint8Array): Promise<TessellaError | null> {
    const { reader, decoder } = source;
    source.bytes += bytes.length;
    try {
      await inSlices(piecesInto(bytes, (piece) => reader.add(decoder.decode(piece, { stream: true }))));
      return null;
    } catch (error) {
      if (error instanceof TessellaError) return error;
      throw error;
    }
  }

  #lookLater(): void {
    const isWaiting = this.store.getState().records.some(({ following }) => following);
    if (this.#timer !== null || this.#closed || !isWaiting) return;
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        this.#timer = null;
        this.#lookLater();
      });
    }, LOOK);
  }

  async #look(): Promise<void> {
    for (const { id, following } of this.store.getState().records) {
      const source = this.#sources.get(id);
      if (following && source) await this.#follow(source);
    }
  }

  async #follow(source: Source): Promise<void> {
    const { file } = source;
    const isOpen = (): boolean => !this.#closed && this.#sources.get(file.id) === source;
    try {
      const stamp = await this.#files.stamp(file);
      if (stamp === source.stamp) return;
      const more = await this.#files.read(file, { from: source.bytes });
      source.stamp = stamp;
      const problem = await this.#read(source, more);
      const { record } = source.reader;
      if (isOpen() && record) this.#grown(file.id, record, problem && describeError(problem));
    } catch (error) {
      if (!isOpen()) return;
      // A file that has become shorter is another run's.
      if (error instanceof TessellaError && error.code === "bad-argument") Object.assign(source, beginning());
      else this.#ended(file.id, describeError(error));
    }
  }

  #grown(id: string, record: ClusterRecord, problem: string | null): void {
    this.#change(id, ({ revision }) => ({
      ...{ record, problem, revision: revision + 1 },
      following: problem === null && record.end === null,
    }));
  }

  #ended(id: string, problem: string): void {
    this.#change(id, () => ({ following: false, problem }));
  }

  #change(id: string, change: (entry: OpenRecord) => Partial<OpenRecord>): void {
    this.store.setState(({ records }) => ({
      records: records.map((one) => (one.id === id ? { ...one, ...change(one) } : one)),
    }));
  }
}

function beginning(): Pick<Source, "reader" | "decoder" | "bytes"> {
  return { reader: new ClusterRecordReader(), decoder: new TextDecoder(), bytes: 0 };
}

function* piecesInto(bytes: Uint8Array, take: (piece: Uint8Array) => void): Sliced<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    take(bytes.subarray(at, at + PIECE));
    yield at / bytes.length;
  }
}
