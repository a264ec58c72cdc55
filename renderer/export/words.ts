/** Sizes and times as people say them: estimates are no promises, so uncertain digits are left out. */

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${rounded(value)} ${UNITS[unit]}`;
}

export function secondsText(seconds: number): string {
  if (seconds < 1) return seconds < 0.1 ? "0.1 s" : `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${rounded(seconds)} s`;
  if (seconds < 5400) return `${rounded(seconds / 60)} min`;
  return `${rounded(seconds / 3600)} h`;
}

/** Two digits, or all those before the point. */
function rounded(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}
