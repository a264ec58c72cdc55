// The names and keys of all commands. A person's own keys are kept by these names: one that changes loses its keys without a word.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";

it("are those that people have bound and learnt", () => {
  // A new command, or another key, gets its line here with the change that brings it.
  const listed = COMMANDS.list().map(({ id, keys, macKeys }) =>
    [id, ...keys, ...(macKeys ? ["| Mac", ...macKeys] : [])].join(" "),
  );
  expect(`${listed.join("\n")}\n`).toBe(
    readFileSync(join(import.meta.dirname, "../../fixtures/commands.txt"), "utf8"),
  );
});
