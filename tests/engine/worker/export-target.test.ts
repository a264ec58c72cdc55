// Files at the other end of a port: what travels, and that none is left half written or taken away again.

import { expect, test } from "vitest";
import { remoteTarget } from "../../../engine/worker/export-target.ts";

const MEGABYTE = 2 ** 20;

/** Opens a file, and notes what is asked of the other end, each with the bytes that it then has. */
async function opened(refused = "") {
  const asked: string[] = [];
  const file: number[] = [];
  const answer = (verb: string, words: string) => {
    asked.push(`${verb}${words}`);
    if (verb === refused) throw new Error("The disk is gone.");
  };
  const call = {
    whole: async ({ name, bytes }: { name: string; bytes: Uint8Array }) =>
      answer("whole", ` ${name}: ${bytes}`),
    begin: async ({ file: id, name }: { file: number; name: string }) => answer("begin", ` ${id} ${name}`),
    put: async ({ bytes, at }: { bytes: Uint8Array; at?: number }) => {
      answer("put", ` ${bytes.length}${at === undefined ? "" : ` at ${at}`}`);
      const from = at ?? file.length;
      for (const [k, byte] of bytes.entries()) file[from + k] = byte;
    },
    commit: async ({ file: id }: { file: number }) => answer("commit", ` ${id}`),
    abort: async ({ file: id }: { file: number }) => answer("abort", ` ${id}`),
  };
  const target = remoteTarget(call as never);
  const [first, second] = [await target.begin("a.gif"), await target.begin("b.gif")];
  return { asked, file, first, second };
}

test("a small file travels whole, as it was when each part was written", async () => {
  const { asked, first } = await opened();
  const buffer = Uint8Array.of(1, 2);
  await first.write(buffer);
  buffer.fill(9);
  await first.write(Uint8Array.of(3));
  await first.commit();
  expect(asked).toEqual(["whole a.gif: 1,2,3"]);
});

test("a long one travels in pieces of a megabyte, each once it is there", async () => {
  const { asked, file, second } = await opened();
  const half = new Uint8Array(MEGABYTE / 2).fill(5);
  await second.write(half);
  expect(asked).toEqual([]);
  await second.write(half);
  expect(asked).toEqual(["begin 2 b.gif", `put ${MEGABYTE}`]);
  await second.write(Uint8Array.of(7));
  await second.commit();
  expect(asked.slice(2)).toEqual(["put 1", "commit 2"]);
  expect([file.length, file.at(-1), file[0]]).toEqual([MEGABYTE + 1, 7, 5]);
});

test("what is written in an earlier place comes after all that was written before", async () => {
  const { asked, file, first } = await opened();
  await first.write(Uint8Array.of(0, 0, 3));
  const buffer = Uint8Array.of(1, 2);
  await first.rewrite?.(0, buffer);
  await first.write(Uint8Array.of(4));
  await first.commit();
  expect(asked).toEqual(["begin 1 a.gif", "put 3", "put 2 at 0", "put 1", "commit 1"]);
  expect(file).toEqual([1, 2, 3, 4]);
  expect([...buffer]).toEqual([1, 2]);
});

test("a file that is given up is taken away if it was begun, once, and not after it is done", async () => {
  const never = await opened();
  await never.first.write(Uint8Array.of(1));
  await never.first.abort();
  expect(never.asked).toEqual([]);
  const begun = await opened("abort");
  await begun.second.write(new Uint8Array(MEGABYTE));
  // That there is nothing to take away, or no way to, is no second failure.
  await begun.second.abort();
  await begun.second.abort();
  expect(begun.asked.slice(2)).toEqual(["abort 2"]);
  for (const bytes of [1, MEGABYTE]) {
    const done = await opened();
    await done.first.write(new Uint8Array(bytes));
    await done.first.commit();
    await done.first.abort();
    expect(done.asked.join()).not.toContain("abort");
  }
  const failed = await opened("commit");
  await failed.first.write(new Uint8Array(MEGABYTE));
  await expect(failed.first.commit()).rejects.toThrow("The disk is gone.");
  await failed.first.abort();
  expect(failed.asked.at(-1)).toBe("abort 1");
});
