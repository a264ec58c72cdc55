/** The options of the view that commands turn on and off. */

import { THEMES } from "../../engine/picture/themes.ts";

export interface LookState {
  readonly follow: boolean;
  /** Whether the cameras of two panes move together. */
  readonly linked: boolean;
  readonly ages: boolean;
  readonly trail: boolean;
  /** Whether cells show the pictures of their states. */
  readonly icons: boolean;
  readonly minimap: boolean;
  /** Whether the window shows only the cells and the dock. */
  readonly zen: boolean;
  /** The cells' colours: `auto` or an id of engine/picture/themes.ts. */
  readonly colours: string;
}

/** The choices for the cells' colours: the studio's own, or a theme. */
export const COLOURS: readonly string[] = ["auto", ...THEMES.list().map(({ id }) => id)];

export function coloursName(id: string): string {
  return THEMES.find(id)?.name ?? "As the studio";
}

export function coloursAfter(id: string): string {
  return COLOURS[(COLOURS.indexOf(id) + 1) % COLOURS.length] as string;
}
