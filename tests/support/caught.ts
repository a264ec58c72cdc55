import { expect } from "vitest";
import { TessellaError } from "../../engine/core/errors.ts";

/** The typed error that the work throws. */
export function caught(work: () => unknown): TessellaError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(TessellaError);
    return error as TessellaError;
  }
  throw new Error("Nothing was thrown.");
}
