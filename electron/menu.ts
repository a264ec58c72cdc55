/**
 * The native menu from the renderer's model. Accelerators are only printed; the renderer handles keys, as it knows
 * whether a text field or the canvas has the focus, and a "Space" in the menu must not swallow spaces. macOS prints
 * only accelerators that it also listens to, so only those with a modifier are given there; a key that the page has
 * handled does not reach the menu.
 */

import type { MenuItemConstructorOptions } from "electron";
import type { MenuCommand, MenuModel, NativeMenuItem } from "../renderer/host/menu-model.ts";

interface MenuOptions {
  readonly appName: string;
  readonly platform: NodeJS.Platform;
  readonly choose: (id: string) => void;
}

export function menuTemplate(model: MenuModel, options: MenuOptions): MenuItemConstructorOptions[] {
  const menus = model.map(({ label, items }) => ({
    label: mnemonic(label, options.platform),
    submenu: items.map((item) => menuItem(item, options)),
  }));
  if (options.platform !== "darwin") return menus;
  return [applicationMenu(options.appName), ...menus, windowMenu()];
}

function menuItem(item: NativeMenuItem, options: MenuOptions): MenuItemConstructorOptions {
  switch (item.kind) {
    case "separator":
      return { type: "separator" };
    case "submenu":
      return {
        label: mnemonic(item.label, options.platform),
        submenu: item.items.map((inner) => menuItem(inner, options)),
      };
    case "command":
      return { ...commandItem(item, options), ...accelerator(item, options.platform) };
  }
}

function commandItem(item: MenuCommand, options: MenuOptions): MenuItemConstructorOptions {
  return {
    id: item.id,
    label: mnemonic(item.label, options.platform),
    enabled: item.enabled,
    ...(item.checked === undefined ? {} : { type: "checkbox", checked: item.checked }),
    click: () => options.choose(item.id),
  };
}

function accelerator(
  { accelerator: keys }: MenuCommand,
  platform: NodeJS.Platform,
): Pick<MenuItemConstructorOptions, "accelerator" | "registerAccelerator"> {
  if (keys === undefined || !isElectronAccelerator(keys)) return {};
  if (platform !== "darwin") return { accelerator: keys, registerAccelerator: false };
  return /(^|\+)(cmd|command|ctrl|control|cmdorctrl|commandorcontrol|alt|option)\+|^(shift\+)?f\d/i.test(keys)
    ? { accelerator: keys }
    : {};
}

const MODIFIER = /^(cmd|command|ctrl|control|cmdorctrl|commandorcontrol|alt|option|altgr|shift|super|meta)$/i;
const KEY =
  /^([0-9a-z)!@#$%^&*(:;<>,.?/~`_=\-[\]{}|'"\\+]|f([1-9]|1\d|2[0-4])|plus|space|tab|capslock|numlock|scrolllock|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc|num[0-9]|numdec|numadd|numsub|nummult|numdiv)$/i;

/** Electron throws on unknown notation, and one odd shortcut must not cost the whole menu. */
export function isElectronAccelerator(keys: string): boolean {
  const parts = keys.split("+");
  const key = parts.pop() ?? "";
  return KEY.test(key) && parts.every((part) => MODIFIER.test(part));
}

/** An ampersand marks the access key of a menu on Windows and Linux; these labels mean it literally. */
function mnemonic(label: string, platform: NodeJS.Platform): string {
  return platform === "darwin" ? label : label.replaceAll("&", "&&");
}

function applicationMenu(appName: string): MenuItemConstructorOptions {
  return {
    label: appName,
    submenu: [
      { role: "about" },
      { type: "separator" },
      { role: "services" },
      { type: "separator" },
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      { type: "separator" },
      { role: "quit" },
    ],
  };
}

function windowMenu(): MenuItemConstructorOptions {
  return { role: "windowMenu" };
}
