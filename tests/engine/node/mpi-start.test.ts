// How ranks of MPI are started, and what is said of them, without starting any (tests/cluster/mpi.test.ts does).

import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import type { Transport } from "../../../engine/cluster/transport.ts";
import { keepOneCard } from "../../../engine/node/gpu-cards.ts";
import { slotsOfHosts } from "../../../engine/node/host-file.ts";
import { mpiWorld } from "../../../engine/node/mpi-world.ts";
import { findMpirun, MpirunReport, mpirunArguments, runRanks } from "../../../engine/node/mpirun.ts";
import { checkPlaces, gatherPlaces } from "../../../engine/node/rank-places.ts";

describe("a rank's place in its environment", () => {
  const nobody = { isStartedByUs: false, hasOwnCard: false };

  it.each([
    [
      "Open MPI's mpirun",
      { OMPI_COMM_WORLD_RANK: "2", OMPI_COMM_WORLD_SIZE: "4", OMPI_COMM_WORLD_LOCAL_RANK: "1" },
      { rank: 2, size: 4, localRank: 1, ...nobody },
    ],
    [
      "ours",
      {
        ...{ OMPI_COMM_WORLD_RANK: "0", OMPI_COMM_WORLD_SIZE: "2", OMPI_COMM_WORLD_LOCAL_RANK: "0" },
        TESSELLA_RANKS_STARTED: "own-cards",
      },
      { rank: 0, size: 2, localRank: 0, isStartedByUs: true, hasOwnCard: true },
    ],
    [
      "MPICH's",
      { PMI_RANK: "1", PMI_SIZE: "3", MPI_LOCALRANKID: "1" },
      { rank: 1, size: 3, localRank: 1, ...nobody },
    ],
    [
      "Slurm's srun",
      { SLURM_PROCID: "7", SLURM_STEP_NUM_TASKS: "8", SLURM_LOCALID: "3" },
      { rank: 7, size: 8, localRank: 3, ...nobody },
    ],
    ["the only task of a step, a shell", { SLURM_PROCID: "0", SLURM_STEP_NUM_TASKS: "1" }, null],
    ["a script of Slurm's, outside of steps", { SLURM_PROCID: "0", SLURM_NTASKS: "8" }, null],
    ["nobody", {}, null],
  ])("as %s tells it", (_, env, world) => {
    expect(mpiWorld(env)).toEqual(world);
  });
});

it("ranks tell rank 0, and no other, where they are and which build they are of", async () => {
  // Two ranks in this process: what rank 1 tells arrives as what rank 0 does.
  const transport = (rank: number): Transport =>
    ({
      ...{ rank, size: 2 },
      gather: (own: Uint8Array, all: Uint8Array | null) => {
        all?.set(own, 0);
        all?.set(own, own.length);
      },
    }) as unknown as Transport;
  const places = await gatherPlaces(transport(0));
  expect(places).toHaveLength(2);
  for (const place of places) {
    expect(place).toMatchObject({ host: hostname(), process: process.pid });
    expect(place.build).toMatch(/^[BL]E [0-9a-f]{64}$/);
  }
  expect(() => checkPlaces(places, false)).not.toThrow();
  expect(await gatherPlaces(transport(1))).toEqual([]);
});

describe("a host file", () => {
  it("counts its slots; a host without any leaves them to Open MPI", () => {
    const text = "# ours\nnode1 slots=4\r\n\n  me@10.0.0.2  max_slots=9 slots = 2 # two\nfe80::1 slots=1\n";
    expect(slotsOfHosts(text, "hosts")).toBe(7);
    expect(slotsOfHosts(`${text}node9`, "hosts")).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ["node1\n\nnode 2", 'hosts.txt" names no host in line 3: node 2.'],
    ["node1 slots=four", "in line 1: node1 slots=four."],
    ["-x", "in line 1: -x."],
    ["node1\nnode2:4", "in line 2: node2:4."],
    ["# nobody", '"hosts.txt" names no host.'],
  ])("is refused where it is none: %j", (text, sentence) => {
    expect(() => slotsOfHosts(text, "hosts.txt")).toThrow(sentence);
  });
});

