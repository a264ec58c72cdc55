/** What bgolly's Macrocell files hold, for comparisons: as small as it can be, and only for two states. */

/** Live cells as "x,y" in reading order, with the rule and the generation that the file names. */
export function cellsFromMacrocell(text: string): {
  readonly cells: readonly string[];
  readonly rule: string | null;
  readonly generation: bigint;
} {
  const nodes: (string | readonly number[])[] = [""];
  let rule: string | null = null;
  let generation = 0n;
  for (const line of text.split("\n")) {
    if (line.startsWith("#R ")) rule = line.slice(3).trim();
    else if (line.startsWith("#G ")) generation = BigInt(line.slice(3).trim());
    else if (/^\d/.test(line)) nodes.push(line.split(" ").map(Number));
    else if (/^[.*$]/.test(line)) nodes.push(line);
  }
  const found: (readonly [number, number])[] = [];
  const visit = (index: number, x: number, y: number): void => {
    const node = nodes[index];
    if (typeof node === "string") {
      for (const [j, row] of node.split("$").entries()) {
        for (const [i, cell] of [...row].entries()) if (cell === "*") found.push([x + i, y + j]);
      }
      return;
    }
    const half = 2 ** (node[0] - 1);
    for (let k = 0; k < 4; k++) {
      if (node[k + 1] !== 0) visit(node[k + 1], x + (k & 1) * half, y + (k >> 1) * half);
    }
  };
  const root = nodes.at(-1) as string | readonly number[];
  const half = typeof root === "string" ? 4 : 2 ** (root[0] - 1);
  // Golly's south-east quarter begins at x = 0, y = 1.
  if (nodes.length > 1) visit(nodes.length - 1, -half, 1 - half);
  found.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  return { cells: found.map(([x, y]) => `${x},${y}`), rule, generation };
}

/** What each `#FRAME` line of a timeline names, in order, as files of their own for `cellsFromMacrocell`. */
export function framesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  const nodes = lines.filter((line) => /^[\d.*$]/.test(line));
  return lines.flatMap((line) => {
    const named = /^#FRAME (\d+) (\d+)/.exec(line);
    if (!named) return [];
    const root = Number(named[2]);
    return [root === 0 ? "" : nodes.slice(0, root).join("\n")];
  });
}
