/**
 * Milliseconds of processor time that this process has used. A promise that some work is short is measured with it: a wall
 * clock also counts what other programs on the machine take away.
 */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