describe("mpirun", () => {
  it("is told what a machine of few cores wants, as root", () => {
    const words = mpirunArguments({ count: 3, words: ["node", "main.cjs"] }, { isRoot: true, cores: 2 });
    expect(words.join(" ")).toBe(
      "-n 3 --allow-run-as-root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -x TESSELLA_RANKS_STARTED node main.cjs",
    );
  });

  it("lets a rank that waits keep its core where each has one", () => {
    const words = mpirunArguments({ count: 2, words: [] }, { isRoot: false, cores: 2 });
    expect(words[words.indexOf("mpi_yield_when_idle") + 1]).toBe("0");
  });

  it.skipIf(process.platform === "win32")("hands on what the ranks write", async () => {
    const written: Uint8Array[] = [];
    const listener = {
      output: (bytes: Uint8Array) => void written.push(bytes),
      say: () => {},
      progress: () => {},
    };
    // In the place of mpirun: it writes the words that it is given.
    const { signal } = new AbortController();
    const outcome = await runRanks("/bin/echo", { count: 1, words: ["cells"] }, listener, signal);
    expect(Buffer.concat(written).toString()).toMatch(/^1 .* cells$/);
    expect(outcome).toEqual({ exit: 0, failure: null });
    await expect(runRanks("/nowhere/mpirun", { count: 1, words: [] }, listener, signal)).rejects.toThrow(
      /^mpirun cannot be started \(.*ENOENT/,
    );
  });

  it("gets hosts, and a namespace for each rank", () => {
    const namespace = ["unshare", "--mount"];
    const program = { count: 2, words: ["node"], hostFile: "h", namespace };
    expect(mpirunArguments(program, { isRoot: false, cores: 1 }).join(" ")).toBe(
      "-n 2 --hostfile h --bind-to none --mca mpi_yield_when_idle 0 -x TESSELLA_RANKS_STARTED unshare --mount node",
    );
  });

  it("is asked for where there is none", () => {
    expect(() => findMpirun({ PATH: "/nowhere" })).toThrow("there is no mpirun on PATH");
  });
});

describe("what mpirun and its ranks say", () => {
  const DASHES = "-".repeat(74);
  const frame = (...lines: readonly string[]) => [DASHES, ...lines, DASHES];
  const ended = frame(
    "Primary job  terminated normally, but 1 process returned",
    "a non-zero exit code. Per user-direction, the job has been aborted.",
  );
  const killed = frame(
    "mpirun noticed that process rank 1 with PID 0 on node vm exited on signal 9 (Killed).",
  );
  const told = (kind: string, message: string, exit = 1) =>
    JSON.stringify({ error: { kind, message }, exit });
  const toldBy = (rank: number, message: string) =>
    JSON.stringify({ error: { kind: "aborted", message }, exit: 1, rank });
  const stoppedAt = told("aborted", "Stopped at generation 12 of 99; nothing was saved. Use -T.");

  function outcome(lines: readonly string[], code: number, stopped = false) {
    const said: string[] = [];
    const progress: string[] = [];
    const report = new MpirunReport({
      output: () => undefined,
      say: (line) => said.push(line),
      progress: (line) => progress.push(line),
    });
    for (const line of lines) report.add(line);
    return { ...report.outcome(code, stopped), said, progress };
  }

  it("is passed on without mpirun's own notices", () => {
    const lines = ["tessella: a note", ...ended, "[vm:12] 1 more process has sent help message x / y"];
    lines.splice(2, 0, "tessella: from the middle of a notice");
    expect(outcome(lines, 0)).toEqual({
      exit: 0,
      failure: null,
      said: ["tessella: a note", "tessella: from the middle of a notice"],
      progress: [],
    });
  });

  it("keeps lines apart that are written over", () => {
    // The first one begins with a return, which ends a line.
    expect(outcome(["", "generation 5\u001b[K", "\u001b[Ktessella: a warning"], 0)).toMatchObject({
      said: ["tessella: a warning"],
      progress: ["generation 5", ""],
    });
  });

  it("is well where rank 0 has done its command, even if mpirun misses how a rank takes leave", () => {
    const lines = [
      '{"error":null,"exit":0}',
      ...frame("mpirun has exited due to process rank 1 exiting improperly."),
    ];
    expect(outcome(lines, 1)).toEqual({ exit: 0, failure: null, said: [], progress: [] });
  });

  it("names the rank that was killed, and where rank 0 stopped", () => {
    const why = "Rank 1 on vm was ended by signal 9 (Killed).";
    expect(outcome([...ended, ...killed], 137).failure?.message).toBe(why);
    expect(outcome([...ended, stoppedAt, ...killed], 137)).toEqual({
      exit: 1,
      failure: {
        kind: "engine-lost",
        message: `${why} Stopped at generation 12 of 99; nothing was saved.`,
      },
      said: [],
      progress: [],
    });
  });

  describe("beside complaints of Open MPI's inside a rank", () => {
    const PLACE =
      "[node1][[19266,1],0][../../../../../../opal/mca/btl/tcp/btl_tcp_frag.c:135:mca_btl_tcp_frag_send] ";
    const TEXT = [
      "mca_btl_tcp_frag_send: writev error (0x7f3a1c0a2b40, 64)",
      "\tConnection reset by peer(104)",
    ];
    const warning = frame(
      "WARNING: Open MPI failed to TCP connect to a peer MPI process.  This",
      "should not happen.",
      "",
      "Your Open MPI job may now hang or fail.",
      "",
      "  Local host: node1",
      "  PID:        51",
      "  Message:    connect() to 10.77.0.2:1025 failed",
      "  Error:      Success (0)",
    );
    const lost = frame(
      "mpirun noticed that process rank 3 with PID 54 on node node2 exited on signal 9 (Killed).",
    );
    const stopped = told("aborted", "Stopped at generation 0 of 99; nothing was saved. Use -T.");
    const lines = ["tessella: a note", ...ended, stopped, ...warning, ...lost, "tessella: a last one"];
    const one = {
      exit: 1,
      failure: {
        kind: "engine-lost",
        message:
          "Rank 3 on node2 was ended by signal 9 (Killed). Stopped at generation 0 of 99; nothing was saved.",
      },
      said: ["tessella: a note", "tessella: a last one"],
      progress: [],
    };

    it("names the rank that was killed, and shows nothing of them", () => {
      const [first = "", ...rest] = ended;
      const output = [`${PLACE}${first}`, ...rest, ...TEXT, "", stopped, ...warning, ...lost];
      expect(outcome(["tessella: a note", ...output, "tessella: a last one"], 137)).toEqual(one);
    });

    // Its place, its text and the end of its line are written one by one.
    it.each(lines.map((line, at) => [at, line]))(
      "names it wherever one was interrupted: by line %i, %j",
      (at) => {
        const [before, line = "", after] = [lines.slice(0, at), lines[at], lines.slice(at + 1)];
        const [text = "", ...more] = TEXT;
        expect(outcome([...before, `${PLACE}${line}`, text, ...more, "", ...after], 137)).toEqual(one);
        expect(outcome([...before, `${PLACE}${text}`, ...more, line, "", ...after], 137)).toEqual(one);
        // The others' lines, all of them, before its text.
        const twice = `${PLACE}${PLACE.replace("node1", "node2")}${line}`;
        expect(outcome([...before, twice, ...after, text, ...more, text, ...more], 137)).toEqual(one);
      },
    );

    it("passes on what no Open MPI wrote, and gives their text where nobody says more", () => {
      const warned = outcome([`${PLACE}${TEXT[0]}`, TEXT[1] as string, "(node:51) Warning: a thing"], 1);
      expect(warned.said).toEqual(["(node:51) Warning: a thing"]);
      expect(warned.failure?.message).toBe(
        "Open MPI: mca_btl_tcp_frag_send: writev error (0x7f3a1c0a2b40, 64) Connection reset by peer(104)",
      );
      expect(outcome(["\tat a place"], 1).said).toEqual(["\tat a place"]);
    });

    it("finds the rank that was killed where a frame is broken", () => {
      expect(outcome(["-".repeat(74), ...ended, stopped, ...lost], 137).failure).toEqual(one.failure);
    });
  });

  it("says where the first rank stopped that is left", () => {
    const others = [toldBy(2, "Stopped at generation 9."), toldBy(1, "Stopped at generation 8.")];
    expect(outcome([...others, ...killed], 137).failure?.message).toMatch(/ Stopped at generation 8\.$/);
    const all = [...others, toldBy(0, "Stopped at generation 8 of 9.")];
    expect(outcome([...all, ...killed], 137).failure?.message).toMatch(/ Stopped at generation 8 of 9\.$/);
    // Where nobody was killed, one of them was told to end by somebody else.
    expect(outcome(others, 1).failure).toEqual({ kind: "aborted", message: "Stopped at generation 8." });
  });

  it("takes a rank's own failure, with its exit code, before what followed from it", () => {
    const usage = told("usage", "No.", 2);
    expect(outcome([stoppedAt, usage, ...ended], 2)).toMatchObject({
      exit: 2,
      failure: { kind: "usage", message: "No." },
    });
  });

  it("is a stop where one was asked for, whatever died of it", () => {
    expect(outcome([...killed, stoppedAt], 1, true).failure).toMatchObject({ kind: "aborted" });
    expect(outcome(killed, 1, true).failure?.message).toBe("Stopped.");
  });

  it("gives mpirun's own reason where no rank began, and says so where there is none", () => {
    const lines = frame("There are not enough slots available", "for 9 ranks.");
    expect(outcome(lines, 1).failure?.message).toBe(
      "mpirun: There are not enough slots available for 9 ranks.",
    );
    expect(outcome([], 3).failure?.message).toContain("exit code 3");
  });
});

describe("ranks and their machines", () => {
  const place = (host: string, cards: readonly string[] = [], build = "b") => ({
    host,
    process: 1,
    processor: "p",
    build,
    cards,
  });

  it("have one build", () => {
    expect(() => checkPlaces([place("a"), place("b")], false)).not.toThrow();
    expect(() => checkPlaces([place("a"), place("b", [], "c")], false)).toThrow(
      "Rank 1 on b is another build of Tessella than rank 0 on a.",
    );
  });

  it("have GPUs of their own, unless they share", () => {
    const same = [place("a", ["/dev/nvidia0"]), place("b", ["/dev/nvidia0"]), place("a", ["/dev/nvidia0"])];
    expect(() => checkPlaces(same, true)).toThrow("ranks 0 and 2 on a see the same");
    expect(() => checkPlaces(same, false)).not.toThrow();
    expect(() =>
      checkPlaces([place("a", ["/dev/nvidia0"]), place("a", ["/dev/nvidia1"])], true),
    ).not.toThrow();
    // What has no device file cannot be told apart.
    expect(() => checkPlaces([place("a"), place("a")], true)).not.toThrow();
  });

  it("do not get more GPUs than there are", () => {
    expect(() => keepOneCard(1, ["/dev/nvidia0"])).toThrow("This machine has one GPU for 2 ranks and more.");
    expect(keepOneCard(0, ["/dev/nvidia0"])).toBe("/dev/nvidia0");
  });
});
