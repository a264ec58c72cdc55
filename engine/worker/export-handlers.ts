/**
 * The worker's side of exporting: a copy of a universe, and verbs answered one after the other. The preview, the
 * estimate and the files all come from the same source, so a preview always shows the picture that will be written.
 */

import type { Snapshot, Universe } from "../algorithms/algorithm.ts";
import { createUniverse } from "../algorithms/load.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import type { Estimate } from "../export/estimate.ts";
import { estimateExport } from "../export/estimate.ts";
import type { Exporter } from "../export/exporter.ts";
import type { ExportControl, ExportProgress } from "../export/frame-source.ts";
import { countFrames } from "../export/frame-source.ts";
import { EXPORTERS } from "../export/registry.ts";
import { countingTarget } from "../export/target.ts";
import { Connection } from "./connection.ts";
import type { ExportJob } from "./export-job.ts";
import { openJob } from "./export-job.ts";
import { remoteTarget } from "./export-target.ts";
import type { HelpersFor } from "./kernel-helpers.ts";
import { Parcel } from "./parcel.ts";
import type {
  ExportedUniverse,
  ExportOutcome,
  ExportProtocol,
  ExportWish,
  FilesProtocol,
  OfferedFormat,
  Preview,
  WriteRequest,
} from "./protocol/export.ts";
import type { Handlers, OpenCall } from "./rpc.ts";

/** An exporter that only some platforms have. */
export interface ExtraExporter {
  readonly exporter: Exporter;
  /** Why it is not available here, or null. */
  readonly refuses: string | null;
}

/** Milliseconds between progress reports. */
const TELL = 100;
/** Video costs most at its beginning, and looks ahead: a few frames are no sample of the later ones. */
const VIDEO_TRIALS = { lead: 10, stretch: 30 };
/** Seconds after which an estimate stops stepping. */
const ESTIMATE_BUDGET = 2;

interface Held {
  readonly universe: Universe;
  readonly start: Snapshot;
}

/** `extras`: called once, when a universe is opened. `helpers`: threads that may help, for so many in all. */
export function exportHandlers(
  extras: () => Promise<readonly ExtraExporter[]> = async () => [],
  helpers?: HelpersFor,
): Handlers<ExportProtocol> {
  let held: Held | null = null;
  let offered: readonly ExtraExporter[] = [];
  let last: { readonly key: string; readonly job: ExportJob } | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const open = async (request: ExportedUniverse, control: ExportControl): Promise<OfferedFormat[]> => {
    const { memoryMegabytes, threads } = request;
    const environment = { memoryMegabytes, helpers: helpers?.(threads) };
    const { universe } = await createUniverse(request, environment, control.signal);
    held = { universe, start: await universe.snapshot() };
    offered = [...EXPORTERS.list().map((exporter) => ({ exporter, refuses: null })), ...(await extras())];
    return offered.map(({ exporter: { run: _, ...facts }, refuses }) => ({ ...facts, refuses }));
  };
  const theHeld = (): Held => {
    if (!held) throw new TessellaError("bad-argument", "There is nothing open to export.");
    return held;
  };
  const exporterOf = ({ format }: ExportWish): Exporter => {
    const found = offered.find(({ exporter }) => exporter.id === format);
    if (!found) throw new TessellaError("not-found", `There is no format "${format}".`);
    if (found.refuses) throw new TessellaError("unsupported-format", found.refuses);
    return found.exporter;
  };
  /** The job for a request, cached as long as the request stays the same. */
  const jobFor = async (wish: ExportWish, control: ExportControl): Promise<ExportJob> => {
    const { universe, start } = theHeld();
    const key = JSON.stringify(wish, (_, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    );
    if (last?.key === key) return last.job;
    if (last) universe.release(last.job.base);
    last = null;
    await universe.restore(start);
    const job = await openJob(exporterOf(wish), wish, universe, control);
    last = { key, job };
    return job;
  };
  const preview = async (
    { wish, index }: { readonly wish: ExportWish; readonly index: number },
    control: ExportControl,
  ): Promise<Preview> => {
    const { universe } = theHeld();
    const job = await jobFor(wish, control);
    const { range, frames, framesShown, size, region } = job;
    const at = Math.max(0, Math.min(frames - 1, index));
    const generation = range.from + BigInt(at) * range.every;
    // If a picture depends on earlier ones, all of them are drawn again.
    const remembers = wish.look.ages || wish.framing.kind === "growing" || wish.framing.kind === "follow";
    if (remembers || universe.generation > generation) await universe.restore(job.base);
    const picture = await job.picture(at, { signal: control.signal });
    return { range, frames, framesShown, index: at, generation, size, region, picture };
  };
  const estimate = async (wish: ExportWish, { signal }: ExportControl): Promise<Estimate> => {
    const { universe } = theHeld();
    const exporter = exporterOf(wish);
    const job = await jobFor(wish, { signal });
    await universe.restore(job.base);
    // The parts of the job share its settled facts.
    const framing =
      job.region && "region" in wish.framing ? { ...wish.framing, region: job.region } : wish.framing;
    const name = exporter.sequence ? `%d${exporter.extensions[0]}` : wish.name;
    const sample = { ...wish, framing, name, loop: false };
    return estimateExport(
      universe,
      job.range,
      async (range, control, hold = 0) => {
        const part = await openJob(exporter, { ...sample, range, hold }, universe, control);
        try {
          return await part.run(countingTarget(), control);
        } finally {
          universe.release(part.base);
        }
      },
      {
        signal,
        budgetSeconds: ESTIMATE_BUDGET,
        ...(exporter.lossless ? {} : { ...VIDEO_TRIALS, hold: wish.hold }),
      },
    );
  };
  const write = async (
    { wish, first, files }: WriteRequest,
    { signal, report }: OpenCall<ExportProgress>,
  ): Promise<ExportOutcome> => {
    const { universe } = theHeld();
    let told = 0;
    let untold: ExportProgress | null = null;
    const tell = (): void => {
      if (untold) report(untold);
      untold = null;
    };
    const onProgress = (progress: ExportProgress): void => {
      const now = performance.now();
      untold = progress;
      if (now - told < TELL) return;
      told = now;
      tell();
    };
    const job = await jobFor(wish, { signal, onProgress });
    await universe.restore(job.base);
    const opener = new Connection<FilesProtocol>(files);
    try {
      const done = await job.run(remoteTarget(opener.call), { signal, first, onProgress });
      return { ...done, cellsLeft: job.cellsLeft() };
    } finally {
      // Also after a failure: people want to know how much exists.
      tell();
      opener.close();
    }
  };
  /** One after the other: all verbs move the same universe. */
  const inTurn = <T>({ signal }: { readonly signal: AbortSignal }, act: () => Promise<T>): Promise<T> => {
    const result = turn.then(() => {
      throwIfAborted(signal);
      return act();
    });
    turn = result.catch(() => {});
    return result;
  };
  const check = ({ range }: ExportWish): void => {
    countFrames(range);
  };
  return {
    open: (request, call) => inTurn(call, () => open(request, { signal: call.signal })),
    preview: (args, call) =>
      inTurn(call, async () => {
        check(args.wish);
        const shown = await preview(args, { signal: call.signal });
        return new Parcel(shown, shown.picture ? [shown.picture.pixels.buffer] : []);
      }),
    estimate: ({ wish }, call) =>
      inTurn(call, () => {
        check(wish);
        return estimate(wish, { signal: call.signal });
      }),
    write: (args, call) =>
      inTurn(call, () => {
        check(args.wish);
        return write(args, call);
      }),
  };
}
