// Records in the lab: read in pieces, followed while they grow, and what is wrong with them.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatRecordEnd, formatRecordHead } from "../../../../engine/cluster/record.ts";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { LOOK, Records } from "../../../../renderer/labs/performance/run/records.ts";
import { recordHead, recordLines, recordText } from "../../../support/cluster-record.ts";
import { MemoryHost } from "../../../support/memory-host.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function rig(text: string) {
  const host = new MemoryHost();
  const [place] = ["run.jsonl"];
  const write = (now: string): void => void host.disk.files.set(place, encode(now));
  write(text);
  host.openAnswers.push([place]);
  const [source] = await host.files.pickOpen({ types: [] });
  if (!source) throw new Error("There is no file.");
  const records = new Records(host.files);
  const open = () => records.open({ name: source.name, bytes: encode(text), source });
  const entry = () => records.store.getState().records[0];
  const blocks = () => entry()?.record.tracks.map((track) => track.blocks);
  return { host, place, records, open, write, entry, blocks };
}

const HEAD = formatRecordHead(recordHead(2, 500));
const END = formatRecordEnd({ generation: 180n, failure: null });
/** Lets the next look at the file come, and reading in slices, which takes turns with real tasks, go on until that is so. */
async function looked(isSo: () => boolean): Promise<void> {
  // The look before this one may not have set its timer yet.
  await until(() => vi.getTimerCount() > 0);
  await vi.advanceTimersByTimeAsync(LOOK);
  await until(isSo);
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !isSo(); turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Timers are no measure: other files of this worker may still set some. */
async function isLeftAlone({ files }: MemoryHost): Promise<void> {
  const stamp = vi.spyOn(files, "stamp");
  await vi.advanceTimersByTimeAsync(3 * LOOK);
  expect(stamp).not.toHaveBeenCalled();
}

describe("a record", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("is read whole, and no longer looked at once it has ended", async () => {
    const { open, entry, blocks, host, records } = await rig(recordText(2, 3000));
    await open();
    expect(blocks()).toEqual([3000, 3000]);
    expect(entry()).toMatchObject({ following: false, problem: null, record: { end: { failure: null } } });
    await isLeftAlone(host);
    records.close();
  });

  it("is followed while it grows, reading only what is new, until it ends", async () => {
    const first = HEAD + recordLines(2, 0, 3);
    const { open, write, entry, blocks, host } = await rig(first);
    const read = vi.spyOn(host.files, "read");
    await open();
    expect([blocks(), entry()?.following]).toEqual([[3, 3], true]);
    await looked(() => true);
    expect(read).not.toHaveBeenCalled();
    // In the middle of a line.
    const more = first + recordLines(2, 3, 4);
    write(more.slice(0, -10));
    await looked(() => entry()?.revision === 1);
    expect([blocks(), entry()?.revision]).toEqual([[7, 3], 1]);
    expect(read.mock.lastCall?.[1]).toEqual({ from: first.length });
    write(more + END);
    await looked(() => entry()?.following === false);
    expect([blocks(), entry()?.following]).toEqual([[7, 7], false]);
    await isLeftAlone(host);
  });

  it("begins anew where its file has become shorter, and ends where that is gone", async () => {
    const { open, write, entry, blocks, host, place, records } = await rig(HEAD + recordLines(2, 0, 9));
    await open();
    write(HEAD + recordLines(2, 0, 1));
    await looked(() => vi.getTimerCount() === 1);
    await looked(() => entry()?.revision === 1);
    expect(blocks()).toEqual([1, 1]);
    host.disk.files.delete(place);
    await looked(() => entry()?.problem !== null);
    expect(entry()).toMatchObject({ following: false, problem: expect.stringContaining("run.jsonl") });
    records.close();
  });

  it("shows what came before a line that is wrong, and refuses a file without a head", async () => {
    const { open, entry, blocks } = await rig(`${HEAD + recordLines(2, 0, 2)}{"rank": 5, "blocks": []}\n`);
    await open();
    expect(blocks()).toEqual([2, 2]);
    expect(entry()).toMatchObject({ following: false, problem: expect.stringMatching(/"rank".*0 to 1/) });
    const bad = await rig("{}\n");
    await expect(bad.open()).rejects.toThrow(TessellaError);
    expect(bad.records.store.getState()).toEqual({ records: [], chosen: null });
  });

  it("is put away, and another one shown; opened twice it is one", async () => {
    const { open, records } = await rig(recordText(1, 2));
    await open();
    await open();
    const { records: all, chosen } = records.store.getState();
    expect(all).toHaveLength(1);
    expect(chosen).toBe(all[0]?.id);
    records.remove(all[0]?.id as string);
    expect(records.store.getState()).toEqual({ records: [], chosen: null });
  });
});
