/**
 * The record of a run over ranks: what each rank did, in each block of generations. It is a file of JSON lines, which grows while the run
 * goes on and may be read at any moment:
 *
 *     {"format": "tessella-cluster-record", "version": 1, "program": "0.1.0", "started": "2026-01-01T12:00:00.000Z",
 *      "algorithm": "bitwise", "rule": "B3/S23", "topology": "T1000,1000", "generation": "0", "transport": "threads", "halo": 8,
 *      "overlap": true, "ranks": [{"first": 0, "rows": 500, "bytes": 2048, "host": "a", "process": 1, "device": "a processor"}, ...],
 *      "prediction": {"by": "a model of a processor", "secondsAGeneration": 0.001, "computing": 0.0009, "exchange": 0.0001}}
 *     {"rank": 0, "blocks": [[1, 8, 1203, 410, 4, 0, 3, 0, 3, 390, 2, 393, 17], ...]}
 *     {"end": {"generation": "1000", "failure": null}}
 *
 * A block is a row of whole numbers: how many blocks it adds up, generations, start, duration, then three for each span: its kind (its place in
 * SPAN_KINDS), start and duration. All times are microseconds; a block starts so many after the record did, by the clock of
 * rank 0, and a span so many after its block. Spans may lie over each other: rows travel while a GPU computes. Where a row adds
 * up several blocks, it has one span of each kind, which begins with it.
 *
 * A last line without an end is one that is still being written, or was when the run was killed; it is left out.
 */

import { TessellaError } from "../core/errors.ts";
import { JsonPlace } from "../core/json-place.ts";

const FORMAT = "tessella-cluster-record";
const VERSION = 1;
const FORM = 'A record begins with {"format": "tessella-cluster-record", "version": 1.';

/** What a rank does: steps, fetches rows from where its cells are, waits for its neighbours' rows, sends, and puts rows in their places. */
export const SPAN_KINDS = ["computing", "reading", "waiting", "sending", "writing"] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export interface RecordedRank {
  /** Its rows of the whole grid. */
  readonly first: number;
  readonly rows: number;
  /** Bytes that it sends in an exchange, to all neighbours. */
  readonly bytes: number;
  readonly host: string;
  /** Of the system. Ranks that are threads share one. */
  readonly process: number;
  /** The processor's name, or that of the GPU that holds its cells. */
  readonly device: string;
}

/** How long a generation was said to take before the run began, in seconds; all ranks wait for the slowest. */
export interface RecordedPrediction {
  /** Where the numbers come from. */
  readonly by: string;
  readonly secondsAGeneration: number;
  /** Of stepping, strips included, and of an exchange that nothing hides: a generation's share of each. */
  readonly computing: number;
  readonly exchange: number;
}

export interface RecordHead {
  /** The version of the program. */
  readonly program: string;
  /** When the record began, as in ISO 8601. */
  readonly started: string;
  readonly algorithm: string;
  readonly rule: string;
  /** As after a rule's colon: T1000,1000. */
  readonly topology: string;
  readonly generation: bigint;
  readonly transport: string;
  readonly halo: number;
  readonly overlap: boolean;
  /** By rank. */
  readonly ranks: readonly RecordedRank[];
  readonly prediction: RecordedPrediction | null;
}

export interface RecordEnd {
  readonly generation: bigint;
  /** Why the run ended before its end; null where it did not. */
  readonly failure: string | null;
}

/** Seconds since the record began, and seconds. */
export interface RecordedSpan {
  readonly kind: SpanKind;
  readonly start: number;
  readonly seconds: number;
}

/** A stretch of generations between two exchanges, or several of them added up. */
export interface RecordedBlock {
  /** How many blocks these are. */
  readonly merged: number;
  readonly generations: number;
  readonly start: number;
  readonly seconds: number;
  readonly spans: readonly RecordedSpan[];
}

/**
 * When blocks were computed, in seconds since the record began. A rank tells a GPU its blocks long before the GPU computes them, so a block is done
 * when its computing is. Of blocks that were added up only their durations are known.
 */
export function doneAt({ merged, start, seconds, spans }: Omit<RecordedBlock, "generations">): number {
  const told = start + seconds;
  if (merged > 1) return told;
  return spans.reduce(
    (done, span) => (span.kind === "computing" ? Math.max(done, span.start + span.seconds) : done),
    told,
  );
}

