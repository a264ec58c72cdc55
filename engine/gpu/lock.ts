/**
 * Turns for asynchronous work: what is run under a lock begins when everything asked for before has ended. A universe
 * takes it a batch at a time when it steps and as a whole when it reads, so that a read that arrives in pieces sees one
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
