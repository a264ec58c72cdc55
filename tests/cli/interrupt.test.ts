// Ctrl-C, once and twice. What the whole command leaves behind is tried beside each command that can be stopped.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchInterrupts } from "../../engine/cli/interrupt.ts";
import { setClock } from "../support/fake-clock.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

let time = 0;
let exits: unknown[] = [];
let said = "";
beforeEach(() => {
  time = 1000;
  exits = [];
  said = "";
  setClock(() => time);
  vi.spyOn(process, "exit").mockImplementation((code) => void exits.push(code) as never);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** The watcher, with a hand that sends it signals and nobody else. */
function watch() {
  const before = new Map(SIGNALS.map((name) => [name, new Set<unknown>(process.listeners(name))]));
  const { signal, release } = watchInterrupts();
  const send = (name: NodeJS.Signals): void => {
    for (const listener of process.listeners(name)) {
      if (!before.get(name as "SIGINT")?.has(listener)) listener(name);
    }
  };
  return { signal, release, send };
}

/** What the process does as it exits, of what was added since. */
function exitActs(): () => void {
  const before = new Set(process.listeners("exit"));
  return () => {
    for (const listener of process.listeners("exit")) {
      if (before.has(listener)) continue;
      process.off("exit", listener);
      listener(0);
    }
  };
}

describe("Ctrl-C", () => {
  it.each(SIGNALS)("%s asks the work to stop; the process then dies of it", (name) => {
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const exit = exitActs();
    const { signal, release, send } = watch();
    expect(signal.aborted).toBe(false);
    send(name);
    expect(signal.aborted).toBe(true);
    expect({ exits, said }).toEqual({ exits: [], said: "" });
    release();
    expect(kill).not.toHaveBeenCalled();
    exit();
    expect(kill.mock.calls).toEqual([[process.pid, name]]);
  });

  it("passed on twice by a wrapper is one; pressed again it ends the process at once", () => {
    vi.spyOn(process, "kill").mockReturnValue(true);
    const exit = exitActs();
    const { send } = watch();
    send("SIGINT");
    time += 120;
    send("SIGINT");
    time += 120;
    send("SIGTERM");
    expect({ exits, said }).toEqual({ exits: [], said: "" });
    time += 200;
    send("SIGINT");
    expect({ exits, said }).toEqual({ exits: [1], said: "tessella: Ended at once.\n" });
    exit();
  });

  it("does nothing to work that is over", () => {
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const exit = exitActs();
    const { signal, release, send } = watch();
    release();
    send("SIGINT");
    exit();
    expect({ aborted: signal.aborted, exits }).toEqual({ aborted: false, exits: [] });
    expect(kill).not.toHaveBeenCalled();
  });
});
