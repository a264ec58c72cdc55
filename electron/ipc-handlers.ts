/**
 * The gate for every call of the renderer. It refuses calls from outside the studio's own page in the studio's own
 * window, and arguments that do not fit the contract; a service's error crosses as data.
 */

import * as v from "valibot";
import type { Reply } from "../renderer/host/bridge.ts";
import type { HostFile } from "../renderer/host/host.ts";
import { ShellFailure } from "./failure.ts";
import type { CallHandlers } from "./ipc-contract.ts";
import { AdoptSchema, CALL_SCHEMAS, isCallName } from "./ipc-contract.ts";

/** The sender of a message, as far as the shell knows it. */
export interface Sender {
  /** The frame's address; null when the frame is already gone. */
  readonly url: string | null;
  /** Whether the frame is the page itself, not one embedded in it. */
  readonly isTop: boolean;
  /** Whether its window is the studio's. */
  readonly isOurs: boolean;
}

type SenderCheck = (sender: Sender) => boolean;

/** `isInside` says whether an address belongs to the studio. */
export function senderCheck(isInside: (url: string) => boolean): SenderCheck {
  return ({ url, isTop, isOurs }) => isOurs && isTop && url !== null && isInside(url);
}

export class Gate {
  readonly #trusts: SenderCheck;
  readonly #handlers: CallHandlers;
  readonly #adopt: (paths: readonly string[]) => Promise<readonly HostFile[]>;
  readonly #report: (problem: string, cause?: unknown) => void;

  constructor(options: {
    readonly trusts: SenderCheck;
    readonly handlers: CallHandlers;
    readonly adopt: (paths: readonly string[]) => Promise<readonly HostFile[]>;
    readonly report: (problem: string, cause?: unknown) => void;
  }) {
    this.#trusts = options.trusts;
    this.#handlers = options.handlers;
    this.#adopt = options.adopt;
    this.#report = options.report;
  }

  async call(sender: Sender, name: unknown, argument: unknown): Promise<Reply<unknown>> {
    if (!this.#trusts(sender)) return this.#refuse(`a call from ${sender.url ?? "a page that is gone"}`);
    if (!isCallName(name)) {
      return this.#refuse(
        typeof name === "string" ? `the unknown call "${name.slice(0, 60)}"` : "a call without a name",
      );
    }
    const parsed = v.safeParse(CALL_SCHEMAS[name] as v.GenericSchema, argument);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      return this.#refuse(`${name} with ${v.getDotPath(issue) ?? "its argument"} wrong (${issue.message})`);
    }
    // The schema has just given the argument this handler's type; the compiler cannot see the pairing.
    const handler = this.#handlers[name] as (argument: unknown) => Promise<unknown>;
    return this.#answer(name, () => handler(parsed.output));
  }

  async adopt(sender: Sender, paths: unknown): Promise<Reply<unknown>> {
    if (!this.#trusts(sender)) return this.#refuse(`a drop from ${sender.url ?? "a page that is gone"}`);
    const parsed = v.safeParse(AdoptSchema, paths);
    if (!parsed.success) return this.#refuse("a drop that is no list of files");
    return this.#answer("adopt", () => this.#adopt(parsed.output));
  }

  async #answer(name: string, work: () => Promise<unknown>): Promise<Reply<unknown>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (error instanceof ShellFailure) {
        const { code, message, hint } = error;
        return { ok: false, error: hint === undefined ? { code, message } : { code, message, hint } };
      }
      // A defect: its details belong in the log, not in a page.
      this.#report(`${name} failed`, error);
      return { ok: false, error: { code: "io", message: "The application's shell failed at this." } };
    }
  }

  #refuse(what: string): Reply<never> {
    this.#report(`refused ${what}`);
    return { ok: false, error: { code: "bad-argument", message: "The shell refused this call." } };
  }
}
