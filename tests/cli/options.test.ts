// The options of all commands. Scripts are written once and run for years: an option that goes, or wants another value, breaks them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "../support/in-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const LISTED = join(ROOT, "tests/fixtures/options.txt");

/** The options of a command as its help shows them: `-m --maxgen GENERATION`. */
async function optionsOf(command: string): Promise<readonly string[]> {
  const { stdout } = await inProcess("help", command);
  return Array.from(
    stdout.matchAll(/^ {2}(?:(-\w), | {4})(--[\w-]+)((?: \S+)*)(?: {2}|$)/gm),
    ([, short = "", long = "", value = ""]) => `${short && `${short} `}${long}${value}`,
  );
}

async function commands(): Promise<readonly string[]> {
  const { stdout } = await inProcess("--help");
  return Array.from(stdout.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name = ""]) => name).filter(
    (name) => !["help", "completions", "man"].includes(name),
  );
}

async function listed(): Promise<string> {
  const parts = (await commands()).map(async (name) => [name, ...(await optionsOf(name))].join("\n  "));
  return `${(await Promise.all(parts)).join("\n\n")}\n`;
}

const SOURCES = readdirSync(join(ROOT, "engine/cli"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(ROOT, "engine/cli", name), "utf8"));

describe("options", () => {
  it("are those that scripts know", async () => {
    // A new option gets its line here with the change that brings it.
    expect(await listed()).toBe(readFileSync(LISTED, "utf8"));
  });

  it("are asked for by the names that they have", async () => {
    const known = new Set([...(await listed()).matchAll(/--([\w-]+)/g)].map(([, name]) => name));
    const asked = SOURCES.flatMap((text) =>
      Array.from(text.matchAll(/\.(?:value|has|count)\(\s*"([\w-]+)"/g), ([, name]) => name),
    );
    expect(asked.length).toBeGreaterThan(150);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it("do something", async () => {
    const known = new Set([...(await listed()).matchAll(/--([\w-]+)/g)].map(([, name = ""]) => name));
    const text = SOURCES.join("\n").replace(/\bname: "[\w-]+"/g, "");
    expect([...known].filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });
});
