/**
 * Serves universes and views over ports. The same code runs in a browser's workers, in a worker_thread, and, in tests,
 * at the other end of a MessageChannel.
 */

import type { Algorithm, AlgorithmEnvironment, TuningMemory, Universe } from "../algorithms/algorithm.ts";
import { countWithin } from "../algorithms/count-within.ts";
import { AUTO, algorithmFor, createUniverse } from "../algorithms/load.ts";
import { ALGORITHMS, gpuCandidate } from "../algorithms/registry.ts";
import { SwitchableUniverse } from "../algorithms/switchable.ts";
import { treeOfUniverse } from "../algorithms/universe-tree.ts";
import { identify } from "../analysis/identify.ts";
import { measureBehaviour } from "../bench/rule-behaviour.ts";
import { soupFigures } from "../bench/soup-figures.ts";
import { TessellaError } from "../core/errors.ts";
import { measureCopy } from "../gpu/copy-bandwidth.ts";
import type { GpuPreference, GpuPresence } from "../gpu/device.ts";
import { findGpu } from "../gpu/device.ts";
import { ruleRangeSteps } from "../rules/rule-range.ts";
import { atLeisure } from "./at-leisure.ts";
import { AutoSwitch } from "./auto-switch.ts";
import { View } from "./frame.ts";
import type { Parcel } from "./parcel.ts";
import {
  blockParcel,
  identityParcel,
  parcel,
  rasterParcel,
  runsParcel,
  toWireError,
  treeParcel,
} from "./parcel.ts";
import type {
  ClientMessage,
  Runner,
  ServerMessage,
  UniverseHandle,
  Verb,
  VerbAnswer,
  VerbArgs,
  VerbProgress,
  ViewHandle,
} from "./protocol/universe.ts";
import { PROTOCOL_VERSION } from "./protocol/universe.ts";
import type { Endpoint, Port } from "./rpc.ts";
import { portOf } from "./rpc.ts";
import { UniverseSession } from "./session.ts";

export interface ServerOptions {
  /**
   * Opens WebGPU; called only for an algorithm that needs it, or with a preference for who wants to know what that would come
   * to. Errors: `gpu-unavailable`.
   */
  readonly openGpu?: (wondering?: GpuPreference) => Promise<GPU>;
  /** Which one; asked whenever one is opened. Default: `high-performance`. */
  readonly gpuPreference?: () => GpuPreference;
  /** Where the GPU algorithms remember which kernel was fastest. Default: as long as this thread runs. */
  readonly tuning?: TuningMemory;
  /** The clock by which `auto` measures, in milliseconds; for tests. */
  readonly now?: () => number;
}

export interface EngineServer {
  /** The universe of a handle, for who shares its thread. Errors: `bad-argument`. */
  universe(handle: UniverseHandle): Universe;
  /** Answers another port's calls too. */
  attach(port: Port): void;
  /** Frees all universes, also those that are still being made. */
  dispose(): Promise<void>;
}

type Handler<V extends Verb> = (
  args: VerbArgs<V>,
  controller: AbortController,
  send: Send,
  tell: (progress: VerbProgress<V>) => void,
) => Promise<Parcel<VerbAnswer<V>>>;
type Handlers = { readonly [V in Verb]: Handler<V> };

/** Who called: where news of the universe go that a call creates. */
type Send = (message: ServerMessage, transfer?: readonly Transferable[]) => void;

