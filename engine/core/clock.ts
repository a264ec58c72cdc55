/** The clock of budgets and progress bars. */

const { process } = globalThis as { process?: { hrtime?(): readonly [number, number] } };

/**
 * Milliseconds since some moment; it never goes back. Node loads its `performance` when it is first asked for, which takes longer
 * than a small pattern takes to run.
 */
export const now: () => number = process?.hrtime
  ? () => {
      const [seconds, nanoseconds] = process.hrtime?.() ?? [0, 0];
      return seconds * 1e3 + nanoseconds / 1e6;
    }
  : () => performance.now();
