/** Holds universes and answers calls about them, in any worker that can step them. */

import type { Universe } from "../algorithms/algorithm.ts";
import { countWithin } from "../algorithms/count-within.ts";
import { AUTO, algorithmFor, createUniverse } from "../algorithms/load.ts";
import { ALGORITHMS, gpuCandidate } from "../algorithms/registry.ts";
import { planAhead } from "../algorithms/shape-plan.ts";
import { SwitchableUniverse } from "../algorithms/switchable.ts";
import { treeOfUniverse } from "../algorithms/universe-tree.ts";
import { TessellaError } from "../core/errors.ts";
import type { Rule } from "../rules/rule.ts";
import { AutoSwitch } from "./auto-switch.ts";
import { frameOf } from "./frame.ts";
import type { GpuAccess } from "./gpu-access.ts";
import { environmentFor, presenceFor } from "./gpu-access.ts";
import type { HelpersFor } from "./kernel-helpers.ts";
import { handOver } from "./parcel.ts";
import type { UniverseHandle, UniverseProtocol } from "./protocol/universe.ts";
import { CHANGES, READS } from "./protocol/universe.ts";
import type { Handlers } from "./rpc.ts";
import { runnerOf, UniverseSession } from "./session.ts";

export interface UniversesOptions extends GpuAccess {
  /** The clock by which `auto` measures, in milliseconds; for tests. */
  readonly now?: () => number;
  /** Threads that may help on the CPU, for so many in all (undefined: as many as usual). Default: none. */
  readonly helpers?: HelpersFor;
}

export interface Universes {
  readonly handlers: Handlers<UniverseProtocol>;
  /** The universe of a handle, for other code in its thread. Errors: `bad-argument`. */
  universe(handle: UniverseHandle): Universe;
  /** Frees all universes, also those still being made. */
  dispose(): Promise<void>;
}

export function holdUniverses(options: UniversesOptions = {}): Universes {
  const sessions = new Map<number, UniverseSession>();
  let handles = 0;
  let disposed = false;

  const sessionOf = ({ universe }: { readonly universe: UniverseHandle }): UniverseSession => {
    const session = sessions.get(universe);
    if (!session) throw new TessellaError("bad-argument", "This universe is not there any more.");
    return session;
  };
  const dispose = async (session: UniverseSession): Promise<void> => {
    sessions.delete(session.handle);
    await session.dispose();
  };

  const handlers: Handlers<UniverseProtocol> = {
    ...ownHandlers(sessionOf),
    algorithms: async ({ rule, topology }) => {
      const gpu = await presenceFor(options);
      return ALGORITHMS.list().map(({ id, name, summary, needsGpu, mostMegabytes, refuses, ...rest }) => ({
        id,
        name,
        summary,
        needsGpu,
        forComparison: rest.forComparison ?? false,
        leaps: rest.leaps ?? false,
        mostMegabytes,
        refuses: needsGpu && gpu.adapter === null ? gpu.reason : refuses(rule, topology),
      }));
    },
    gpu: ({ preference }) => presenceFor(options, preference),
    choose: async ({ rule, topology, algorithm: id = AUTO, ...contents }) => {
      // No search for an adapter unless it could matter.
      const matters = id === AUTO && gpuCandidate(rule, topology, contents) !== null;
      const gpu = matters ? await presenceFor(options) : undefined;
      const { algorithm, reason } = algorithmFor(rule, topology, id, gpu, contents);
      return { algorithm: algorithm.id, needsGpu: algorithm.needsGpu, reason };
    },
    create: async (request, { signal }) => {
      const { universe, algorithm, environment, reason } = await createUniverse(
        request,
        async ({ needsGpu }) => ({
          ...(await environmentFor(needsGpu, request.memoryMegabytes, options)),
          helpers: options.helpers?.(request.threads),
        }),
        signal,
      );
      // No client would ever close it.
      if (disposed) {
        universe.dispose();
        throw new TessellaError("aborted", "The engine was closed.");
      }
      const { mayMove = (request.algorithm ?? AUTO) === AUTO } = request;
      const switchable = new SwitchableUniverse(universe);
      const moves = mayMove && !algorithm.needsGpu;
      const auto = moves ? new AutoSwitch(switchable, environment, { now: options.now }) : null;
      const session = new UniverseSession(++handles, switchable, auto);
      sessions.set(session.handle, session);
      return { ...session.state(), ...runnerOf(switchable, reason) };
    },
    watch: (args, { signal, report }) => sessionOf(args).watch(report, signal),
    state: (args) => sessionOf(args).state(),
    step: (args, { signal }) => sessionOf(args).step(args.target, signal),
    run: async (args, { signal }) => {
      const session = sessionOf(args);
      const ended = await session.run(args, signal);
      return { ...session.state(), ended };
    },
    stop: async (args) => {
      const session = sessionOf(args);
      await session.stop();
      return session.state();
    },
    count: (args, { signal }) => {
      const session = sessionOf(args);
      return countWithin((act) => session.turn(act), args, signal);
    },
    samples: async (args) => {
      const session = sessionOf(args);
      const { samples } = session;
      if (args.present) await session.turn((universe) => samples.follow(universe, PRESENT_MILLISECONDS));
      return samples.take();
    },
    readTree: async (args) => handOver(await sessionOf(args).turn((universe) => treeOfUniverse(universe))),
    snapshot: (args) => sessionOf(args).turn((universe) => universe.snapshot()),
    frame: async (args) => handOver(await sessionOf(args).turn((universe) => frameOf(universe, args))),
    dispose: (args) => dispose(sessionOf(args)),
  };
  return {
    handlers,
    universe: (universe) => sessionOf({ universe }).universe,
    dispose: async () => {
      disposed = true;
      await Promise.all([...sessions.values()].map(dispose));
    },
  };
}

/** Verbs that only pass their arguments to a method of the universe. */
function ownHandlers(sessionOf: (args: { readonly universe: UniverseHandle }) => UniverseSession) {
  type Own = (typeof READS)[number] | (typeof CHANGES)[number];
  type Args = { readonly universe: UniverseHandle; readonly args: readonly unknown[] };
  const invoke = (universe: SwitchableUniverse, verb: Own, args: readonly unknown[]): unknown =>
    (universe[verb] as (...args: readonly unknown[]) => unknown).apply(universe, [...args]);
  const reads = READS.map((verb) => [
    verb,
    async (args: Args) =>
      handOver(await sessionOf(args).turn((universe) => invoke(universe, verb, args.args))),
  ]);
  const changes = CHANGES.map((verb) => [
    verb,
    async (args: Args) => {
      const session = sessionOf(args);
      await session.change(async (universe) => {
        if (verb === "setRule") await planAhead(args.args[0] as Rule);
        return invoke(universe, verb, args.args);
      });
      return session.state();
    },
  ]);
  return Object.fromEntries([...reads, ...changes]) as Pick<Handlers<UniverseProtocol>, Own>;
}

/** The share of a generation's time for looking at its cells. */
const PRESENT_MILLISECONDS = 100;
