/**
 * Ctrl-C, and the polite ways in which a system ends a process. The first time the work is asked to stop, so that it can
 * say how far it came and leave no half file; the second time the process ends at once.
 */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Interrupts {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
