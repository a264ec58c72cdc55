/** Seconds with three significant digits, beyond a hundred as minutes or hours: "0.0123 s", "12.3 s", "4 min 5 s", "31 h 17 min". */
export function duration(seconds: number): string {
  if (seconds < 99.95) return `${Number(seconds.toPrecision(3))} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
