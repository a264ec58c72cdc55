// docs/SECURITY.md promises tests by name; a promise whose test is gone, or was renamed, is none.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "docs/SECURITY.md"), "utf8").replace(/\s+/g, " ");

describe("the page about security", () => {
  test("goes through all twenty points of Electron's checklist, each with a test", () => {
    const points = page.split(/ (?=\d+\. \*\*)/).slice(1);
    expect(points.map((point) => Number.parseInt(point, 10))).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    for (const point of points) expect(point).toMatch(/`tests\/[\w/-]+\.test\.ts`: "/);
  });

  test("names tests that there are", () => {
    const promises = [...page.matchAll(/`(tests\/[\w/-]+\.test\.ts)`: "([^"]+)"/g)];
    expect(promises.length).toBeGreaterThan(25);
    for (const [, file, name] of promises as readonly string[][]) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(readFileSync(join(ROOT, file), "utf8"), file).toContain(`("${name}"`);
    }
  });
});
