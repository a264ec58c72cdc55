/** Reads lines of `key: value`. `what`: begins the sentence about a mistake ("An example"). Errors: a plain one that names the mistake. */
export function readKeyLines<Key extends string>(
  lines: readonly string[],
  keys: readonly Key[],
  what: string,
): ReadonlyMap<Key, string> {
  const values = new Map<Key, string>();
  for (const line of lines) {
    const [, key, value] = /^(\w+):\s*(.+)$/.exec(line) ?? [];
    const known = keys.find((one) => one === key);
    if (!known || !value) throw new Error(`${what} says "${line}".`);
    values.set(known, value);
  }
  return values;
}
