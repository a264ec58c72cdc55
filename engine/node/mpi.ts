/**
 * Ranks that are processes, of one machine or of many, connected by an MPI library (Message Passing Interface, MPI Forum, version 3.1). Each rank is a
 * process that `mpirun` or `srun` has started; the library is the system's own, called through koffi.
 *
 * The two families of libraries have the same functions and different handles: in Open MPI a handle is the address of an exported
 * object, in MPICH and those that keep its binary interface it is a number. Calls are made by the thread that opened the library.
 *
 * A call of the library that blocks spins. So a long wait is a loop of tests, with naps that grow with the wait: a rank that waits for
 * another's computation leaves its core to others, and learns of a message a sixteenth of the wait too late at most.
 */

import type { LibraryHandle } from "koffi";
import type { RankMessage, Reduction, Transfer, Transport } from "../cluster/transport.ts";
import { bytesOf } from "../cluster/transport.ts";
import { now } from "../core/clock.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { nap, noteWait } from "./nap.ts";

const INSTALL =
  "Install Open MPI (Debian: apt install openmpi-bin; macOS: brew install open-mpi), or use --transport threads.";

/** Names of the library; whose launcher has started this process decides which come first. */
const OPEN_MPI = ["libmpi.so.40", "libmpi.40.dylib"];
const MPICH = ["libmpi.so.12", "libmpich.so.12", "libmpi.12.dylib", "msmpi.dll"];
const EITHER = ["libmpi.so", "libmpi.dylib"];

/** The arguments of each function; "handle" is whatever the library has for handles. Each answers with 0 or the number of an error. */
const FUNCTIONS = {
  MPI_Init_thread: ["void *", "void *", "int", "void *"],
  MPI_Comm_rank: ["handle", "void *"],
  MPI_Comm_size: ["handle", "void *"],
  MPI_Comm_set_errhandler: ["handle", "handle"],
  MPI_Error_string: ["int", "void *", "void *"],
  MPI_Sendrecv: [
    ...["void *", "int", "handle", "int", "int", "void *", "int", "handle", "int", "int"],
    ...["handle", "void *"],
  ],
  MPI_Isend: ["void *", "int", "handle", "int", "int", "handle", "void *"],
  MPI_Irecv: ["void *", "int", "handle", "int", "int", "handle", "void *"],
  MPI_Test: ["void *", "void *", "void *"],
  MPI_Bcast: ["void *", "int", "handle", "int", "handle"],
  MPI_Allreduce: ["void *", "void *", "int", "handle", "handle", "handle"],
  MPI_Gather: ["void *", "int", "handle", "void *", "int", "handle", "int", "handle"],
  MPI_Barrier: ["handle"],
  MPI_Abort: ["handle", "int"],
  MPI_Finalize: [],
} as const;

type MpiFunction = keyof typeof FUNCTIONS;

/** A handle as koffi passes it: an address or a number. */
type Handle = unknown;

interface Handles {
  readonly world: Handle;
  readonly byte: Handle;
  readonly double: Handle;
  readonly errorsReturn: Handle;
  readonly reductions: Readonly<Record<Reduction, Handle>>;
}

const MPICH_HANDLES: Handles = {
  world: 0x44000000,
  byte: 0x4c00010d,
  double: 0x4c00080b,
  errorsReturn: 0x54000001,
  reductions: { max: 0x58000001, min: 0x58000002, sum: 0x58000003 },
};

type MpiCall = (...values: readonly unknown[]) => number;

interface MpiLibrary {
  readonly call: Readonly<Record<MpiFunction, MpiCall>>;
  readonly handles: Handles;
}

/** MPI_THREAD_FUNNELED: other threads of the process call nothing. */
const FUNNELED = 1;
const TAG = 0;
/** Longer messages do not fit the `int` that counts their bytes. */
const MOST_BYTES = 2 ** 31 - 1;
/** Room for a status, which is 24 bytes long in Open MPI and 20 in MPICH; MPICH insists on one. */
const STATUS_BYTES = 64;
/** MPI_MAX_ERROR_STRING of all of them, at most. */
const ERROR_BYTES = 1024;

const NAPS = { share: 1 / 16, least: 0.05, most: 1 };

