import { Registry } from "../../../engine/core/registry.ts";
import type { Command } from "../../studio/command.ts";
import { ANALYSIS_COMMANDS } from "./analysis-commands.ts";
import { EDIT_COMMANDS } from "./edit-commands.ts";
import { FILE_COMMANDS } from "./file-commands.ts";
import { HELP_COMMANDS } from "./help-commands.ts";
import { LAB_COMMANDS } from "./lab-commands.ts";
import { LIBRARY_COMMANDS } from "./library-commands.ts";
import { LOOK_COMMANDS } from "./look-commands.ts";
import { NUDGE_COMMANDS } from "./nudge-commands.ts";
import { SELECT_COMMANDS } from "./select-commands.ts";
import { TIME_COMMANDS } from "./time-commands.ts";
import { TOOL_COMMANDS } from "./tool-commands.ts";
import { VIEW_COMMANDS } from "./view-commands.ts";

export const COMMANDS = new Registry<Command>("command", [
  ...FILE_COMMANDS,
  ...LIBRARY_COMMANDS,
  ...EDIT_COMMANDS,
  ...SELECT_COMMANDS,
  ...NUDGE_COMMANDS,
  ...TIME_COMMANDS,
  ...VIEW_COMMANDS,
  ...LOOK_COMMANDS,
  ...ANALYSIS_COMMANDS,
  ...TOOL_COMMANDS,
  ...HELP_COMMANDS,
  ...LAB_COMMANDS,
]);
