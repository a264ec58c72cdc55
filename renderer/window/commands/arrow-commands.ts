/** Commands on the four arrow keys, each once near and once far. */

import type { DocumentCommand } from "../../studio/command.ts";

export interface Arrow {
  /** "left" */
  readonly way: string;
  /** "ArrowLeft" */
  readonly key: string;
  /** One of them is 1 or -1, the other 0; y points down. */
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
  readonly far: boolean;
}

const ARROWS = [
  ["left", "ArrowLeft", -1, 0],
  ["right", "ArrowRight", 1, 0],
  ["up", "ArrowUp", 0, -1],
  ["down", "ArrowDown", 0, 1],
] as const;

/** Ids are this prefix and the direction: "select.nudge-left", "select.nudge-left-far". */
export function arrowCommands(
  id: string,
  command: (arrow: Arrow) => Omit<DocumentCommand, "id">,
): readonly DocumentCommand[] {
  return ARROWS.flatMap(([way, key, x, y]) =>
    [false, true].map((far) => ({
      ...command({ way, key, x, y, far }),
      id: `${id}-${way}${far ? "-far" : ""}`,
    })),
  );
}

/** Cells that an arrow moves by: one, or ten. */
export function cellsOf({ x, y, far }: Arrow): { readonly x: bigint; readonly y: bigint } {
  const by = far ? 10 : 1;
  return { x: BigInt(x * by), y: BigInt(y * by) };
}