/** A message on its way, which keeps its array where the library can find it. */
class MpiTransfer implements Transfer {
  readonly bytes: Uint8Array;
  /** The library's own handle of it: an address, or a number in its first half. */
  readonly request = new Uint8Array(8);
  done = false;

  constructor(message: RankMessage) {
    this.bytes = bytesOf(message);
  }
}

export interface MpiOptions {
  /** Told why before this process and all others end (`abort`). */
  readonly tell: (reason: string) => void;
  /** Once it fires, `test` throws instead of waiting on: whoever starts ranks ends them all. */
  readonly signal?: AbortSignal;
}

/**
 * Joins the ranks that were started together with this process; a process that was started alone is rank 0 of 1. At most once in
 * a process. Errors: `not-found`, with what to install.
 */
export async function openMpi(options: MpiOptions): Promise<Transport> {
  const library = await loadLibrary(process.env);
  const { call, handles } = library;
  const granted = new Int32Array(1);
  // A library that fails here ends the process by itself.
  call.MPI_Init_thread(null, null, FUNNELED, granted);
  call.MPI_Comm_set_errhandler(handles.world, handles.errorsReturn);
  return new MpiTransport(library, options);
}

class MpiTransport implements Transport {
  readonly kind = "mpi";
  readonly rank: number;
  readonly size: number;
  readonly #library: MpiLibrary;
  readonly #options: MpiOptions;
  readonly #status = new Uint8Array(STATUS_BYTES);
  readonly #flag = new Int32Array(1);
  /** Begun and not done: nobody else may hold them. */
  readonly #open = new Set<MpiTransfer>();
  /** Since when nothing has arrived that was waited for. */
  #waitsSince: number | null = null;
  #isBroken = false;

  constructor(library: MpiLibrary, options: MpiOptions) {
    this.#library = library;
    this.#options = options;
    this.rank = this.#number("MPI_Comm_rank");
    this.size = this.#number("MPI_Comm_size");
  }

  sendrecv(data: RankMessage, to: number, into: RankMessage, from: number): void {
    const { byte, world } = this.#library.handles;
    this.#call(
      "MPI_Sendrecv",
      ...[data, lengthOf(data), byte, to, TAG],
      ...[into, lengthOf(into), byte, from, TAG],
      ...[world, this.#status],
    );
  }

  isend(data: RankMessage, to: number): Transfer {
    return this.#begin("MPI_Isend", data, to);
  }

  irecv(into: RankMessage, from: number): Transfer {
    return this.#begin("MPI_Irecv", into, from);
  }

  test(transfer: MpiTransfer, milliseconds: number): boolean {
    if (this.#isDone(transfer)) {
      this.#waitsSince = null;
      return true;
    }
    if (milliseconds <= 0) return false;
    const end = now() + milliseconds;
    this.#waitsSince ??= now();
    while (!this.#isDone(transfer)) {
      if (this.#options.signal?.aborted) throw this.#lost(`Rank ${this.rank} was told to end.`);
      const left = end - now();
      if (left <= 0) {
        noteWait();
        return false;
      }
      nap(this.#waitsSince, NAPS, left);
    }
    this.#waitsSince = null;
    return true;
  }

  bcast(data: RankMessage, root: number): void {
    const { byte, world } = this.#library.handles;
    this.#call("MPI_Bcast", data, lengthOf(data), byte, root, world);
  }

  allreduce(values: Float64Array, reduction: Reduction): void {
    const { double, world, reductions } = this.#library.handles;
    this.#call("MPI_Allreduce", values.slice(), values, values.length, double, reductions[reduction], world);
  }

  gather(part: RankMessage, all: RankMessage | null, root: number): void {
    const { byte, world } = this.#library.handles;
    const count = lengthOf(part);
    this.#call("MPI_Gather", part, count, byte, all, count, byte, root, world);
  }

  barrier(): void {
    this.#call("MPI_Barrier", this.#library.handles.world);
  }

  abort(reason: string): void {
    this.#options.tell(reason);
    this.#call("MPI_Abort", this.#library.handles.world, 1);
  }

  dispose(): void {
    // It would wait for ranks that are gone.
    if (!this.#isBroken) this.#call("MPI_Finalize");
  }

  #begin(verb: "MPI_Isend" | "MPI_Irecv", message: RankMessage, peer: number): MpiTransfer {
    const { byte, world } = this.#library.handles;
    const transfer = new MpiTransfer(message);
    this.#call(verb, transfer.bytes, lengthOf(message), byte, peer, TAG, world, transfer.request);
    this.#open.add(transfer);
    return transfer;
  }

  #isDone(transfer: MpiTransfer): boolean {
    if (transfer.done) return true;
    this.#call("MPI_Test", transfer.request, this.#flag, this.#status);
    if (this.#flag[0] === 0) return false;
    transfer.done = true;
    this.#open.delete(transfer);
    return true;
  }

  #number(verb: "MPI_Comm_rank" | "MPI_Comm_size"): number {
    const out = new Int32Array(1);
    this.#call(verb, this.#library.handles.world, out);
    return out[0];
  }

  /** Errors: `engine-lost`, with the library's own words. */
  #call(verb: MpiFunction, ...values: readonly unknown[]): void {
    const code = this.#library.call[verb](...values);
    if (code === 0) return;
    const text = new Uint8Array(ERROR_BYTES);
    const length = new Int32Array(1);
    this.#library.call.MPI_Error_string(code, text, length);
    const words = new TextDecoder().decode(text.subarray(0, length[0]));
    throw this.#lost(`Rank ${this.rank}: ${verb} failed (${words}).`);
  }

