/**
 * What the commands print with --json. Whole numbers are numbers with all their digits, also where these are more than a
 * double holds (RFC 8259 sets no limit): Python reads them exactly, and a field never changes its kind as it grows.
 */

/** The value as one line of JSON, bigints among it. What has no value there (undefined, functions) is left out. */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(
    ([, field]) => field !== undefined && typeof field !== "function",
  );
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonText(field)}`).join(",")}}`;
}
