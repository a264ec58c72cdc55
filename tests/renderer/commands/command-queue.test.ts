// What the queue of requests does with those that are no commands.

import { expect, it } from "vitest";
import type { CommandEntry } from "../../../renderer/commands/command.ts";
import { CommandQueue } from "../../../renderer/commands/command-queue.ts";
import { PLAIN } from "../../support/command-state.ts";

const UNDO: CommandEntry = { id: "undo", name: "Undo", category: "Edit", keys: [] };

/** A queue over an editor that works, and what began so far. */
function queued() {
  const began: string[] = [];
  let state = PLAIN;
  const queue = new CommandQueue<CommandEntry>({
    state: () => state,
    busy: () => true,
    settled: () => new Promise(() => {}),
    perform: async ({ id }) => void began.push(id),
  });
  /** Asks for what makes sense once something can be redone. */
  const wait = (id: string) => queue.ask(({ canRedo }) => (canRedo ? { ...UNDO, id } : null));
  const free = (): void => {
    state = { ...state, canRedo: true };
    queue.look();
  };
  const turn = (name: string) =>
    queue.inTurn(async () => {
      began.push(name);
      return name;
    });
  return { queue, began, wait, free, turn };
}

it("does at once what comes while nothing waits", async () => {
  const { began, turn } = queued();
  const done = turn("field");
  expect(began).toEqual(["field"]);
  expect(await done).toBe("field");
});

it("lets it wait for the keys before, and the keys after it wait for it", async () => {
  const { began, wait, free, turn } = queued();
  const asked = [wait("first"), turn("field"), turn("list"), wait("last")];
  expect(began).toEqual([]);
  free();
  expect(began).toEqual(["first", "field", "list", "last"]);
  expect(await Promise.all(asked)).toEqual([true, "field", "list", true]);
});

it("lets it wait as long as a command holds the others", async () => {
  const { queue, began, turn } = queued();
  let copied = (): void => {};
  const held = queue.hold(new Promise<void>((resolve) => (copied = resolve)));
  const done = turn("field");
  expect(began).toEqual([]);
  copied();
  await Promise.all([held, done]);
  expect(began).toEqual(["field"]);
});

it("does it when the keys before it are dropped, as it knows its universe", async () => {
  const { queue, began, wait, turn } = queued();
  const [dropped, done] = [wait("first"), turn("field")];
  queue.clear();
  expect(began).toEqual(["field"]);
  expect([await dropped, await done]).toEqual([false, "field"]);
});

it("hands on what it fails with, and goes on", async () => {
  const { queue, began, wait, free } = queued();
  const first = wait("first");
  const failed = queue.inTurn(() => {
    throw new Error("torn");
  });
  const last = wait("last");
  free();
  await expect(failed).rejects.toThrow("torn");
  expect(await Promise.all([first, last])).toEqual([true, true]);
  expect(began).toEqual(["first", "last"]);
});

it("looks again when the editor in front is idle, whatever the one before still does", async () => {
  const idle: (() => void)[] = [];
  let busy = true;
  const queue = new CommandQueue<CommandEntry>({
    state: () => PLAIN,
    busy: () => busy,
    settled: () => new Promise<void>((resolve) => idle.push(resolve)),
    perform: async () => {},
  });
  const redo = () => queue.ask(({ canRedo }) => (canRedo ? UNDO : null));
  const left = redo();
  queue.clear();
  const front = redo();
  expect([await left, idle.length]).toEqual([false, 2]);
  busy = false;
  idle[1]?.();
  expect(await front).toBe(false);
});
