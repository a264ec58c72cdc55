/**
 * How the ages of cells are shown. The preferences say it for all universes; a universe may begin with a look of its own,
 * which lasts until the person chooses: what they choose counts everywhere, and in later sessions.
 */

import type { AgeLook, StudioDocument } from "../document/document.ts";
import type { StudioPreferences } from "./preferences.ts";
import type { StudioServices } from "./services.ts";

export function ageLookOf(
  document: Pick<StudioDocument, "ageLook"> | null,
  chosen: Pick<StudioPreferences, keyof AgeLook>,
): AgeLook {
  const { ages = chosen.ages ?? false, trail = chosen.trail ?? false } = document?.ageLook ?? {};
  return { ages, trail };
}

/** Gives the document a look to begin with, except for what the person has chosen already. */
export function beginWithAgeLook(
  document: Pick<StudioDocument, "setAgeLook">,
  look: AgeLook,
  chosen: Pick<StudioPreferences, keyof AgeLook>,
): void {
  document.setAgeLook({
    ...(chosen.ages === undefined && { ages: look.ages }),
    ...(chosen.trail === undefined && { trail: look.trail }),
  });
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
