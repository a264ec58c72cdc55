// The small parts of the command: numbers as typed, words that were nearly right, what is shown where.

import { parseArgs } from "node:util";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseArguments } from "../../engine/cli/arguments.ts";
import { parseGeneration, parseRegion, parseSoup } from "../../engine/cli/numbers.ts";
import { Terminal, table } from "../../engine/cli/terminal.ts";
import { UsageError } from "../../engine/cli/usage-error.ts";
import { duration } from "../../engine/core/duration.ts";
import { grouped } from "../../engine/core/integers.ts";
import { nearest } from "../../engine/core/nearest.ts";
import { rect } from "../../engine/core/rect.ts";
import { timeText } from "../../engine/model/words.ts";

describe("generations", () => {
  it.each<[string, bigint]>([
    ["0", 0n],
    ["007", 7n],
    ["1103", 1103n],
    ["1_000_000", 1_000_000n],
    ["1,103", 1103n],
    ["1e6", 1_000_000n],
    ["2.5E3", 2500n],
    ["1e+2", 100n],
    ["2^20", 1n << 20n],
    ["10^100", 10n ** 100n],
    ["123456789012345678901234567890", 123456789012345678901234567890n],
  ])("%s", (text, value) => {
    expect(parseGeneration(text, "-m")).toBe(value);
  });

  it.each([
    "",
    "x",
    "-1",
    "1.5",
    "1.5e0",
    "1,10",
    "1_00",
    "0x10",
    "1e",
    "2^",
    "^3",
    "1e99999999",
    "9^99999999",
    "9".repeat(30_000),
  ])("refuses %.20s", (text) => {
    expect(() => parseGeneration(text, "-m")).toThrow(UsageError);
  });

  it("reads what is printed", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (n) => parseGeneration(grouped(n), "-m") === n),
    );
  });
});

describe("regions and soups", () => {
  it("reads them", () => {
    expect(parseRegion("-50, -60,100,120")).toEqual(rect(-50, -60, 100, 120));
    expect(parseSoup("64x48")).toEqual({ width: 64, height: 48, density: 0.5, seed: 1 });
    expect(parseSoup("64X48:.37:4294967295")).toEqual({
      width: 64,
      height: 48,
      density: 0.37,
      seed: 4294967295,
    });
    expect(parseSoup("1x1:1:0").density).toBe(1);
  });

  it.each(["64", "64x", "0x5", "64x48:", "64x48:1.1", "64x48:a", "64x48:0.5:4294967296", "64x48:0.5:1:0"])(
    "refuses soup %s",
    (text) => {
      expect(() => parseSoup(text)).toThrow(UsageError);
    },
  );
});

describe("the nearest word", () => {
  const words = ["run", "info", "convert", "export", "algorithms"];
  it.each([
    ["rnu", "run"],
    ["RUN", "run"],
    ["exprot", "export"],
    ["algo", "algorithms"],
    ["inf", "info"],
  ])("%s: %s", (typed, meant) => {
    expect(nearest(typed, words)).toBe(meant);
  });

  it("is none for a word of its own", () => {
    expect(nearest("frobnicate", words)).toBeUndefined();
    // Two other letters are no swap.
    expect(nearest("inxy", words)).toBeUndefined();
    expect(nearest("", words)).toBeUndefined();
  });
});

