/** Errors on their way through a port, which would otherwise keep only their message. */

import type { ErrorCode } from "./errors.ts";
import { TessellaError } from "./errors.ts";

/** A TessellaError in transit. `defect`: an error that no caller can mend. */
export interface WireError {
  readonly code: ErrorCode | "defect";
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
  readonly missingRule?: string | undefined;
  readonly members?: readonly string[] | undefined;
}

export function toWireError(error: unknown): WireError {
  if (error instanceof TessellaError) {
    const { code, message, line, column, hint, missingRule, members } = error;
    return {
      ...{ code, message, line, column, hint },
      ...(missingRule !== undefined && { missingRule }),
      ...(members && { members }),
    };
  }
  return { code: "defect", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function fromWireError({ code, message, ...place }: WireError): Error {
  return code === "defect" ? new Error(message) : new TessellaError(code, message, place);
}
