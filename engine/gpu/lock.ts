/**
 * Turns for asynchronous work: work under a lock begins when all earlier work has ended. A universe takes the lock
 * for a batch when it steps and for the whole operation when it reads. A read that arrives in pieces then sees one
 * generation, and a long step lets reads and edits in between its batches.
 */
export class Lock {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
