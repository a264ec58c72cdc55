/**
 * Every failure that a person can act on is a TessellaError: a stable `code` for programs, one sentence for people,
 * and, for text formats, the place. Any other exception is a defect of ours.
 */
export type ErrorCode =
  | "syntax" // the input's text is wrong; line and column say where
  | "unsupported-rule" // a rule of a family that is recognised but not run here
  | "unknown-format" // the bytes belong to no format that is known here
  | "unsupported-format" // they belong to one that is known and not read here, or hold no pattern
  | "unsupported-topology" // this algorithm cannot run on that grid
  | "unsupported-operation" // this algorithm or format has no such verb
  | "too-large" // does not fit a representation's range (say, a region wider than 2^53 cells)
  | "memory-limit" // would need more memory than it was given; the last good state is kept
  | "bad-argument" // a value outside what the verb accepts
  | "not-found" // a file, algorithm or name that does not exist
  | "io" // the system refused to read or write
  | "aborted" // the caller's AbortSignal fired
  | "gpu-unavailable" // no adapter, driver or device
  | "gpu-lost" // the device went away while in use
  | "engine-lost"; // the worker that held the universe broke down

interface ErrorPlace {
  /** 1-based line in the input. */
  readonly line?: number;
  /** 1-based column in the input, counted in characters. */
  readonly column?: number;
  /** What to try next, as one sentence. */
  readonly hint?: string;
  /** Of `unsupported-rule`: the name of a rule whose file would help. */
  readonly missingRule?: string | undefined;
  /** Of an archive that holds several patterns: their paths in it, one of which has to be chosen. */
  readonly members?: readonly string[] | undefined;
  readonly cause?: unknown;
}

export class TessellaError extends Error {
  readonly code: ErrorCode;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly hint: string | undefined;
  readonly missingRule: string | undefined;
  readonly members: readonly string[] | undefined;

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}) {
    super(message, place.cause === undefined ? undefined : { cause: place.cause });
    this.name = "TessellaError";
    this.code = code;
    this.line = place.line;
    this.column = place.column;
    this.hint = place.hint;
    this.missingRule = place.missingRule;
    this.members = place.members;
  }
}

/** The one way to show a failure: place, sentence and hint in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof TessellaError)) return error instanceof Error ? error.message : String(error);
  const place =
    error.line === undefined
      ? ""
      : error.column === undefined
        ? `line ${error.line}: `
        : `line ${error.line}, column ${error.column}: `;
  return `${place}${error.message}${error.hint ? ` ${error.hint}` : ""}`;
}

/** Throws `aborted` when the signal has fired; long loops call it between pieces of work. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new TessellaError("aborted", "The work was stopped.");
}

/** The error in a field's content. A line and a column mean nothing there. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof TessellaError)) return describeError(error);
  return error.hint ? `${error.message} ${error.hint}` : error.message;
}

/** A text as a message quotes it: its beginning, where it is long. */
export function shorten(text: string, most = 40): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
