/** Runs commands: finds those that make sense now and their keys, and gives each the context that it needs. */

import type { Registry } from "../../engine/core/registry.ts";
import type { KeyPlatform } from "../commands/chord.ts";
import type { CommandState } from "../commands/command.ts";
import { isEnabled } from "../commands/command.ts";
import { CommandQueue } from "../commands/command-queue.ts";
import type { KeyOverrides } from "../commands/keymap.ts";
import { Keymap } from "../commands/keymap.ts";
import type { StudioDocument } from "../document/document.ts";
import { ageLookOf } from "./age-look.ts";
import type { Command, DocumentContext } from "./command.ts";
import { focusNow } from "./focus.ts";
import type { StudioServices } from "./services.ts";
import type { Shell } from "./shell.ts";
import { documentsIn } from "./tab.ts";
import { watchDocuments } from "./watch-tabs.ts";

export class Commands {
  readonly list: Registry<Command>;
  readonly queue = new CommandQueue<Command>({
    state: () => this.state,
    busy: () => this.#document?.editor.busy ?? false,
    settled: async () => this.#document?.editor.settled(),
    perform: (command) => this.perform(command),
  });
  readonly #services: StudioServices;
  #keymap: Keymap<Command> | null = null;
  #boundKeys: KeyOverrides | null = null;

  constructor(list: Registry<Command>, services: StudioServices) {
    this.list = list;
    this.#services = services;
    watchDocuments(services.shell, ({ editor }) => editor.store.subscribe(() => this.queue.look()));
  }

  get #document(): StudioDocument | null {
    return this.#services.tabs.document;
  }

  /** The platform whose names keys have. */
  get keyPlatform(): KeyPlatform {
    const { os } = this.#services.host.platform;
    return os === "mac" || os === "windows" ? os : "linux";
  }

  /** Maps keys to commands, as the person has bound them. */
  get keymap(): Keymap<Command> {
    const { keys } = this.#services.settings.now;
    if (!this.#keymap || keys !== this.#boundKeys) {
      this.#boundKeys = keys;
      this.#keymap = new Keymap(this.list.list(), this.keyPlatform, keys);
    }
    return this.#keymap;
  }

  /** The names of keys, for sentences. */
  readonly keyNames = (command: string): string | null => this.keymap.shown(command);

  get state(): CommandState {
    const { shell, tabs } = this.#services;
    const { tool, preferences, hyperspeed, autofit, fullScreen, follow, zen, split } = shell.getState();
    const document = this.#document;
    const state = document?.editor.state ?? null;
    return {
      focus: focusNow(),
      tab: tabs.front !== null,
      universe: state !== null,
      running: state?.running ?? false,
      leaps: document?.universe.present.leaps ?? false,
      selection: Boolean(state?.selection),
      pending: Boolean(state?.pending),
      canUndo: state !== null && state.undoLabel !== null,
      canRedo: state !== null && state.redoLabel !== null,
      canReset: state?.canReset ?? false,
      undoLabel: state?.undoLabel ?? null,
      redoLabel: state?.redoLabel ?? null,
      untilDied: preferences.untilDied,
      untilPeriodic: preferences.untilPeriodic,
      hasFile: Boolean(document?.file),
      tool,
      states: state?.rule.states ?? 2,
      ink: document?.toolbox.ink ?? 1,
      gridLines: preferences.gridLines,
      hyperspeed,
      autofit,
      fullScreen,
      library: preferences.library,
      inspector: preferences.inspector,
      split: split !== null,
      universes: documentsIn({ tabs: tabs.list }).length > 1,
      look: {
        linked: split?.linked ?? false,
        follow,
        zen,
        ...ageLookOf(document, preferences),
        icons: preferences.icons,
        minimap: preferences.minimap,
        colours: preferences.cells,
      },
    };
  }

  /** Runs a command if it makes sense now, or as soon as earlier work is done. */
  run(id: string): Promise<boolean> {
    const command = this.list.get(id);
    return this.queue.ask((state) => (isEnabled(command, state) ? command : null));
  }

  /** Runs a command at once. A failure becomes the message. */
  async perform(command: Command): Promise<void> {
    const document = this.#document;
    try {
      if (command.context === "studio") await command.run(this.#services);
      else if (document) await command.run(this.#context(document));
    } catch (error) {
      this.#services.status.report(error);
    }
  }

  #context(document: StudioDocument): DocumentContext {
    const { shell, settings, status, pacing, clipboard } = this.#services;
    return {
      services: this.#services,
      document,
      editor: document.editor,
      view: document.view,
      toolbox: document.toolbox,
      cancelGesture: () => document.gestures.cancel(),
      pointerCell: document.view.state.pointerCell,
      clipboard,
      pace: shell.getState().pace,
      until: pacing.until,
      setPace: (pace) => pacing.set(pace),
      fillDensity: settings.now.fillPercent / 100,
      seed: () => nextSeed(shell),
      makeSpare: document.universe.makeSpare,
      watch: status.watch,
      hint: status.hint,
      keys: this.keyNames,
    };
  }
}

/** The seed that the person typed, else a new one, which the shell keeps to repeat the soup. */
function nextSeed(shell: Shell): number {
  const lastSeed = shell.getState().soupSeed ?? (crypto.getRandomValues(new Uint32Array(1))[0] as number);
  shell.setState({ lastSeed });
  return lastSeed;
}
