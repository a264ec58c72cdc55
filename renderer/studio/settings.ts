/**
 * Changes preferences: first in the store, then in the host's copy. Of that only what is changed is written, for another window
 * may have changed the rest.
 */

import type { Preferences } from "../host/preferences.ts";
import type { ToolSettings } from "../tools/option.ts";
import type { StudioPreferences } from "./preferences.ts";
import { STUDIO_PREFERENCES } from "./preferences.ts";
import type { Shell } from "./shell.ts";

export class Settings {
  readonly #shell: Shell;
  readonly #preferences: Preferences;
  readonly #report: (error: unknown) => void;

  constructor(shell: Shell, preferences: Preferences, report: (error: unknown) => void) {
    this.#shell = shell;
    this.#preferences = preferences;
    this.#report = report;
  }

  /** The present preferences. */
  get now(): StudioPreferences {
    return this.#shell.getState().preferences;
  }

  /** Errors: those of saving; the change still holds until the studio ends. */
  async change(change: Partial<StudioPreferences>): Promise<void> {
    await this.#change((preferences) => ({ ...preferences, ...change }));
  }

  async #change(change: (preferences: StudioPreferences) => StudioPreferences): Promise<void> {
    this.#shell.setState({ preferences: change(this.now) });
    await this.#preferences.update(STUDIO_PREFERENCES, change);
  }

  /** The tools' options, shared by all open universes. */
  readonly tools: ToolSettings = {
    read: (tool, option) => this.now.toolOptions[tool]?.[option],
    write: (tool, option, value) => {
      if (this.now.toolOptions[tool]?.[option] === value) return;
      this.#change(({ toolOptions, ...others }) => ({
        ...others,
        toolOptions: { ...toolOptions, [tool]: { ...toolOptions[tool], [option]: value } },
      })).catch(this.#report);
    },
  };
}
