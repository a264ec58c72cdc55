/**
 * A native menu as plain data: the renderer makes it from its command registry and sends it; the host shows it and sends
 * back the id of what was chosen. Nothing here can run anything.
 */

export interface MenuCommand {
  readonly kind: "command";
  /** A command's id in the registry. */
  readonly id: string;
  readonly label: string;
  /**
   * The shortcut to print beside the label, in Electron's spelling ("CmdOrCtrl+Shift+S", "F5", "Space"). It is for the eye:
   * keys are handled by the renderer, which knows what has the focus.
   */
  readonly accelerator?: string;
  readonly enabled: boolean;
  /** Absent: no check mark. */
  readonly checked?: boolean;
}

export interface MenuSeparator {
  readonly kind: "separator";
}

export interface NativeSubmenu {
  readonly kind: "submenu";
  readonly label: string;
  readonly items: readonly NativeMenuItem[];
}

export type NativeMenuItem = MenuCommand | MenuSeparator | NativeSubmenu;

/** The menu bar from left to right, without the menu that macOS puts first. */
export type MenuModel = readonly NativeSubmenu[];
