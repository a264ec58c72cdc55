/** Errors as people and as programs read them. */

import { describeError, TessellaError } from "../core/errors.ts";
import { mpiWorld } from "../node/mpi-world.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** Says why a command failed: for people, or as JSON for programs and for the process that has started this one as a rank. */
export function tellFailure(terminal: Terminal, error: unknown, exit: number, json: boolean): void {
  const world = mpiWorld(process.env);
  if (world?.isStartedByUs) terminal.failWith({ error: jsonError(error), exit, rank: world.rank });
  else if (json) terminal.failWith({ error: jsonError(error), exit });
  else terminal.fail(explain(error));
}

/** An error for programs: what kind it is, the sentence for people, and the place in a file. */
export function jsonError(error: unknown): object {
  const kind =
    error instanceof UsageError ? "usage" : error instanceof TessellaError ? error.code : "internal";
  const { line, column } = error instanceof TessellaError ? placeOf(error) : {};
  return { kind, message: explain(error), ...(line === undefined ? {} : { line, column }) };
}

/** The place may belong to the error that this one reports with its file's name. */
function placeOf(error: TessellaError): { readonly line?: number; readonly column?: number } {
  if (error.line !== undefined || !(error.cause instanceof TessellaError)) return error;
  return placeOf(error.cause);
}

/** One line for people; a defect of ours also shows where it happened. */
export function explain(error: unknown): string {
  if (error instanceof UsageError) return error.hint ? `${error.message} ${error.hint}` : error.message;
  if (error instanceof TessellaError) return describeError(error);
  // A refusal of memory by the system shows itself in no other way.
  if (error instanceof RangeError && /allocation|array length|array buffer length/i.test(error.message)) {
    return "There is not enough memory for this. Run a smaller universe, or raise the limit of the machine.";
  }
  return `Internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