/** Blocks of one rank, which follow each other, added up. */
export class BlockSums {
  allGenerations = 0;
  /** Seconds in which a block was under way. */
  allSeconds = 0;
  #done = Number.NEGATIVE_INFINITY;

  /** Returns when it was done. */
  add(block: RecordedBlock): number {
    const done = doneAt(block);
    this.allGenerations += block.generations;
    this.allSeconds += Math.max(0, done - Math.max(block.start, this.#done));
    this.#done = Math.max(this.#done, done);
    return done;
  }
}

export function formatRecordHead({ generation, ...head }: RecordHead): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...head, generation: `${generation}` })}\n`;
}

export function formatRecordBlocks(rank: number, blocks: readonly RecordedBlock[]): string {
  const rows = blocks.map(({ merged, generations, start, seconds, spans }) => {
    const began = micros(start);
    const row = [merged, generations, began, micros(start + seconds) - began];
    for (const span of spans) {
      // Both ends are rounded, so that errors do not add up.
      const from = Math.max(began, micros(span.start));
      row.push(SPAN_KINDS.indexOf(span.kind), from - began);
      row.push(Math.max(0, micros(span.start + span.seconds) - from));
    }
    return row;
  });
  return `${JSON.stringify({ rank, blocks: rows })}\n`;
}

export function formatRecordEnd({ generation, failure }: RecordEnd): string {
  return `${JSON.stringify({ end: { generation: `${generation}`, failure } })}\n`;
}

function micros(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1e6));
}

/** Numbers that are added one by one. */
class Column<T extends Float64Array | Uint32Array | Uint8Array> {
  #values: T;
  length = 0;

  constructor(values: T) {
    this.#values = values;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new (this.#values.constructor as new (length: number) => T)(2 * this.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = value;
  }

  /** As far as they have come; a view, which is worth nothing after the next push. */
  get values(): T {
    return this.#values.subarray(0, this.length) as T;
  }
}

const ROOM = 256;

/** What one rank did, in columns: some hundred thousand spans are a few arrays. All of them are views, to be asked for again after an `add`. */
export class RankTrack {
  readonly #merged = new Column(new Uint32Array(ROOM));
  readonly #generations = new Column(new Float64Array(ROOM));
  readonly #start = new Column(new Float64Array(ROOM));
  readonly #seconds = new Column(new Float64Array(ROOM));
  readonly #firstSpan = new Column(new Uint32Array(ROOM));
  readonly #kind = new Column(new Uint8Array(ROOM));
  readonly #spanStart = new Column(new Float64Array(ROOM));
  readonly #spanSeconds = new Column(new Float64Array(ROOM));
  readonly #done = new Column(new Float64Array(ROOM));
  readonly #kindSeconds = new Float64Array(SPAN_KINDS.length);
  readonly #sums = new BlockSums();

  /** Rows of the file; `merged` says how many blocks each adds up. */
  get blocks(): number {
    return this.#start.length;
  }

  get merged(): Uint32Array {
    return this.#merged.values;
  }

  /** Of each block. */
  get generations(): Float64Array {
    return this.#generations.values;
  }

  /** Seconds since the record began; blocks follow each other. */
  get start(): Float64Array {
    return this.#start.values;
  }

  get seconds(): Float64Array {
    return this.#seconds.values;
  }

  /** When each block was done (`doneAt`). */
  get done(): Float64Array {
    return this.#done.values;
  }

  /** The first span of each block; the last one's end where the spans end. */
  get firstSpan(): Uint32Array {
    return this.#firstSpan.values;
  }

  /** Of each span its place in SPAN_KINDS. */
  get kind(): Uint8Array {
    return this.#kind.values;
  }

  /** Of each span, in seconds since the record began. */
  get spanStart(): Float64Array {
    return this.#spanStart.values;
  }

  get spanSeconds(): Float64Array {
    return this.#spanSeconds.values;
  }

  /** Generations of all blocks, seconds in which one was under way, and seconds by the places of SPAN_KINDS. */
  get allGenerations(): number {
    return this.#sums.allGenerations;
  }

  get allSeconds(): number {
    return this.#sums.allSeconds;
  }

  get kindSeconds(): Float64Array {
    return this.#kindSeconds;
  }

  /** `row`: numbers that have been checked. */
  push(row: readonly number[]): void {
    const block = blockOfRow(row);
    this.#merged.push(block.merged);
    this.#generations.push(block.generations);
    this.#start.push(block.start);
    this.#seconds.push(block.seconds);
    this.#done.push(this.#sums.add(block));
    this.#firstSpan.push(this.#kind.length);
    for (const { kind, start, seconds } of block.spans) {
      const place = SPAN_KINDS.indexOf(kind);
      this.#kind.push(place);
      this.#spanStart.push(start);
      this.#spanSeconds.push(seconds);
      this.#kindSeconds[place] += seconds;
    }
  }
}

function blockOfRow(row: readonly number[]): RecordedBlock {
  const [merged, generations, start, duration] = row;
  const spans: RecordedSpan[] = [];
  for (let at = BLOCK_NUMBERS.length; at < row.length; at += SPAN_NUMBERS.length)
    spans.push({
      kind: SPAN_KINDS[row[at]],
      start: (start + row[at + 1]) / 1e6,
      seconds: row[at + 2] / 1e6,
    });
  return { merged, generations, start: start / 1e6, seconds: duration / 1e6, spans };
}

export interface ClusterRecord {
  readonly head: RecordHead;
  /** By rank. */
  readonly tracks: readonly RankTrack[];
  /** Null while the run goes on, and where it was killed. */
  readonly end: RecordEnd | null;
}

/** Seconds of a generation as the slowest rank took them; null before the first block. */
export function measuredSeconds(
  tracks: readonly Pick<BlockSums, "allSeconds" | "allGenerations">[],
): number | null {
  const each = tracks.map(({ allSeconds, allGenerations }) => allSeconds / allGenerations);
  return each.every(Number.isFinite) ? Math.max(...each) : null;
}

/** A whole record, which may still be growing. Errors: `syntax`, one sentence with the line. */
export function readClusterRecord(text: string): ClusterRecord {
  const reader = new ClusterRecordReader();
  reader.add(text);
  if (!reader.record) throw new TessellaError("syntax", "The record has no first line.", { hint: FORM });
  return reader.record;
}

/** Reads a record piece by piece, as it grows. */
export class ClusterRecordReader {
  #rest = "";
  #lines = 0;
  #head: RecordHead | null = null;
  #tracks: readonly RankTrack[] = [];
  #end: RecordEnd | null = null;

  /** What has been read so far; null before the first line. Its tracks are the same objects each time, and grow. */
  get record(): ClusterRecord | null {
    return this.#head && { head: this.#head, tracks: this.#tracks, end: this.#end };
  }

  /** The next piece of the file's text. Errors: `syntax`, one sentence with the line; the lines before it have been read. */
  add(text: string): void {
    let begin = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", begin)) {
      const line = this.#rest + text.slice(begin, end);
      this.#rest = "";
      begin = end + 1;
      this.#lines++;
      this.#read(line);
    }
    this.#rest += text.slice(begin);
  }

  #read(line: string): void {
    try {
      if (!this.#head) {
        this.#head = headOf(line);
        this.#tracks = this.#head.ranks.map(() => new RankTrack());
      } else this.#readNext(line);
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      const { code, message, column, hint } = error;
      throw new TessellaError(code, message, { line: this.#lines, column, hint });
    }
  }

  #readNext(line: string): void {
    if (line.startsWith('{"end"')) {
      this.#end = endOf(line);
      return;
    }
    const { rank, blocks } = blocksOf(line, this.#tracks.length);
    for (const [i, row] of blocks.entries()) {
      checkRow(row, i + 1);
      this.#tracks[rank].push(row);
    }
  }
}

function blocksOf(
  line: string,
  size: number,
): { readonly rank: number; readonly blocks: readonly number[][] } {
  let value: { rank?: unknown; blocks?: unknown } | null;
  try {
    value = JSON.parse(line);
  } catch {
    // The slower parser knows the place.
    JsonPlace.read(line, "The line");
    throw new TessellaError("syntax", "The line is no JSON.");
  }
  const rank = value?.rank;
  if (typeof rank !== "number" || !Number.isInteger(rank) || rank < 0 || rank >= size)
    throw new TessellaError("syntax", `The line has no "rank" that is a whole number from 0 to ${size - 1}.`);
  if (!Array.isArray(value?.blocks)) throw new TessellaError("syntax", 'The line has no list "blocks".');
  return { rank, blocks: value.blocks };
}

const BLOCK_NUMBERS = ["number of blocks added up", "number of generations", "start", "duration"];
const SPAN_NUMBERS = ["kind", "start", "duration"];

/** Errors: `syntax`. */
function checkRow(row: unknown, number: number): asserts row is number[] {
  const wrong = (what: string): TessellaError =>
    new TessellaError("syntax", `Block ${number} of the line ${what}.`);
  if (!Array.isArray(row)) throw wrong("is no list");
  const [before, each] = [BLOCK_NUMBERS.length, SPAN_NUMBERS.length];
  if (row.length < before || (row.length - before) % each !== 0)
    throw wrong(`has ${row.length} numbers, not ${before} and ${each} for each span`);
  for (let at = 0; at < row.length; at++) {
    const isKind = at >= before && (at - before) % each === 0;
    if (Number.isSafeInteger(row[at]) && row[at] >= 0 && (!isKind || row[at] < SPAN_KINDS.length)) continue;
    const name =
      at < before
        ? BLOCK_NUMBERS[at]
        : `${SPAN_NUMBERS[(at - before) % each]} of span ${Math.floor((at - before) / each) + 1}`;
    const range = isKind ? `from 0 to ${SPAN_KINDS.length - 1}` : "from 0 on";
    throw wrong(`has a ${name} that is no whole number ${range}`);
  }
}

const HEAD_TEXTS = ["program", "started", "algorithm", "rule", "topology", "transport"] as const;
const HEAD_FIELDS = [
  ...["format", "version", ...HEAD_TEXTS, "generation", "halo", "overlap", "ranks", "prediction"],
];

function headOf(line: string): RecordHead {
  const place = JsonPlace.read(line, "The record's first line", FORM);
  place.checkFormat(
    {
      format: FORMAT,
      version: VERSION,
      name: "The record",
      otherwise: "This is no record of a run over ranks.",
    },
    FORM,
  );
  place.checkFields(HEAD_FIELDS);
  const texts = Object.fromEntries(HEAD_TEXTS.map((name) => [name, place.text(name)]));
  const overlap = place.field("overlap");
  if (typeof overlap?.value !== "boolean")
    throw (overlap ?? place).wrong('The record\'s first line has no "overlap" that is true or false.');
  const ranks = place.list("ranks", (number) => `Rank ${number - 1}`).map(rankOf);
  if (ranks.length === 0) throw place.wrong("The record has no rank.");
  return {
    ...(texts as Record<(typeof HEAD_TEXTS)[number], string>),
    generation: place.digits("generation"),
    halo: place.whole("halo", 1),
    overlap: overlap.value,
    ranks,
    prediction: predictionOf(place),
  };
}

function rankOf(place: JsonPlace): RecordedRank {
  place.checkFields(["first", "rows", "bytes", "host", "process", "device"]);
  return {
    first: place.whole("first", 0),
    rows: place.whole("rows", 1),
    bytes: place.whole("bytes", 0),
    host: place.text("host"),
    process: place.whole("process", 0),
    device: place.text("device"),
  };
}

function predictionOf(head: JsonPlace): RecordedPrediction | null {
  const place = head.field("prediction", "The prediction");
  if (place === undefined || place.value === null) return null;
  place.checkFields(["by", "secondsAGeneration", "computing", "exchange"]);
  return {
    by: place.text("by"),
    secondsAGeneration: place.amount("secondsAGeneration"),
    computing: place.amount("computing"),
    exchange: place.amount("exchange"),
  };
}

function endOf(line: string): RecordEnd {
  const place = JsonPlace.read(line, "The line").field("end", "The record's end");
  if (!place) throw new TessellaError("syntax", 'The line has no "end".');
  place.checkFields(["generation", "failure"]);
  const failure = place.field("failure");
  const isNone = failure?.value === null;
  return { generation: place.digits("generation"), failure: isNone ? null : place.text("failure") };
}
