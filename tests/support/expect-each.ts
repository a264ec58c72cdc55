/**
 * For loops over every pixel, cell or node: what `expect` says, at the price of a comparison. Each call of `expect` takes some
 * ten microseconds, whatever it is asked; here only what fails is put to it.
 */

import { expect } from "vitest";

export function expectIs<T>(actual: T, wanted: T, message?: string): void {
  if (!Object.is(actual, wanted)) expect(actual, message).toBe(wanted);
}

export function expectAtMost(actual: number, most: number, message?: string): void {
  if (!(actual <= most)) expect(actual, message).toBeLessThanOrEqual(most);
}

export function expectBelow(actual: number, limit: number, message?: string): void {
  if (!(actual < limit)) expect(actual, message).toBeLessThan(limit);
}
