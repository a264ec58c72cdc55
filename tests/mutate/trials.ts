/** Trials, one after the other, in a process that is ended and replaced when it falls silent. */

import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { HostMessage, TrialRequest } from "./test-host.ts";

/** In place of a test file: an error that no test has thrown. */
export const OUTSIDE = "an error outside the tests";

export interface Verdict {
  /** `refused` by a compiler; `untested`: no test reaches it. */
  readonly fate: "killed" | "survived" | "timeout" | "refused" | "untested";
  /** The test file that failed, or OUTSIDE. */
  readonly failed?: string;
  readonly reason?: string;
}

export interface TrialOptions {
  readonly folder: string;
  /** Names of vitest's projects. */
  readonly projects: readonly string[];
  /** Seconds without a finished test after which the tests hang. */
  readonly patience: number;
}

export class Trials {
  readonly #options: TrialOptions;
  #host: ChildProcess | null = null;

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  /** What hangs is asked a second time, and waited for longer: a machine may have been busy with other things. */
  async run(request: TrialRequest): Promise<Verdict> {
    const { patience } = this.#options;
    const verdict = await this.#once(request, patience);
    return verdict.fate === "timeout" ? this.#once(request, 3 * patience) : verdict;
  }

  async #once(request: TrialRequest, patience: number): Promise<Verdict> {
    const host = this.#host ?? (await this.#start());
    return new Promise((resolve) => {
      const settle = (verdict: Verdict, usable: boolean): void => {
        clearTimeout(timer);
        host.off("message", hear);
        host.off("exit", fell);
        if (!usable) this.end();
        resolve(verdict);
      };
      const hang = (): void => settle({ fate: "timeout" }, false);
      const wait = (): NodeJS.Timeout => setTimeout(hang, patience * 1000);
      let timer = wait();
      const hear = (message: HostMessage): void => {
        clearTimeout(timer);
        if (message.kind !== "done") {
          timer = wait();
          return;
        }
        settle(message.verdict, true);
      };
      const fell = (): void => settle({ fate: "killed", reason: "the process ended" }, false);
      host.on("message", hear);
      host.on("exit", fell);
      host.send(request);
    });
  }

  /** Ends the host and whatever it has started. Never throws. */
  end(): void {
    const host = this.#host;
    this.#host = null;
    if (host?.pid === undefined) return;
    try {
      // The host leads a group of its own: workers and commands of tests go with it.
      if (process.platform === "win32") host.kill("SIGKILL");
      else process.kill(-host.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  async #start(): Promise<ChildProcess> {
    const host = fork(fileURLToPath(new URL("./run.mjs", import.meta.url)), {
      cwd: this.#options.folder,
      detached: process.platform !== "win32",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, TESSELLA_MUTATE_PROJECTS: this.#options.projects.join(",") },
    });
    this.#host = host;
    await new Promise<void>((resolve, reject) => {
      host.once("message", () => resolve());
      host.once("error", reject);
      host.once("exit", (code) => reject(new Error(`The tests could not be started (exit code ${code}).`)));
    });
    host.removeAllListeners("exit");
    return host;
  }
}
