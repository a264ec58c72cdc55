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

/** The typed error with which it rejects. */
export async function rejected(work: Promise<unknown>): Promise<TessellaError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(TessellaError);
  return outcome as TessellaError;
}
