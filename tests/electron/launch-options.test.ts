// What `npm start --` understands.

import { expect, test } from "vitest";
import { DEFAULT_PORT, parseLaunchArguments } from "../../electron/launch/options.ts";

const PLAIN = { development: false, browser: false, open: true, port: DEFAULT_PORT, help: false, rest: [] };

test.each([
  ["", {}],
  ["--browser --no-open", { browser: true, open: false }],
  ["--dev", { development: true }],
  ["-h", { help: true }],
  ["--help", { help: true }],
  ["--port 0", { port: 0 }],
  ["--port=65535", { port: 65_535 }],
  ["gun.rle --port 8080 --disable-gpu b.mc", { port: 8080, rest: ["gun.rle", "--disable-gpu", "b.mc"] }],
  // What follows is for Electron, whatever it looks like.
  ["--browser -- --dev --port 1", { browser: true, rest: ["--", "--dev", "--port", "1"] }],
])("%j", (line, changes) => {
  expect(parseLaunchArguments(line.split(" ").filter(Boolean))).toEqual({ ...PLAIN, ...changes });
});

test.each(["--port", "--port=", "--port 65536", "--port -1", "--port 1e3", "--port eighty"])(
  "%j is refused",
  (line) => {
    const [, said = ""] = line.split(/[ =]/);
    expect(() => parseLaunchArguments(line.split(" "))).toThrow(
      `--port takes a number from 0 to 65535, not "${said}".`,
    );
  },
);
