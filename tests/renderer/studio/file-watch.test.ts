import { expect, it } from "vitest";
import type { StudioDocument } from "../../../renderer/document/document.ts";
import { FileWatch } from "../../../renderer/studio/file-watch.ts";
import { MemoryHost } from "../../support/memory-host.ts";

it("a file has changed when somebody else wrote it since, and not when it is unknown, gone or another", async () => {
  const host = new MemoryHost();
  host.saveAnswers.push("one.rle", "two.rle");
  const pick = async () => {
    const file = await host.files.pickSave({ types: [], name: "" });
    if (!file) throw new Error("No file was chosen.");
    return file;
  };
  const [one, two] = [await pick(), await pick()];
  const bytes = (text: string) => new TextEncoder().encode(text);
  const watch = new FileWatch(host.files);
  const document = {} as StudioDocument;
  await host.files.write(one, bytes("3o!"));
  expect(await watch.hasChanged(document, one)).toBe(false);
  watch.note(document, one, await watch.look(one));
  expect(await watch.hasChanged(document, one)).toBe(false);
  await host.files.write(one, bytes("5o!"));
  expect(await watch.hasChanged(document, one)).toBe(true);
  await host.files.write(two, bytes("5o!"));
  expect(await watch.hasChanged(document, two)).toBe(false);
  watch.note(document, one, await watch.look(one));
  expect(await watch.hasChanged(document, one)).toBe(false);
  host.disk.files.clear();
  expect(await watch.hasChanged(document, one)).toBe(false);
});
