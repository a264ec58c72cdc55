/**
 * How the ages of cells are shown. The preferences say it for all universes; a universe may begin with a look of its own,
 * which lasts until the person chooses: what they choose counts everywhere.
 */

import type { AgeLook, StudioDocument } from "../document/document.ts";
import type { StudioServices } from "./services.ts";

export function ageLookOf(document: Pick<StudioDocument, "ageLook"> | null, preferences: AgeLook): AgeLook {
  const { ages = preferences.ages, trail = preferences.trail } = document?.ageLook ?? {};
  return { ages, trail };
}

/** Errors: those of saving the preferences. */
export async function chooseAgeLook(
  { settings, tabs: { document } }: Pick<StudioServices, "settings" | "tabs">,
  choice: Partial<AgeLook>,
): Promise<void> {
  if (document) {
    const rest = Object.entries(document.ageLook).filter(([part]) => !(part in choice));
    document.setAgeLook(Object.fromEntries(rest));
  }
  await settings.change(choice);
}
