/** The look of the universe: automatic camera, colours, minimap, pictures of the view. */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { LookState } from "../../commands/look-state.ts";
import { COLOURS, coloursAfter, coloursName } from "../../commands/look-state.ts";
import type { StudioDocument } from "../../document/document.ts";
import { stemOf } from "../../editor/labels.ts";
import { ageLookOf, chooseAgeLook } from "../../studio/age-look.ts";
import type { Command } from "../../studio/command.ts";
import type { CellColours } from "../../studio/preferences.ts";
import { saveFile } from "../../studio/save-file.ts";
import type { StudioServices } from "../../studio/services.ts";

type Switch = Exclude<keyof LookState, "colours" | "linked">;

function toggle(
  which: Switch,
  command: Pick<Command, "id" | "name" | "keys" | "keywords" | "group" | "when" | "needs">,
): Command {
  return {
    category: "View",
    checked: ({ look }) => look[which],
    run: ({ services, document }) => flip(services, document, which),
    ...command,
  };
}

/** Each theme is in the palette; the menu has one command that cycles through them. */
const CHOICES = COLOURS.map(
  (id): Command => ({
    id: `view.colours-${id}`,
    name: `Cell colours: ${coloursName(id)}`,
    keywords: "theme palette color colors look",
    category: "View",
    keys: [],
    group: 1,
    paletteOnly: true,
    checked: ({ look }) => look.colours === id,
    run: ({ services }) => chooseColours(services, id),
  }),
);

export const LOOK_COMMANDS: readonly Command[] = [
  toggle("follow", {
    id: "view.follow",
    name: "Follow the pattern",
    keywords: "camera track chase",
    keys: ["Shift+T"],
    group: 0,
  }),
  toggle("ages", {
    id: "view.ages",
    name: "Colour cells by age",
    keywords: "color history heat",
    keys: ["Shift+C"],
    group: 1,
  }),
  toggle("trail", {
    id: "view.trail",
    name: "Trail of cells that died",
    keywords: "history fade ghost path",
    keys: [],
    group: 1,
    when: ({ look }) => look.ages,
    needs: "cells coloured by age",
  }),
  {
    id: "view.next-colours",
    name: "Next cell colours",
    category: "View",
    keywords: "theme palette color colors",
    group: 1,
    keys: ["C"],
    detail: ({ look }) => coloursName(coloursAfter(look.colours)),
    run: ({ services }) => chooseColours(services, coloursAfter(services.settings.now.cells)),
  },
  ...CHOICES,
  toggle("icons", {
    id: "view.icons",
    name: "Cell icons",
    keywords: "arrows symbols pictures states",
    keys: [],
    group: 1,
  }),
  toggle("minimap", { id: "view.minimap", name: "Minimap", keywords: "overview map", keys: [], group: 2 }),
  toggle("zen", {
    id: "view.zen",
    name: "Only cells and dock",
    keywords: "zen focus distraction hide panels",
    keys: ["Shift+F11"],
    group: 2,
  }),
  {
    id: "view.copy-image",
    name: "Copy view as image",
    category: "View",
    keywords: "screenshot picture clipboard png",
    group: 4,
    keys: ["Mod+Shift+C"],
    run: async ({ document, services: { host, status } }) => {
      await host.clipboard.writePng(await imageOf(document));
      status.say("The view is on the clipboard, as an image.");
    },
  },
  {
    id: "view.save-image",
    name: "Save view as PNG",
    category: "View",
    keywords: "screenshot picture download export",
    group: 4,
    keys: [],
    run: async ({ document, services }) => {
      const stem = stemOf(document.title, "universe");
      await saveFile(services, { label: "PNG image", extension: ".png", stem }, await imageOf(document));
    },
  },
];

function flip(services: StudioServices, document: StudioDocument, which: Switch): unknown {
  const { shell, settings } = services;
  if (which === "follow") return shell.setState(({ follow }) => ({ follow: !follow, autofit: false }));
  if (which === "zen") return shell.setState(({ zen }) => ({ zen: !zen }));
  if (which !== "minimap" && which !== "icons")
    return chooseAgeLook(services, { [which]: !ageLookOf(document, settings.now)[which] });
  return settings.change({ [which]: !settings.now[which] });
}

async function chooseColours({ settings, status }: StudioServices, id: string): Promise<void> {
  await settings.change({ cells: id as CellColours });
  status.hint(`Cell colours: ${coloursName(id)}`);
}

/** The visible part of the universe. Errors: `unsupported-operation` while no stage shows it. */
async function imageOf({ viewport }: StudioDocument): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await viewport.image?.();
  if (bytes) return bytes;
  throw new TessellaError("unsupported-operation", "There is nothing to take a picture of.", {
    hint: "Open a universe first.",
  });
}
