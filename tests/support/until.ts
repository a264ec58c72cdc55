/** As long as the tests' polls wait: less would be an assumption about the machine. */
const MILLISECONDS = 15_000;

/** Waits until something is so, looking again and again. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + MILLISECONDS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${MILLISECONDS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
