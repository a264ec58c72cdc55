// What a lab's Save menu leaves on the disk.

import { expect, it } from "vitest";
import type { SaveEntry } from "../../../renderer/labs/save-entry.ts";
import { saveEntry } from "../../../renderer/labs/save-entry.ts";

/** Saves an entry; what the dialog was asked, what was written and said. */
async function saved(save: SaveEntry["save"], chosen: string | null = "there.x") {
  const told: unknown[] = [];
  const studio = {
    host: {
      files: {
        pickSave: async (request: unknown) => {
          told.push(request);
          return chosen === null ? null : { id: "1", name: chosen };
        },
        write: async (file: { readonly name: string }, bytes: Uint8Array) =>
          void told.push(`${file.name}: ${new TextDecoder().decode(bytes)}`),
      },
    },
    status: { say: (text: string) => void told.push(text) },
  };
  await saveEntry(studio as never, "run-7", { title: "Save", save });
  return told;
}

it.each(["CSV", "JSON"] as const)("a table as %s, by the name of what it is about", async (kind) => {
  const extension = `.${kind.toLowerCase()}`;
  const asked = { types: [{ label: kind, extensions: [extension] }], name: `run-7${extension}` };
  const save = { kind, text: () => "1,2" };
  expect(await saved(save)).toEqual([asked, "there.x: 1,2", "Saved there.x."]);
  expect(await saved(save, null)).toEqual([asked]);
});

it("a plot as it is seen, and nothing where there is none", async () => {
  const picture = new TextEncoder().encode("picture");
  const asked = { types: [{ label: "PNG", extensions: [".png"] }], name: "run-7.png" };
  expect(await saved({ kind: "PNG", picture: async () => picture })).toEqual([
    asked,
    "there.x: picture",
    "Saved there.x.",
  ]);
  expect(await saved({ kind: "PNG", picture: async () => null })).toEqual([]);
  expect(await saved({ kind: "PNG", picture: () => undefined })).toEqual([]);
});

it("what has a way of its own goes it, and a failure is not swallowed", async () => {
  let acted = 0;
  expect(await saved({ kind: "own", act: async () => acted++ })).toEqual([]);
  expect(acted).toBe(1);
  await expect(saved({ kind: "own", act: () => Promise.reject(new Error("no")) })).rejects.toThrow("no");
});
