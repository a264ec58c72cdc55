// Ranks that are killed, at moments of a run that chance chooses: in its start, its exchanges, its checkpoints and its end.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MANIFEST } from "../../engine/cluster/checkpoint.ts";
import { builtCli, ROOT, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const MORTAL = join(ROOT, "tests/support/mortal-rank.cjs");
const SOUP = ["run", "--soup", "300x200:0.4:5", "-r", "B3/S23:T300+17,200", "-a", "bitwise", "-m", "120"];
/** Twenty generations a step, each of which is saved. */
const RANKS = 3;
const SHARED = [...SOUP, "--ranks", `${RANKS}`, "--halo", "3", "-i", "20", "-q"];
/** Other moments: TESSELLA_KILL_SEED. */
const SEED = Number(process.env.TESSELLA_KILL_SEED ?? 1);

/** What a rank was about to do for the nth time (mortal-rank.cjs). */
interface Moment {
  readonly rank: number;
  readonly act: "call" | "file" | "bell";
  readonly name: string;
  readonly nth: number;
}

/** A phase of a run and the moments in it: which act, and for the how manieth time. */
type Phase = readonly [string, Moment["act"], name: string, first: number, last: number];

const START: Phase = ["it starts", "call", "MPI_Gather", 1, 1];
const EXCHANGE: Phase = ["rows are exchanged", "call", "MPI_Isend", 20, 100];
const WAIT: Phase = ["rows are waited for", "call", "MPI_Test", 100, 300];
const SLAB: Phase = ["a slab is saved", "file", "slab", 1, 28];
const MANIFESTS: Phase = ["the manifest is written", "file", MANIFEST, 1, 22];
const GATHER: Phase = ["the cells are gathered", "file", "end.pbm", 1, 4];

const OVER_PROCESSES: readonly Phase[] = [
  ["it joins the others", "call", "MPI_Init_thread", 1, 1],
  START,
  EXCHANGE,
  EXCHANGE,
  WAIT,
  SLAB,
  SLAB,
  MANIFESTS,
  MANIFESTS,
  GATHER,
];
const OVER_THREADS: readonly Phase[] = [
  ["it starts", "bell", "", 1, 8],
  ["rows are exchanged", "bell", "", 50, 200],
  SLAB,
  MANIFESTS,
];

function momentsOf(phases: readonly Phase[]): readonly (readonly [string, Moment])[] {
  return phases.map((phase, number) => {
    const [when, act, name, first, last] = phase;
    // Rank 0 alone writes these; among threads it is the whole process.
    const isFirst = phase === MANIFESTS || phase === GATHER;
    const rank = isFirst ? fc.constant(0) : fc.integer({ min: act === "bell" ? 1 : 0, max: RANKS - 1 });
    const moments = fc.record({ rank, nth: fc.integer({ min: first, max: last }) });
    const [chosen] = fc.sample(moments, { seed: SEED + number, numRuns: 1 });
    return [when, { ...chosen, act, name }];
  });
}

function isThere(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

const hashIn = (stdout: string): string => (JSON.parse(stdout) as { readonly hash: string }).hash;

describe("a rank that is killed", { timeout: 90_000 }, () => {
  let folder: string;
  let undisturbed: string;
  const started: number[] = [];
  /** How many have said at which generation that was. */
  let placed = 0;

  beforeAll(async () => {
    await builtCli();
    folder = await mkdtemp(join(tmpdir(), "tessella-killed-"));
    undisturbed = hashIn((await inProcess(...SOUP, "--json")).stdout);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs ranks of which one ends at that moment. */
  async function killed(moment: Moment, transport: "mpi" | "threads") {
    const place = await mkdtemp(join(folder, "run-"));
    const [saved, ids] = [join(place, "saved"), join(place, "ids")];
    const options = ["--transport", transport, "--checkpoint", "0.001", saved, "-o", join(place, "end.pbm")];
    const MORTAL_RANK = JSON.stringify({ ...moment, ids });
    const env = { MORTAL_RANK, NODE_OPTIONS: `--require ${MORTAL}` };
    const ended = await tessella([...SHARED, ...options], { env });
    if (transport === "mpi") {
      const told = (await readFile(ids, "utf8")).trim().split("\n").map(Number);
      expect(told).toHaveLength(RANKS);
      started.push(...told);
    }
    // None of mpirun's own notices.
    expect(ended.stderr).not.toContain("---");
    // Without the reports of its steps.
    const said = ended.stderr.split("\n").filter((line) => line.startsWith("tessella: "));
    return { ...ended, said, saved };
  }

  /** The checkpoint leads others to the cells of a run that nobody disturbed. */
  async function expectGoesOn(saved: string): Promise<void> {
    const again = await inProcess("run", saved, "--ranks", "1", "--json");
    expect(again.stderr).toBe("");
    expect(hashIn(again.stdout)).toBe(undisturbed);
  }

  /** One sentence says which rank it was, why, where that was and how to go on, if there was a checkpoint. */
  async function expectTold(
    said: readonly string[],
    why: RegExp,
    when: string,
    saved: string,
  ): Promise<void> {
    expect(said).toEqual([expect.stringMatching(why)]);
    if (/start|joins/.test(when)) return;
    const generation = (words: string): number =>
      Number((new RegExp(`${words} (\\d+)`).exec(said[0]) ?? [])[1]);
    const isSaved = existsSync(join(saved, MANIFEST));
    // On a busy machine ranks wait for each other many times before there is a universe, and then it was at no generation. And mpirun
    // ends the others a second later: who has not had its turn by then says nothing.
    if (!said[0].includes("at generation")) return;
    placed++;
    const at = generation("at generation");
    expect(said[0].includes("Go on from")).toBe(isSaved);
    if (!isSaved) return;
    expect(generation("Go on from generation")).toBeLessThanOrEqual(at);
    expect(said[0]).toContain(`: tessella run ${saved} --ranks ${RANKS}`);
    await expectGoesOn(saved);
  }

  // Most of the time they wait for each other, and mpirun for them: several at a time, except what looks at all of them.
  describe.skipIf(!toolOrSkip("mpirun"))("among processes", () => {
    it.concurrent.each(momentsOf(OVER_PROCESSES))("ends all of them when %s: %o", async (when, moment) => {
      const { code, said, saved } = await killed(moment, "mpi");
      const why = new RegExp(`^tessella: Rank ${moment.rank} on \\S+ was ended by signal 9 \\(Killed\\)\\.`);
      await expectTold(said, why, when, saved);
      expect(code).toBe(1);
    });

    it.concurrent("is not missed where all has been done", async () => {
      const moment = { rank: 1, act: "call", name: "MPI_Finalize", nth: 1 } as const;
      const { code, said, stdout } = await killed(moment, "mpi");
      expect(said).toEqual([]);
      expect(stdout).toContain(undisturbed);
      expect(code).toBe(0);
    });

    it("says where that was", () => {
      expect(placed).toBeGreaterThan(0);
    });

    it("leaves no other behind", async () => {
      await expect.poll(() => started.filter(isThere)).toEqual([]);
    });
  });

  describe("among threads", () => {
    it.concurrent.each(momentsOf(OVER_THREADS))("ends all of them when %s: %o", async (when, moment) => {
      const { code, signal, said, saved } = await killed(moment, "threads");
      if (moment.rank === 0) {
        // The process itself.
        expect(signal).toBe("SIGKILL");
        if (existsSync(join(saved, MANIFEST))) await expectGoesOn(saved);
        return;
      }
      const why = new RegExp(`^tessella: Rank ${moment.rank} has ended\\.`);
      await expectTold(said, why, when, saved);
      expect(code).toBe(1);
    });
  });
});
