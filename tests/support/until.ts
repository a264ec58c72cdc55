/** Waits until something is so, looking again and again, for at most five seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("It did not happen within 5 s.");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
