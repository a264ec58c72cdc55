/**
 * Ctrl-C, and the polite signals that end a process. The first one asks the work to stop, so that it can report its
 * progress and leave no half file; the second ends the process at once. Wrappers (npx, timeout) may pass one key press
 * on as two signals, so a second one counts only after a moment.
 *
 * Either way the process then dies of the signal itself: a shell that sees an exit code instead believes that the
 * command dealt with Ctrl-C, and goes on with its loop.
 */

import { now } from "../core/clock.ts";

const ONE_KEY_PRESS = 300;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Interrupts {
  readonly signal: AbortSignal;
  /** The work is over: a signal from now on has its usual effect, and one that came before ends the process as it exits. */
  readonly release: () => void;
}

export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  let first = 0;
  let received: NodeJS.Signals | null = null;
  const release = (): void => {
    for (const name of SIGNALS) process.off(name, onSignal);
    const cause = received;
    // The handlers of "exit" run in their order: those before this one remove temporary files.
    if (cause) process.once("exit", () => process.kill(process.pid, cause));
  };
  const onSignal = (name: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      first = now();
      received = name;
      controller.abort();
    } else if (now() - first > ONE_KEY_PRESS) {
      process.stderr.write("tessella: Ended at once.\n");
      release();
      process.exit(1);
    }
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return { signal: controller.signal, release };
}
