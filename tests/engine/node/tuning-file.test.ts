import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tuningFile, tuningPath } from "../../../engine/node/tuning-file.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tuning-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("what was found out about a GPU", () => {
  it("is there for the next process, beside what others found out", () => {
    const path = join(folder, "cache", "kernels.json");
    tuningFile(path).set("an adapter, T64,64", "tile");
    tuningFile(path).set("an adapter, T9000,9000", "strips");
    tuningFile(path).set("an adapter, T64,64", "bit-row");
    expect(tuningFile(path).get("an adapter, T64,64")).toBe("bit-row");
    expect(tuningFile(path).get("an adapter, T9000,9000")).toBe("strips");
    expect(tuningFile(path).get("another")).toBeUndefined();
    expect(readdirSync(join(folder, "cache"))).toEqual(["kernels.json"]);
  });

  it("keeps the newest 500", () => {
    const file = tuningFile(join(folder, "kernels.json"));
    for (let i = 0; i < 502; i++) file.set(`grid ${i}`, "tile");
    expect([file.get("grid 1"), file.get("grid 2"), file.get("grid 501")]).toEqual([
      undefined,
      "tile",
      "tile",
    ]);
  });

  it.each(["", "no JSON", "[1, 2]", "null", '{"grid": 3}'])("is nothing where the file holds %j", (text) => {
    const path = join(folder, "kernels.json");
    writeFileSync(path, text);
    expect(tuningFile(path).get("grid")).toBeUndefined();
    tuningFile(path).set("grid", "tile");
    expect(tuningFile(path).get("grid")).toBe("tile");
  });

  it("is not remembered where nothing can be written, and nobody minds", () => {
    writeFileSync(join(folder, "file"), "");
    const file = tuningFile(join(folder, "file", "kernels.json"));
    file.set("grid", "tile");
    expect(file.get("grid")).toBeUndefined();
  });

  it("lies in the user's cache folder", () => {
    expect(tuningPath({ XDG_CACHE_HOME: "/c" }, "linux", "/h")).toBe(
      join("/c", "tessella", "gpu-kernels.json"),
    );
    expect(tuningPath({}, "linux", "/h")).toBe(join("/h", ".cache", "tessella", "gpu-kernels.json"));
    expect(tuningPath({}, "darwin", "/h")).toBe(
      join("/h", "Library", "Caches", "tessella", "gpu-kernels.json"),
    );
    expect(tuningPath({ LOCALAPPDATA: "/l" }, "win32", "/h")).toBe(
      join("/l", "tessella", "gpu-kernels.json"),
    );
  });
});
