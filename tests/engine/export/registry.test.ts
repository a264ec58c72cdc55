// What the exporters of this code say of themselves, which the export's form and the command tell people.

import { expect, it } from "vitest";
import { EXPORTERS, exporterForName } from "../../../engine/export/registry.ts";

it.each([
  ["frame-%d.pbm", "pbm", "cells", true],
  ["frame-%d.PNG", "png", "pictures", true],
  ["film.apng", "apng", "pictures", false],
  ["film.gif", "gif", "pictures", false],
  ["frame.svg", "svg", "cells", true],
  ["f-%d.rle", "rle", "patterns", true],
  ["f-%d.rle.gz", "rle", "patterns", true],
  ["f-%d.mc", "macrocell", "patterns", true],
  ["f-%d.mc.GZ", "macrocell", "patterns", true],
] as const)("%s is written by %s out of %s, a file a frame: %s", (name, id, takes, sequence) => {
  const exporter = exporterForName(name);
  expect(exporter).toMatchObject({ id, takes, sequence, lossless: true });
});

it("none has an ending of another's, and each says what it is", () => {
  const endings = EXPORTERS.list().flatMap(({ extensions }) => extensions);
  expect(new Set(endings).size).toBe(endings.length);
  for (const { name, summary } of EXPORTERS.list()) {
    expect(name).toMatch(/^[A-Z]/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  }
  expect(
    EXPORTERS.list()
      .filter(({ drawsCells }) => drawsCells)
      .map(({ id }) => id),
  ).toEqual(["svg"]);
  expect(
    EXPORTERS.list()
      .filter(({ hasPlain }) => hasPlain)
      .map(({ id }) => id),
  ).toEqual(["pbm"]);
});
