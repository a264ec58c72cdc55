/**
 * Starts ranks: Open MPI's `mpirun` with this very program, once for each rank, and waits until all have ended. Programs and arguments, no
 * shell.
 *
 * mpirun passes on what the ranks write. It mixes their standard error with notices of its own, in frames of dashes; those are read
 * for what a person needs, which is which rank ended and why. A rank tells its failure as a line of JSON (cli/app.ts). Where Open MPI
 * complains inside a rank it writes the place, the text and the end of the line one by one, and others write in between.
 */

import { spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { TessellaError } from "../core/errors.ts";
import { findProgram } from "./find-program.ts";
import { OWN_CARDS, STARTED_BY_US } from "./mpi-world.ts";

const THREADS = "or take ranks that are threads: --transport threads.";

/** Errors: `not-found`, with what to install. */
export function findMpirun(env: NodeJS.ProcessEnv = process.env): string {
  const program = findProgram("mpirun", env);
  if (program === undefined)
    throw new TessellaError(
      "not-found",
      "Ranks of MPI are started by mpirun, and there is no mpirun on PATH.",
      {
        hint: `Install Open MPI (Debian: apt install openmpi-bin; macOS: brew install open-mpi), ${THREADS}`,
      },
    );
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8", env });
  if (!/open.?mpi/i.test(stdout ?? ""))
    throw new TessellaError("not-found", `"${program}" is not Open MPI's.`, {
      hint: `Start the ranks with it yourself (mpirun -n 4 tessella run ...), ${THREADS}`,
    });
  return program;
}

export interface RankProgram {
  readonly count: number;
  /** The program of every rank and its arguments. */
  readonly words: readonly string[];
  /** A file of hosts in place of this machine. */
  readonly hostFile?: string;
  /** The words that start a program in a namespace of its own, where each rank gets a GPU of its own (gpu-cards.ts). */
  readonly namespace?: readonly string[];
}

/** What mpirun wants to be told. */
export function mpirunArguments(
  { count, words, hostFile, namespace }: RankProgram,
  { isRoot = process.getuid?.() === 0, cores = availableParallelism() } = {},
): readonly string[] {
  return [
    ...["-n", `${count}`],
    ...(isRoot ? ["--allow-run-as-root"] : []),
    // mpirun counts cores, also where there are fewer than ranks, or where it takes two threads of one for one.
    ...(hostFile === undefined ? ["--oversubscribe"] : ["--hostfile", hostFile]),
    // A rank has more threads than one, and ranks may share cores.
    ...["--bind-to", "none"],
    // A rank that waits leaves its core to another, which costs microseconds: only where ranks share cores.
    ...["--mca", "mpi_yield_when_idle", hostFile === undefined && count > cores ? "1" : "0"],
    ...["-x", STARTED_BY_US],
    ...(namespace ?? []),
    ...words,
  ];
}

/** A failure as a rank told it, or as mpirun did. */
export interface RankFailure {
  readonly kind: string;
  readonly message: string;
}

export interface RanksOutcome {
  readonly exit: number;
  /** Null where all went well. */
  readonly failure: RankFailure | null;
}

/** A line of JSON from a rank. `error` is null from rank 0 when it has done the command. */
export interface RankEnd {
  readonly error: RankFailure | null;
  readonly exit: number;
  readonly rank?: number;
}

/** Who hears what ranks write, without what is told in the outcome. */
export interface RankListener {
  readonly output: (bytes: Uint8Array) => void;
  /** A line of standard error. */
  readonly say: (line: string) => void;
  /** Their line of progress, as it is now; empty for none. */
  readonly progress: (line: string) => void;
}

/** Runs them until all have ended. When the signal fires, mpirun asks them to end, and ends those that do not within a second. */
export async function runRanks(
  mpirun: string,
  program: RankProgram,
  listener: RankListener,
  signal: AbortSignal,
): Promise<RanksOutcome> {
  // A group of its own: one Ctrl-C reaches this process alone, and mpirun once. When this process ends in whatever way, so does their
  // standard input, and the ranks with it.
  const child = spawn(mpirun, mpirunArguments(program), {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, [STARTED_BY_US]: program.namespace ? OWN_CARDS : "yes" },
  });
  const report = new MpirunReport(listener);
  child.stdout.on("data", listener.output);
  const lines = createInterface({ input: child.stderr });
  lines.on("line", (line) => report.add(line));
  const stop = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", (cause) =>
        reject(new TessellaError("io", `mpirun cannot be started (${cause.message}).`, { cause })),
      );
      child.on("close", (status) => resolve(status ?? 1));
    });
    return report.outcome(code, signal.aborted);
  } finally {
    signal.removeEventListener("abort", stop);
    child.stdin.destroy();
  }
}

