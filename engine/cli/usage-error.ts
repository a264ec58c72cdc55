/** A command line that makes no sense: exit code 2. Anything that fails later is another kind of error and exits with 1. */
export class UsageError extends Error {
  /** What to try next, as one sentence. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
