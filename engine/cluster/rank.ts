/**
 * A rank at work: it does what the commands of rank 0 say with its slab, and answers. Rank 0 holds a slab as well and obeys itself.
 */

import type { Algorithm, AlgorithmEnvironment, Snapshot } from "../algorithms/algorithm.ts";
import { writeSoup } from "../algorithms/load.ts";
import { algorithmNamed } from "../algorithms/registry.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { translateRuns } from "../core/runs.ts";
import { soupOrigin } from "../core/soup.ts";
import { HASH_B, hashMul, hashPow } from "../core/state-hash.ts";
import { toWireError } from "../core/wire-error.ts";
import type { GpuDevice } from "../gpu/device.ts";
import { acquireDevice, nameAdapter } from "../gpu/device.ts";
import type { SaveFile } from "./checkpoint.ts";
import { saveFailure, slabPieces } from "./checkpoint.ts";
import type { RankAnswer, RankCommand, RunsShape, SharedInit } from "./commands.ts";
import { measureRank } from "./measure.ts";
import type { RankParcel } from "./parcels.ts";
import { NO_BYTES, wordsOfBytes } from "./parcels.ts";
import { rehearse } from "./rehearsal.ts";
import type { Served } from "./service.ts";
import { serveRank } from "./service.ts";
import type { FoundKernels, SlabPart } from "./shared-tuning.ts";
import { SharedTuning } from "./shared-tuning.ts";
import { Slab } from "./slab.ts";
import { alignClocks, SlabTrace } from "./trace.ts";
import type { RankMessage, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

/** What a rank gives its algorithm. */
export type RankEnvironment = (
  algorithm: Algorithm,
  memoryMegabytes: number | undefined,
) => Promise<AlgorithmEnvironment>;

/** What a command comes to, beside the memory. */
interface Outcome {
  readonly value?: unknown;
  readonly bytes?: RankMessage;
}

const NOTHING: Outcome = {};

export class Rank implements Served<RankCommand, RankAnswer> {
  readonly #transport: Transport;
  readonly #environmentOf: RankEnvironment;
  readonly #saveFile: SaveFile | undefined;
  readonly #snapshots = new Map<number, Snapshot>();
  #environment: AlgorithmEnvironment | null = null;
  /** Held open from the first trial to the end: a device that closes forgets the kernels that it has compiled. */
  #device: GpuDevice | null = null;
  #tuning = new SharedTuning();
  #held: Slab | null = null;

  /** `saveFile`: how it writes checkpoints, where it may. */
  constructor(transport: Transport, environmentOf: RankEnvironment, saveFile?: SaveFile) {
    this.#transport = transport;
    this.#environmentOf = environmentOf;
    this.#saveFile = saveFile;
  }

  /** Of its slab; undefined before there is one. */
  get generation(): bigint | undefined {
    return this.#held?.universe.generation;
  }

  /** Generations until rows are exchanged again; a whole block where they have just been. 0 where there is no neighbour. */
  get untilExchange(): number {
    return this.#held?.untilExchange ?? 0;
  }

  /** The kernels that it has found, or was told of. */
  get kernels(): FoundKernels {
    return this.#tuning.found;
  }

  /** The GPU's name, where the slab is on one. */
  get adapter(): string | undefined {
    return this.#held?.universe.adapter;
  }

  /**
   * Does it and says what came out; the answer holds the error of what failed on this rank alone. Errors: `engine-lost`, on all ranks,
   * where a step failed: the others wait for this one's rows.
   */
  async obey(command: RankCommand, bytes: Uint8Array): Promise<RankParcel<RankAnswer>> {
    try {
      const { value, bytes: payload } = await this.#do(command, bytes);
      const head = { value, memory: this.#memory() };
      return { head, bytes: payload ? bytesOf(payload) : NO_BYTES };
    } catch (error) {
      const code = error instanceof TessellaError ? error.code : null;
      if (code === "engine-lost") throw error;
      // A GPU that is lost has taken the cells with it.
      if (command.verb === "advance" || code === "gpu-lost") throw this.#ended(error);
      return { head: { error: toWireError(error), memory: this.#memory() }, bytes: NO_BYTES };
    }
  }

  /** Serves rank 0, as another rank, until it says that it is the end. Errors: `engine-lost`. */
  async serve(): Promise<void> {
    await serveRank<RankCommand, RankAnswer>(this.#transport, this);
  }

  #memory(): number {
    let snapshots = 0;
    for (const { bytes } of this.#snapshots.values()) snapshots += bytes;
    return this.#held ? this.#held.memory() - snapshots : 0;
  }

  /** Tells all ranks that this one cannot go on. */
  #ended(error: unknown): TessellaError {
    const { generation } = this;
    const where = generation === undefined ? "" : ` at generation ${grouped(generation)}`;
    const reason = `Rank ${this.#transport.rank} stopped${where}: ${describeError(error)}`;
    this.#transport.abort(reason);
    return new TessellaError("engine-lost", reason, { cause: error });
  }

  get #slab(): Slab {
    if (!this.#held) throw new Error("A rank was asked for cells before it had a slab.");
    return this.#held;
  }

  async #do(command: RankCommand, bytes: Uint8Array): Promise<Outcome> {
    switch (command.verb) {
      case "device": {
        const { environment } = await this.#algorithm(command.init);
        const adapter = await environment.gpu?.requestAdapter();
        return { value: adapter ? nameAdapter(adapter.info) : null };
      }
      case "measure": {
        const { algorithm, environment } = await this.#algorithm(command.init);
        return { value: await measureRank(this.#transport, algorithm, environment, command.init) };
      }
      case "rehearse": {
        const { algorithm, environment } = await this.#algorithm(command.init);
        const { init, wish } = command;
        const { rank } = this.#transport;
        return { value: await rehearse(algorithm, this.#parts(environment), init, rank, wish) };
      }
      case "create": {
        const { algorithm, environment } = await this.#algorithm(command.init);
        const { init, choice, follows, kernels } = command;
        this.#tuning = new SharedTuning(environment.tuning, follows);
        this.#tuning.tell(kernels);
        const parts = this.#parts(environment);
        this.#held = await Slab.create(this.#transport, algorithm, parts, init, choice);
        return NOTHING;
      }
      case "advance":
        if (this.#transport.rank > 0) this.#tuning.tell(command.kernels);
        await this.#slab.advance(command.count, command.goesOn);
        return NOTHING;
      case "setGeneration":
        this.#slab.universe.setGeneration(command.generation);
        return NOTHING;
      case "setRule":
        this.#slab.setRule(command.rule);
        return NOTHING;
      case "population":
      case "bounds":
      case "hash":
        await this.#slab.clearHalos();
        return { value: await this.#count(command.verb) };
      case "readRuns":
      case "readBlock":
        return this.#read(command);
      case "writeBlock":
      case "writeRuns":
      case "writeSoup":
      case "clear":
        this.#slab.touch();
        await this.#write(command, bytes);
        return NOTHING;
      case "snapshot":
      case "restore":
      case "release":
        return { value: await this.#keep(command) };
      case "save":
        await this.#save(command.path);
        return NOTHING;
      case "record":
        this.#slab.trace ??= new SlabTrace();
        return NOTHING;
      case "trace": {
        const value = await alignClocks(this.#transport, command.apart);
        const { trace } = this.#slab;
        return { value, bytes: command.last ? await trace?.take() : trace?.takeComplete() };
      }
      case "end":
        this.#held?.dispose();
        this.#held = null;
        this.#device?.release();
        this.#device = null;
        return NOTHING;
    }
  }

  /** What a universe is made by; a GPU is opened once. */
  async #algorithm({ algorithm: id, memoryMegabytes }: SharedInit): Promise<{
    readonly algorithm: Algorithm;
    readonly environment: AlgorithmEnvironment;
  }> {
    const algorithm = algorithmNamed(id);
    if (!this.#environment) {
      const environment = await this.#environmentOf(algorithm, memoryMegabytes);
      if (algorithm.needsGpu) this.#device = await acquireDevice(environment.gpu, environment.gpuPreference);
      this.#environment = environment;
      this.#tuning = new SharedTuning(environment.tuning);
    }
    return { algorithm, environment: this.#environment };
  }

  #parts(environment: AlgorithmEnvironment): (part: SlabPart) => AlgorithmEnvironment {
    return (part) => ({ ...environment, tuning: this.#tuning.of(part) });
  }

  async #count(what: "population" | "bounds" | "hash"): Promise<bigint | Rect | null> {
    const { universe, dy } = this.#slab;
    if (what === "population") return universe.population();
    if (what === "hash") {
      const hash = await universe.hash();
      return hash === 0n ? hash : hashMul(hash, hashPow(HASH_B, -dy));
    }
    const box = await universe.bounds();
    return box && { ...box, y: box.y - dy };
  }

  async #read(command: Extract<RankCommand, { readonly verb: "readRuns" | "readBlock" }>): Promise<Outcome> {
    const { universe, own, dy } = this.#slab;
    const box = command.region ? this.#within(command.region, command.verb === "readBlock") : own;
    if (command.verb === "readBlock") return box ? { bytes: (await universe.readBlock(box)).words } : NOTHING;
    if (!box) return NOTHING;
    return runsToBytes(translateRuns(await universe.readRuns(box), 0n, -dy));
  }

  /** The part of a region of the whole grid that lies on own rows, as cells of the slab; of any width where `wide`. */
  #within(region: Rect, wide: boolean): Rect | null {
    const { own, dy } = this.#slab;
    const moved = { ...region, y: region.y + dy };
    return intersectRects(wide ? { ...own, x: region.x, w: region.w } : own, moved);
  }

  async #write(
    command: Extract<RankCommand, { readonly verb: "writeBlock" | "writeRuns" | "writeSoup" | "clear" }>,
    bytes: Uint8Array,
  ): Promise<void> {
    const { universe, own, dy, plan } = this.#slab;
    switch (command.verb) {
      case "writeBlock": {
        const { place, mode } = command;
        if (!place) return;
        const { x, y, w, h } = place;
        const words = wordsOfBytes(bytes);
        return universe.writeBlock({ x, y: y + dy, w: Number(w), h: Number(h), words }, mode);
      }
      case "writeRuns": {
        if (!command.shape) return;
        return universe.writeRuns(translateRuns(bytesToRuns(command.shape, bytes), 0n, dy), command.mode);
      }
      case "writeSoup": {
        const { soup, rows, from, count } = command;
        const below = rows.dy + dy;
        // Rows of the soup, which may begin above the slab and end below it.
        const top = Number(own.y - below) - soupOrigin(soup.width, soup.height).y + from;
        const first = Math.max(rows.first, top);
        const end = Math.min(rows.first + rows.count, top + Math.min(count, plan.rows - from));
        if (end > first) await writeSoup(universe, soup, { first, count: end - first, dy: below });
        return;
      }
      case "clear": {
        const box = command.region ? this.#within(command.region, false) : own;
        if (box) await universe.clear(box);
      }
    }
  }

  /** Errors: what failed, and on which rank. */
  async #save(path: string): Promise<void> {
    const { universe, own } = this.#slab;
    try {
      if (!this.#saveFile) throw new TessellaError("io", "This rank writes no files.");
      await this.#saveFile(path, slabPieces(universe, own));
    } catch (error) {
      throw saveFailure(this.#transport.rank, universe.generation, error);
    }
  }

  async #keep(
    command: Extract<RankCommand, { readonly verb: "snapshot" | "restore" | "release" }>,
  ): Promise<number | undefined> {
    const slab = this.#slab;
    const { id, verb } = command;
    if (verb === "snapshot") {
      const snapshot = await slab.universe.snapshot();
      this.#snapshots.set(id, snapshot);
      return snapshot.bytes;
    }
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) return undefined;
    if (verb === "restore") {
      slab.touchAll();
      await slab.universe.restore(snapshot);
    } else {
      slab.universe.release(snapshot);
      this.#snapshots.delete(id);
    }
    return undefined;
  }
}

export function runsToBytes({ x, y, rows, starts, spans }: Runs): Outcome {
  const shape: RunsShape = { x, y, rows: rows.length, runs: spans.length / 2 };
  const bytes = new Uint8Array(spans.byteLength + rows.byteLength + starts.byteLength);
  bytes.set(bytesOf(spans));
  bytes.set(bytesOf(rows), spans.byteLength);
  bytes.set(bytesOf(starts), spans.byteLength + rows.byteLength);
  return { value: shape, bytes };
}

export function bytesToRuns({ x, y, rows, runs }: RunsShape, bytes: Uint8Array): Runs {
  const { buffer } = bytes.slice();
  return {
    x,
    y,
    spans: new Float64Array(buffer, 0, 2 * runs),
    rows: new Float64Array(buffer, 16 * runs, rows),
    starts: new Uint32Array(buffer, 16 * runs + 8 * rows, rows + 1),
    states: null,
  };
}
