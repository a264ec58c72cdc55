/** What a process waits for before it ends on purpose: threads that end by themselves, and may not be ended in the midst of what they do. */

const ends = new Set<Promise<unknown>>();

/** Milliseconds that are waited at most. */
const PATIENCE = 2000;

/** `end` never rejects. */
export function waitAtExit(end: Promise<unknown>): void {
  ends.add(end);
  void end.then(() => ends.delete(end));
}

/** Resolves at once where there is nothing to wait for. */
export async function allHaveEnded(): Promise<void> {
  if (ends.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([Promise.all(ends), limit]);
  clearTimeout(timer);
}