describe("what is shown", () => {
  const terminal = (isTTY: boolean) => {
    const written = { out: "", err: "" };
    const stream = (key: "out" | "err") => ({
      isTTY,
      columns: 40,
      write: (text: string) => {
        written[key] += text;
      },
    });
    return { written, terminal: new Terminal(stream("out"), stream("err")) };
  };

  it("keeps results and everything else apart", () => {
    const { written, terminal: t } = terminal(false);
    t.print("result");
    t.warn("careful.");
    t.note("not asked for.");
    t.fail("broken.");
    t.fail("broken, said again.");
    expect(written).toEqual({ out: "result\n", err: "tessella: careful.\ntessella: broken.\n" });
  });

  it("can be quiet, and can say more", () => {
    const { written, terminal: t } = terminal(true);
    t.configure({ quiet: true, verbose: true });
    t.warn("careful.");
    t.note("because.");
    expect(written.err).toBe("tessella: because.\n");
  });

  it("draws one line of progress on a terminal, for long work, and takes it away", () => {
    const clock = vi.spyOn(process, "hrtime");
    try {
      const { written, terminal: t } = terminal(true);
      const at = (milliseconds: number) => {
        clock.mockReturnValue([10, milliseconds * 1e6]);
        t.progress((seconds) => `${"x".repeat(60)} ${seconds}`);
      };
      clock.mockReturnValue([10, 0]);
      t.startProgress();
      at(100);
      expect(written.err).toBe("");
      at(500);
      at(550);
      expect(written.err).toBe(`\r${"x".repeat(39)}\u001b[K`);
      t.print("result");
      expect(written.err.endsWith("\r\u001b[K")).toBe(true);
      const other = terminal(false);
      clock.mockReturnValue([0, 0]);
      other.terminal.startProgress();
      clock.mockReturnValue([9, 0]);
      other.terminal.progress(() => "never");
      expect(other.written.err).toBe("");
    } finally {
      clock.mockRestore();
    }
  });

  it("writes times and tables for people", () => {
    const times: readonly (readonly [number, string])[] = [
      [0.012345, "0.0123 s"],
      [12.34, "12.3 s"],
      [125, "2 min 5 s"],
      [7500, "2 h 5 min"],
      [112_600, "31 h 17 min"],
      // No "1 h 60 min".
      [7199.6, "2 h 0 min"],
    ];
    expect(times.map(([seconds]) => duration(seconds))).toEqual(times.map(([, text]) => text));
    const figures = [0, 4.258e-10, 2.66e-5, 99.99, 112_600].map(timeText);
    expect(figures).toEqual(["0 s", "0.4258 ns", "26.6 us", "99.99 s", "31 h 17 min"]);
    expect(
      table([
        ["a", "1"],
        ["long", "2\n3"],
        ["none", null],
      ]),
    ).toBe("a     1\nlong  2\n      3");
  });
});

describe("options", () => {
  const command = {
    name: "try",
    usage: ["try"],
    summary: "",
    positionals: [0, 9] as const,
    options: [
      { name: "many", short: "m", value: "NUMBER", help: "" },
      { name: "json", help: "" },
    ],
    notes: [],
    examples: [],
    run: async () => {},
  };
  const word = fc.oneof(
    fc.constantFrom(
      "-m",
      "--many",
      "-q",
      "-qv",
      "-vm",
      "--json",
      "--",
      "-",
      "-m=1",
      "--many=",
      "--many=a=b",
      "-qm7",
    ),
    fc.constantFrom("glider.rle", "100", "-5,-5,10,10", "-m100", "--many=100", "--quiet"),
  );

  it("are split from words as Node's own parser does it", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const { values, positionals, tokens } = parseArgs({
          args: words,
          strict: false,
          tokens: true,
          allowPositionals: true,
          options: {
            many: { type: "string", short: "m" },
            json: { type: "boolean" },
            quiet: { type: "boolean", short: "q" },
            verbose: { type: "boolean", short: "v" },
          },
        });
        const refused = tokens.some((token) => {
          if (token.kind !== "option") return false;
          if (token.name !== "many") return !["json", "quiet", "verbose"].includes(token.name);
          const { value = "", inlineValue } = token;
          return value === "" || (!inlineValue && /^-([mqv]|-(many|json|quiet))(=.*)?$/.test(value));
        });
        if (refused) {
          expect(() => parseArguments(command, words)).toThrow(UsageError);
          return;
        }
        const args = parseArguments(command, words);
        expect(args.positionals).toEqual(positionals);
        expect(args.value("many")).toBe(values.many);
        for (const flag of ["json", "quiet", "verbose"]) expect(args.has(flag)).toBe(values[flag] ?? false);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [["--jsn"], /no option --jsn for "try"/],
    [["-qx"], /no option -x/],
    [["--json=yes"], /--json takes no value/],
    [["-m", "--json"], /-m needs a value: -m NUMBER/],
  ])("%j is refused", (words, sentence) => {
    expect(() => parseArguments(command, words)).toThrow(sentence);
  });
});
