/** What takes a while: said at once, with how far it is, and a way to end it. */

import type { Shell } from "./shell.ts";

/** What work is told and tells. */
export interface WorkWatch {
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export async function longWork<T>(
  shell: Shell,
  text: string,
  work: (watch: WorkWatch) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const say = (done?: number): void => shell.setState({ busy: { text, cancel, done } });
  const onProgress = (done: number, total: number): void => (done < total ? say(done / total) : say());
  say();
  try {
    return await work({ signal: controller.signal, onProgress });
  } finally {
    if (shell.getState().busy?.cancel === cancel) shell.setState({ busy: null });
  }
}
