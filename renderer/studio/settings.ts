/** Changes preferences: first in the store, then in the host's copy. */

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
    const preferences = { ...this.now, ...change };
    this.#shell.setState({ preferences });
    await this.#preferences.save(STUDIO_PREFERENCES, preferences);
  }

  /** The tools' options, shared by all open universes. */
  readonly tools: ToolSettings = {
    read: (tool, option) => this.now.toolOptions[tool]?.[option],
    write: (tool, option, value) => {
      const { toolOptions } = this.now;
      if (toolOptions[tool]?.[option] === value) return;
      const next = { ...toolOptions, [tool]: { ...toolOptions[tool], [option]: value } };
      this.change({ toolOptions: next }).catch(this.#report);
    },
  };
}
