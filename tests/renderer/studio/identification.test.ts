import { expect, it } from "vitest";
import type { Identity } from "../../../engine/analysis/identity.ts";
import { OwnLibrary } from "../../../renderer/library/own-library.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";
import type { IdentificationSurroundings } from "../../../renderer/studio/identification.ts";
import { Identification } from "../../../renderer/studio/identification.ts";
import { localEditor } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";

const FOUND = { kind: "oscillator" } as Identity;

const library = new OwnLibrary({
  store: { list: async () => [], put: async () => {}, delete: async () => {} },
  read: () => Promise.reject(new Error("nothing is read")),
  write: () => Promise.reject(new Error("nothing is written")),
  collection: async () => BUILT_IN_SOURCES,
});

async function nameOf(rle: string, turned = 0n, nameless = false): Promise<string | null> {
  const { editor, universe } = await localEditor({ cells: cellsFromRle(rle, 7n, -30n) });
  await universe.step(turned);
  const engine = { call: { identify: async () => FOUND }, close: () => {} };
  const identification = new Identification({
    start: () => engine as unknown as ReturnType<IdentificationSurroundings["start"]>,
    hold: () => () => {},
  });
  const live = { present: universe, memoryMegabytes: 64 } as never;
  await identification.run({ editor, universe: live }, (pattern) =>
    nameless ? Promise.reject(new Error("The disk is gone.")) : library.twinOf(pattern),
  );
  const { identity, name, problem } = identification.store.getState();
  expect([identity, problem]).toEqual([FOUND, null]);
  return name;
}

it("names what the library holds, in any phase and place", async () => {
  const pulsar =
    "2b3o3b3o2b2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2b2$2b3o3b3o2b$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!";
  expect(await nameOf(pulsar)).toBe("Pulsar");
  expect(await nameOf(pulsar, 2n)).toBe("Pulsar");
  expect(await nameOf("bo$2bo$3o!", 3n)).toBe("Glider");
  expect(await nameOf("bo$2bo$3o5$20bo!")).toBeNull();
});

it("does without a name where the library cannot be read", async () => {
  expect(await nameOf("bo$2bo$3o!", 0n, true)).toBeNull();
});