/** Answers every call on the port. */
export function serve(port: Port, options: ServerOptions = {}): EngineServer {
  const sessions = new Map<number, UniverseSession>();
  const views = new Map<number, { readonly session: UniverseSession; readonly view: View }>();
  let handles = 0;
  let disposed = false;
  const closed = (): TessellaError => new TessellaError("aborted", "The engine was closed.");

  const sessionOf = ({ universe }: { readonly universe: UniverseHandle }): UniverseSession => {
    const session = sessions.get(universe);
    if (!session) throw new TessellaError("bad-argument", "This universe is not there any more.");
    return session;
  };
  const viewOf = ({
    view,
  }: {
    readonly view: ViewHandle;
  }): { readonly session: UniverseSession; readonly view: View } => {
    const entry = views.get(view);
    if (!entry) throw new TessellaError("bad-argument", "This view is not there any more.");
    return entry;
  };
  const dispose = async (session: UniverseSession): Promise<void> => {
    sessions.delete(session.handle);
    for (const [handle, entry] of views) if (entry.session === session) views.delete(handle);
    await session.stop();
    await session.turn((universe) => universe.dispose());
  };

  const handlers: Handlers = {
    hello: async () => parcel({ version: PROTOCOL_VERSION }),
    algorithms: async ({ rule, topology }) => {
      const gpu = await presenceFor(options);
      return parcel(
        ALGORITHMS.list().map(({ id, name, summary, needsGpu, mostMegabytes, refuses, ...rest }) => ({
          id,
          name,
          summary,
          needsGpu,
          forComparison: rest.forComparison ?? false,
          leaps: rest.leaps ?? false,
          mostMegabytes,
          refuses: needsGpu && gpu.adapter === null ? gpu.reason : refuses(rule, topology),
        })),
      );
    },
    gpu: async ({ preference }) => parcel(await presenceFor(options, preference)),
    measure: async ({ memoryMegabytes, ...job }, { signal }) => {
      const { needsGpu } = ALGORITHMS.get(job.algorithm);
      const environment = await environmentFor(needsGpu, memoryMegabytes, options);
      return parcel(await soupFigures(job, environment, signal));
    },
    measureCopy: async () => parcel(await measureCopy(await environmentFor(true, undefined, options))),
    behaviour: async ({ rule }, { signal }) => parcel(await measureBehaviour(rule, {}, signal)),
    ruleRange: async ({ cells, rule }, { signal }) =>
      parcel(await atLeisure(ruleRangeSteps(cells, rule), signal)),
    identify: async ({ limit, memoryMegabytes, ...request }, { signal }, _send, onProgress) => {
      const { universe } = await createUniverse(
        request,
        ({ needsGpu }) => environmentFor(needsGpu, memoryMegabytes, options),
        signal,
      );
      try {
        return identityParcel(await identify(universe, { limit, signal, onProgress }));
      } finally {
        universe.dispose();
      }
    },
    choose: async ({ rule, topology, algorithm: id = AUTO, ...contents }) => {
      // Nobody looks for an adapter unless it could matter.
      const matters = id === AUTO && gpuCandidate(rule, topology, contents) !== null;
      const gpu = matters ? await presenceFor(options) : undefined;
      const { algorithm, reason } = algorithmFor(rule, topology, id, gpu, contents);
      return parcel({ algorithm: algorithm.id, needsGpu: algorithm.needsGpu, reason });
    },
    create: async (request, controller, send) => {
      const { universe, algorithm, environment, reason } = await createUniverse(
        request,
        ({ needsGpu }) => environmentFor(needsGpu, request.memoryMegabytes, options),
        controller.signal,
      );
      // Nobody would ever close it.
      if (disposed) {
        universe.dispose();
        throw closed();
      }
      const handle = ++handles;
      const switchable = new SwitchableUniverse(universe);
      const { mayMove = (request.algorithm ?? AUTO) === AUTO } = request;
      const session = new UniverseSession(
        handle,
        switchable,
        {
          moved: (generation) => send({ type: "moved", universe: handle, generation }),
          switched: (reason) =>
            send({
              type: "switched",
              universe: handle,
              runner: runnerOf(ALGORITHMS.get(switchable.algorithm), reason),
            }),
        },
        mayMove && !algorithm.needsGpu ? new AutoSwitch(switchable, environment, { now: options.now }) : null,
      );
      sessions.set(handle, session);
      void universe.lost?.then((error) => {
        if (sessions.has(handle)) send({ type: "lost", universe: handle, error: toWireError(error) });
      });
      return parcel({ ...session.state(), ...runnerOf(algorithm, reason) });
    },
    state: async (args) => parcel(sessionOf(args).state()),
    step: async (args, controller) => parcel(await sessionOf(args).step(args.target, controller)),
    run: async (args, controller) => {
      const session = sessionOf(args);
      const ended = await session.run(args, controller);
      return parcel({ ...session.state(), ended });
    },
    stop: async (args) => {
      const session = sessionOf(args);
      await session.stop();
      return parcel(session.state());
    },
    setGeneration: async (args) => {
      const session = sessionOf(args);
      return parcel(
        await session.change((universe) => {
          universe.setGeneration(args.generation);
          return session.state();
        }),
      );
    },
    setRule: async (args) => {
      const session = sessionOf(args);
      return parcel(
        await session.change((universe) => {
          universe.setRule(args.rule);
          return session.state();
        }),
      );
    },
    population: async (args) => parcel(await sessionOf(args).turn((universe) => universe.population())),
    count: async (args, { signal }) => {
      const session = sessionOf(args);
      return parcel(await countWithin((act) => session.turn(act), args, signal));
    },
    samples: async (args) => {
      const session = sessionOf(args);
      const { samples } = session;
      if (args.present) await session.turn((universe) => samples.follow(universe, PRESENT_MILLISECONDS));
      return parcel(samples.take());
    },
    bounds: async (args) => parcel(await sessionOf(args).turn((universe) => universe.bounds())),
    hash: async (args) => parcel(await sessionOf(args).turn((universe) => universe.hash())),
    memory: async (args) => parcel(await sessionOf(args).turn((universe) => universe.memory())),
    readRuns: async (args) =>
      runsParcel(await sessionOf(args).turn((universe) => universe.readRuns(args.region))),
    readTree: async (args) => treeParcel(await sessionOf(args).turn((universe) => treeOfUniverse(universe))),
    readBlock: async (args) =>
      blockParcel(await sessionOf(args).turn((universe) => universe.readBlock(args.region))),
    raster: async (args) =>
      rasterParcel(await sessionOf(args).turn((universe) => universe.raster(args.request))),
    writeRuns: async (args) => {
      await sessionOf(args).change((universe) => universe.writeRuns(args.cells, args.mode));
      return parcel(null);
    },
    writeBlock: async (args) => {
      await sessionOf(args).change((universe) => universe.writeBlock(args.cells, args.mode));
      return parcel(null);
    },
    clear: async (args) => {
      await sessionOf(args).change((universe) => universe.clear(args.region));
      return parcel(null);
    },
    snapshot: async (args) => parcel(await sessionOf(args).turn((universe) => universe.snapshot())),
    restore: async (args) => {
      const session = sessionOf(args);
      await session.change((universe) => universe.restore(args.snapshot));
      return parcel(session.state());
    },
    release: async (args) => {
      await sessionOf(args).turn((universe) => universe.release(args.snapshot));
      return parcel(null);
    },
    readSnapshot: async (args) =>
      treeParcel(await sessionOf(args).turn((universe) => universe.readSnapshot(args.snapshot))),
    keepTree: async (args) =>
      parcel(await sessionOf(args).turn((universe) => universe.keepTree(args.tree, args.generation))),
    dispose: async (args) => {
      await dispose(sessionOf(args));
      return parcel(null);
    },
    openView: async (args) => {
      const entry = { session: sessionOf(args), view: new View(args) };
      const handle = ++handles;
      views.set(handle, entry);
      return parcel(handle);
    },
    setCamera: async (args) => {
      viewOf(args).view.setCamera(args.camera);
      return parcel(null);
    },
    resize: async (args) => {
      viewOf(args).view.resize(args);
      return parcel(null);
    },
    frame: async (args) => {
      const { session, view } = viewOf(args);
      return session.turn((universe) => view.frame(universe));
    },
    closeView: async (args) => {
      views.delete(args.view);
      return parcel(null);
    },
  };

  const open = new Set<AbortController>();
  const answers = new Set<Promise<void>>();
  const attach = (own: Port): void => {
    const calls = new Map<number, AbortController>();
    const send: Send = (message, transfer = []) => own.send(message, transfer);
    const answer = async (id: number, verb: Verb, args: unknown): Promise<void> => {
      const controller = new AbortController();
      calls.set(id, controller);
      open.add(controller);
      try {
        if (disposed) throw closed();
        const handler = handlers[verb] as Handler<Verb> | undefined;
        if (!handler)
          throw new TessellaError("unsupported-operation", `The engine's worker knows no "${String(verb)}".`);
        const tell = (value: unknown): void => send({ type: "progress", id, value });
        const { value, transfer } = await handler(args as VerbArgs<Verb>, controller, send, tell);
        send({ type: "answer", id, value }, transfer);
      } catch (error) {
        send({ type: "failure", id, error: toWireError(error) });
      } finally {
        calls.delete(id);
        open.delete(controller);
      }
    };
    own.onMessage((message) => {
      const request = message as ClientMessage;
      if (request.type === "call") {
        const answered = answer(request.id, request.verb, request.args);
        answers.add(answered);
        void answered.then(() => answers.delete(answered));
      } else if (request.type === "cancel") calls.get(request.id)?.abort();
      else if (request.type === "join") attach(portOf(request.port as unknown as Endpoint));
    });
  };
  attach(port);
  return {
    universe: (universe) => sessionOf({ universe }).universe,
    attach,
    dispose: async () => {
      disposed = true;
      for (const controller of open) controller.abort();
      await Promise.all([...sessions.values()].map(dispose));
      await Promise.all(answers);
    },
  };
}

/** For what the present generation may take to be looked at, as part of them. */
const PRESENT_MILLISECONDS = 100;

function runnerOf({ id, leaps = false, mostMegabytes }: Algorithm, reason: string): Runner {
  return { algorithm: id, leaps, mostMegabytes, reason };
}

async function presenceFor(
  { openGpu, gpuPreference }: ServerOptions,
  preference?: GpuPreference,
): Promise<GpuPresence> {
  if (!openGpu) return { adapter: null, reason: "No GPU can be reached from here." };
  try {
    return await findGpu(await openGpu(preference), preference ?? gpuPreference?.());
  } catch (error) {
    return { adapter: null, reason: toWireError(error).message };
  }
}

async function environmentFor(
  needsGpu: boolean,
  memoryMegabytes: number | undefined,
  { openGpu, gpuPreference, tuning }: ServerOptions,
): Promise<AlgorithmEnvironment> {
  if (!needsGpu || !openGpu) return { memoryMegabytes };
  return { memoryMegabytes, gpu: await openGpu(), gpuPreference: gpuPreference?.(), tuning };
}
