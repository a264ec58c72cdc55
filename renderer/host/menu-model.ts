/**
 * A native menu as plain data: the renderer makes it from its command registry and sends it; the host shows it and
 * returns the id of the chosen entry. Nothing here can run a command.
 */

export interface MenuCommand {
  readonly kind: "command";
  /** A command's id in the registry. */
  readonly id: string;
  readonly label: string;
  /**
   * The shortcut to print beside the label, in Electron's notation ("CmdOrCtrl+Shift+S", "F5", "Space"). It is for
   * display only: the renderer handles keys, since it knows where the focus is.
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

/** The menu bar from left to right, without macOS's own first menu. */
export type MenuModel = readonly NativeSubmenu[];
