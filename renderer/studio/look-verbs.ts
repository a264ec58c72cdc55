/** How the universe is looked at: what commands turn on and off, and pictures of it. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { LookState, LookVerbs } from "../commands/look-state.ts";
import { coloursAfter, coloursName } from "../commands/look-state.ts";
import { stemOf } from "../editor/labels.ts";
import type { CellColours } from "./preferences.ts";
import type { ShellState } from "./shell.ts";
import type { Studio } from "./studio.ts";

export function lookState({ follow, zen, preferences }: ShellState): LookState {
  const { ages, trail, minimap, cells } = preferences;
  return { follow, zen, ages, trail, minimap, colours: cells };
}

export function lookVerbs(studio: Studio): LookVerbs {
  const { shell } = studio;
  const choose = async (id: string): Promise<void> => {
    await studio.prefer({ cells: id as CellColours });
    studio.hint(`Cell colours: ${coloursName(id)}`);
  };
  return {
    toggle: (which) => {
      const now = lookState(shell.getState());
      if (which === "follow") return shell.setState({ follow: !now.follow, autofit: false });
      if (which === "zen") return shell.setState({ zen: !now.zen });
      return studio.prefer({ [which]: !now[which] });
    },
    chooseColours: choose,
    nextColours: () => choose(coloursAfter(shell.getState().preferences.cells)),
    copyImage: async () => {
      await studio.host.clipboard.writePng(await imageOf(studio));
      studio.say("The view is on the clipboard, as an image.");
    },
    saveImage: async () => {
      const { active, host } = studio;
      const stem = stemOf(active?.title ?? "", "universe");
      const bytes = await imageOf(studio);
      const types = [{ label: "PNG image", extensions: [".png"] }];
      const file = await host.files.pickSave({ types, name: `${stem}.png` });
      if (!file) return;
      await host.files.write(file, bytes);
      studio.say(`Saved ${file.name}.`);
    },
  };
}

async function imageOf({ active }: Studio): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await active?.image?.();
  if (bytes) return bytes;
  throw new TessellaError("unsupported-operation", "There is nothing to take a picture of.", {
    hint: "Open a universe first.",
  });
}