/** A line that is written over, after the return before it, and what stands there afterwards (cli/terminal.ts). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sign that ends such a line.
const PROGRESS = /^(.*)\u001b\[K(.*)$/;
const FRAME = /^-{20,}$/;
/** What is written at once, as a line of its own, and may still follow what another has not finished. */
const WHOLE = /-{20,}$|\{"error":.*\}$/;
/** Where Open MPI complains inside a rank, `[host][[job],rank][file:line:function]`, and what follows in that line. */
const COMPLAINT = /^\[[^[\]]+\]\[\[\d+,\d+\],\d+\]\[[^\]]+:\d+:\w+\] ?(.*)$/;
const OURS = "tessella: ";
const ABOUT_HELP = /ha(s|ve) sent help message|orte_base_help_aggregate/;
const KILLED = /process rank (\d+) with PID \d+ on node (\S+) exited on signal (\d+)(?: \(([^)]*)\))?/;

/** Reads the standard error of mpirun and its ranks. */
export class MpirunReport {
  readonly #listener: RankListener;
  readonly #told: (RankEnd & { readonly error: RankFailure })[] = [];
  #isDone = false;
  /** mpirun's notices, each as one line. */
  readonly #notices: string[] = [];
  #isFramed = false;
  /** Complaints of Open MPI's inside a rank, without their places. */
  readonly #complaints: string[] = [];
  /** How many places of complaints are without their text. */
  #textsDue = 0;

  constructor(listener: RankListener) {
    this.#listener = listener;
  }

  add(line: string): void {
    const [, progress, rest] = PROGRESS.exec(line) ?? [];
    if (progress === undefined) {
      this.#addWhole(line);
      return;
    }
    this.#listener.progress(progress);
    if (rest !== "") this.add(rest);
  }

  #addWhole(line: string): void {
    // What stands before the return that begins a line of progress.
    if (line === "") return;
    const [, text] = COMPLAINT.exec(line) ?? [];
    if (text !== undefined) {
      this.#textsDue++;
      this.#addWhole(text);
      return;
    }
    const whole = line.startsWith(OURS) ? 0 : line.search(WHOLE);
    if (whole > 0) {
      this.#addWhole(line.slice(0, whole));
      this.#addWhole(line.slice(whole));
      return;
    }
    const told = toldIn(line);
    if (told?.error) this.#told.push({ ...told, error: told.error });
    else if (told) this.#isDone = true;
    else if (FRAME.test(line)) {
      this.#isFramed = !this.#isFramed;
      if (this.#isFramed) this.#notices.push("");
    } else if (line.startsWith(OURS)) this.#listener.say(line);
    else if (this.#isFramed) {
      const before = this.#notices.pop() as string;
      this.#notices.push(`${before} ${line.trim()}`.trim());
    } else if (KILLED.test(line)) this.#notices.push(line);
    else if (this.#isComplaint(line)) this.#complaints.push(line.trim());
    else if (!ABOUT_HELP.test(line)) this.#listener.say(line);
  }

  /** The first line of a complaint follows its place, though others may write in between; further ones begin with a tab. */
  #isComplaint(line: string): boolean {
    if (line.startsWith("\t")) return this.#complaints.length > 0;
    if (this.#textsDue === 0) return false;
    this.#textsDue--;
    return true;
  }

  /** `code`: of mpirun; `stopped`: whether it was asked to end. */
  outcome(code: number, stopped: boolean): RanksOutcome {
    // A busy mpirun may miss how a rank takes leave, and complain of one that has done all it had to.
    if (code === 0 || this.#isDone) return { exit: 0, failure: null };
    const [asked] = this.#told
      .filter(({ error }) => error.kind === "aborted")
      .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    const own = this.#told.find(({ error }) => error.kind !== "aborted");
    const failed = (kind: string, message: string): RanksOutcome => ({ exit: 1, failure: { kind, message } });
    if (stopped) return failed("aborted", asked?.error.message ?? "Stopped.");
    const killed = this.#notices.map((notice) => KILLED.exec(notice)).find((match) => match !== null);
    if (killed) {
      const [, rank, host, signal, name] = killed;
      const why = `Rank ${rank} on ${host} was ended by signal ${signal}${name ? ` (${name})` : ""}.`;
      // Its first sentence: where that was. The second one is for who stops a run.
      const [where] = /^[^.]*\./.exec(asked?.error.message ?? "") ?? [];
      return failed("engine-lost", where ? `${why} ${where}` : why);
    }
    const told = own ?? asked;
    if (told) return { exit: told.exit, failure: told.error };
    const [notice] = this.#notices;
    if (notice) return failed("engine-lost", `mpirun: ${notice}`);
    const complaints = this.#complaints.join(" ");
    if (complaints) return failed("engine-lost", `Open MPI: ${complaints}`);
    return failed("engine-lost", `The ranks ended with exit code ${code} and gave no reason.`);
  }
}

function toldIn(line: string): RankEnd | null {
  if (!line.startsWith('{"error":')) return null;
  try {
    return JSON.parse(line) as RankEnd;
  } catch {
    return null;
  }
}
