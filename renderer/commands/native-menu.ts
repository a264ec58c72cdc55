/** The menu bar for the host's own menus (renderer/host/menu-model.ts). */

import type { MenuModel, NativeMenuItem as NativeItem } from "../host/menu-model.ts";
import { acceleratorOf } from "./chord.ts";
import type { Menu, MenuItem } from "./views.ts";

export function nativeMenu(menus: readonly Menu[]): MenuModel {
  return menus.map(({ title, groups }) => ({
    kind: "submenu",
    label: title,
    items: groups.flatMap((group, at): NativeItem[] => [
      ...(at > 0 ? [{ kind: "separator" } as const] : []),
      ...group.map(nativeItem),
    ]),
  }));
}

function nativeItem({ id, title, chord, enabled, checked }: MenuItem): NativeItem {
  return {
    kind: "command",
    id,
    label: title,
    enabled,
    ...(chord === null ? {} : { accelerator: acceleratorOf(chord) }),
    ...(checked === null ? {} : { checked }),
  };
}