  #lost(why: string): TessellaError {
    this.#isBroken = true;
    return new TessellaError("engine-lost", why);
  }
}

function lengthOf({ byteLength }: RankMessage): number {
  if (byteLength > MOST_BYTES)
    throw new TessellaError("too-large", `MPI sends at most ${grouped(MOST_BYTES)} bytes in one message.`);
  return byteLength;
}

async function loadLibrary(env: NodeJS.ProcessEnv): Promise<MpiLibrary> {
  const koffi = await importKoffi();
  const names = startedByOpenMpi(env)
    ? [...OPEN_MPI, ...EITHER, ...MPICH]
    : [...MPICH, ...EITHER, ...OPEN_MPI];
  const refusals: string[] = [];
  for (const name of names) {
    let library: LibraryHandle;
    try {
      // Its own plug-ins look for its functions among those of the whole process.
      library = koffi.load(name, { global: true, lazy: true });
    } catch (error) {
      refusals.push(describeError(error));
      continue;
    }
    return declare(library);
  }
  throw new TessellaError("not-found", "There is no MPI library on this machine.", {
    hint: INSTALL,
    cause: new Error(refusals.join("\n")),
  });
}

/** A process that nobody started as a rank takes Open MPI as well. */
function startedByOpenMpi(env: NodeJS.ProcessEnv): boolean {
  return env.OMPI_COMM_WORLD_SIZE !== undefined || env.PMI_SIZE === undefined;
}

function declare(library: LibraryHandle): MpiLibrary {
  const own = openMpiHandles(library);
  const handle = own ? "void *" : "int";
  const call = {} as Record<MpiFunction, MpiCall>;
  for (const name of Object.keys(FUNCTIONS) as MpiFunction[]) {
    const types: readonly string[] = FUNCTIONS[name];
    call[name] = library.func(
      name,
      "int",
      types.map((type) => (type === "handle" ? handle : type)),
    );
  }
  return { call, handles: own ?? MPICH_HANDLES };
}

/** Null where the library has none of its objects. */
function openMpiHandles(library: LibraryHandle): Handles | null {
  try {
    const of = (name: string): Handle => library.symbol(`ompi_mpi_${name}`);
    return {
      world: of("comm_world"),
      byte: of("byte"),
      double: of("double"),
      errorsReturn: of("errors_return"),
      reductions: { max: of("op_max"), min: of("op_min"), sum: of("op_sum") },
    };
  } catch {
    return null;
  }
}

async function importKoffi(): Promise<typeof import("koffi")> {
  try {
    return await import("koffi");
  } catch (cause) {
    const platform = `${process.platform}-${process.arch}`;
    throw new TessellaError(
      "not-found",
      `The npm package "koffi", which calls MPI, is missing or has no binary for ${platform}.`,
      { hint: "Run npm install, or use --transport threads.", cause },
    );
  }
}
