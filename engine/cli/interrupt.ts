/**
 * Ctrl-C, and the polite signals that end a process. The first one asks the work to stop, so that it can report its
 * progress and leave no half file; the second ends the process at once. Wrappers (npx, timeout) may pass one key press
 * on as two signals, so a second one counts only after a moment.
 */

const ONE_KEY_PRESS = 300;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Interrupts {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  let first = 0;
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort();
    } else if (performance.now() - first > ONE_KEY_PRESS) {
      process.stderr.write("tessella: Ended at once.\n");
      process.exit(1);
    }
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
