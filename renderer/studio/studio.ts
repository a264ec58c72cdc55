/** The studio: open universes, what the window shows around them, and the verbs that commands ask of it. */

import { describeError, TessellaError } from "../../engine/core/errors.ts";
import { Registry } from "../../engine/core/registry.ts";
import type { RunUntil } from "../../engine/worker/protocol/universe.ts";
import { startViewWorker } from "../canvas/start-view-worker.ts";
import type { KeyPlatform } from "../commands/chord.ts";
import type {
  AppVerbs,
  Command,
  CommandContext,
  CommandState,
  Focus,
  PatternClipboard,
} from "../commands/command.ts";
import { isEnabled } from "../commands/command.ts";
import { CommandQueue } from "../commands/command-queue.ts";
import type { KeyOverrides } from "../commands/keymap.ts";
import { Keymap } from "../commands/keymap.ts";
import { labCommands } from "../commands/lab-commands.ts";
import { COMMANDS } from "../commands/registry.ts";
import type { NewDocument } from "../document/document.ts";
import { StudioDocument } from "../document/document.ts";
import { PatternFiles } from "../document/pattern-files.ts";
import { Hyperspeed } from "../editor/time/hyperspeed.ts";
import type { Pace } from "../editor/time/pace.ts";
import { runOptions } from "../editor/time/pace.ts";
import type { Host } from "../host/host.ts";
import { StudioLibrary } from "../library/studio-library.ts";
import { Plots } from "../plot/plots.ts";
import { RuleShelf } from "../rules/rule-shelf.ts";
import { Engines } from "../universe/engines.ts";
import { GPU_KERNELS, latestKernels } from "../universe/gpu-kernels.ts";
import { startAnalysis } from "../universe/start-workers.ts";
import { Autosaver } from "./autosaver.ts";
import { Dialogs } from "./dialogs.ts";
import { Identification } from "./identification.ts";
import type { Lab } from "./lab.ts";
import { LabTabs } from "./lab-tabs.ts";
import { longWork } from "./long-work.ts";
import { lookState, lookVerbs } from "./look-verbs.ts";
import { passingHint } from "./passing-hint.ts";
import type { StudioPreferences } from "./preferences.ts";
import { STUDIO_PREFERENCES } from "./preferences.ts";
import { SessionTabs } from "./session-tabs.ts";
import type { Shell } from "./shell.ts";
import { createShell } from "./shell.ts";
import { StudioFiles } from "./studio-files.ts";
import { documentsIn, lossOf } from "./tab.ts";
import { Tabs } from "./tabs.ts";
import { keptSettings } from "./tool-settings.ts";

export class Studio {
  readonly host: Host;
  readonly shell: Shell = createShell();
  readonly dialogs = new Dialogs(this.shell);
  readonly patternFiles = new PatternFiles();
  readonly engines: Engines;
  readonly files: StudioFiles;
  readonly autosaver: Autosaver;
  readonly library: StudioLibrary;
  readonly session: SessionTabs;
  readonly labs: LabTabs;
  /** Those of the studio, and one for each lab. */
  readonly commands: Registry<Command>;
  readonly tabs = new Tabs({
    shell: this.shell,
    ask: (...question) => this.dialogs.ask(...question),
    save: (document) => this.files.save(document),
    onLeave: (next) => {
      this.active?.gestures.cancel();
      // What waits was meant for the universe that was in front.
      if (next !== this.active?.id) this.queue.clear();
    },
    onFront: () => {
      this.active?.toolbox.choose(this.shell.getState().tool);
      this.#watch();
    },
    onClosed: async (document) => {
      this.plots.forget(document.id);
      await this.autosaver.forget(document.id);
      await document.close();
    },
  });
  readonly plots = new Plots();
  readonly identification = new Identification({
    start: startAnalysis,
    hold: () => this.host.power.hold("run"),
  });
  readonly queue = new CommandQueue({
    state: () => this.commandState,
    busy: () => this.active?.editor.busy ?? false,
    settled: async () => this.active?.editor.settled(),
    perform: (command) => this.#perform(command),
  });
  readonly rules: RuleShelf;
  readonly #hyperspeed = new Hyperspeed();
  #keymap: Keymap | null = null;
  #boundKeys: KeyOverrides | null = null;
  readonly #toolSettings = keptSettings(this);
  #copies = 0;
  #messages = 0;
  #releasePower: (() => void) | null = null;

  constructor(host: Host, labs: Registry<Lab>) {
    this.host = host;
    this.commands = new Registry("command", [...COMMANDS.list(), ...labCommands(labs.list())]);
    this.labs = new LabTabs(labs, this.tabs, async (lab) => {
      const session = (await lab.load()).startLab(this);
      session.subscribe?.(() => this.#watch());
      return session;
    });
    this.shell.subscribe((now, before) => {
      if (now.hyperspeed !== before.hyperspeed || now.active !== before.active) this.#grow();
    });
    this.engines = new Engines({
      startView: startViewWorker,
      onBreakdown: (sentence) => this.say(sentence, "error"),
      // A host that cannot keep it costs the next session a search and no more.
      onTuned: (kernels) => void host.preferences.save(GPU_KERNELS, latestKernels(kernels)).catch(() => {}),
    });
    this.files = new StudioFiles(this);
    this.autosaver = new Autosaver(this);
    this.rules = new RuleShelf(host.preferences);
    this.library = new StudioLibrary(this);
    this.session = new SessionTabs(this);
  }

  /** Whose names keys go by. */
  get keyPlatform(): KeyPlatform {
    const { os } = this.host.platform;
    return os === "mac" || os === "windows" ? os : "linux";
  }

  /** Which keys mean which commands, as the person has them bound. */
  get keymap(): Keymap {
    const { keys } = this.shell.getState().preferences;
    if (!this.#keymap || keys !== this.#boundKeys) {
      this.#boundKeys = keys;
      this.#keymap = new Keymap(this.commands.list(), this.keyPlatform, keys);
    }
    return this.#keymap;
  }

  /** How often cells were put on the clipboard. */
  get copies(): number {
    return this.#copies;
  }

  /** What sentences name keys by. */
  readonly keyNames = (command: string): string | null => this.keymap.shown(command);

  get active(): StudioDocument | null {
    return this.tabs.document;
  }

  /** One clear message for whatever went wrong. */
  report = (error: unknown): void => {
    // What a person has ended went as it was wished.
    if (error instanceof TessellaError && error.code === "aborted") return;
    this.say(describeError(error), "error");
  };

  say(text: string, kind: "error" | "note" = "note"): void {
    this.shell.setState({ message: { id: ++this.#messages, kind, text } });
  }

  hint = (hint: string | null): void => {
    if (this.shell.getState().hint !== hint) this.shell.setState({ hint });
  };

  /** While frames are written the window asks before it closes. */
  setExporting(exporting: boolean): void {
    this.shell.setState({ exporting });
    this.#watch();
  }

  /** Opens a universe in a tab of its own. Errors: those of creating it, `aborted`; then nothing has changed. */
  async open(wanted: Omit<NewDocument, "memoryMegabytes">, signal?: AbortSignal): Promise<StudioDocument> {
    const { memoryMegabytes } = this.shell.getState().preferences;
    const opening = StudioDocument.open(
      { ...wanted, memoryMegabytes },
      {
        engines: this.engines,
        tool: this.shell.getState().tool,
        toolSettings: this.#toolSettings,
        onTool: (tool) => this.#chooseTool(tool),
        hint: this.hint,
        report: this.report,
        watch: (text, work) => longWork(this.shell, text, work),
        ended: (ended, text) =>
          ended === this.active ? passingHint(this, ended, text) : this.say(`${ended.title}: ${text}`),
      },
    );
    const document = await orAborted(opening, signal, (late) => late.close());
    document.editor.subscribe(() => {
      this.#watch();
      this.#grow();
      this.queue.look();
    });
    document.subscribe(() => this.#watch());
    document.universe.watch({ replaced: () => this.#watch(), switched: () => this.#watch() });
    document.readings.subscribe(() => this.#grow());
    this.plots.of(document);
    this.tabs.add(document);
    return document;
  }

  async prefer(change: Partial<StudioPreferences>): Promise<void> {
    const preferences = { ...this.shell.getState().preferences, ...change };
    this.shell.setState({ preferences });
    this.engines.setAdapter(preferences.adapter);
    await this.host.preferences.save(STUDIO_PREFERENCES, preferences);
  }

  get commandState(): CommandState {
    const { tool, preferences, hyperspeed, autofit, fullScreen } = this.shell.getState();
    const state = this.active?.editor.state ?? null;
    return {
      focus: focusNow(),
      tab: this.tabs.front !== null,
      universe: state !== null,
      running: state?.running ?? false,
      leaps: this.active?.universe.present.leaps ?? false,
      selection: Boolean(state?.selection),
      pending: Boolean(state?.pending),
      canUndo: state !== null && state.undoLabel !== null,
      canRedo: state !== null && state.redoLabel !== null,
      canReset: state?.canReset ?? false,
      undoLabel: state?.undoLabel ?? null,
      redoLabel: state?.redoLabel ?? null,
      untilDied: preferences.untilDied,
      untilPeriodic: preferences.untilPeriodic,
      hasFile: Boolean(this.active?.file),
      tool,
      gridLines: preferences.gridLines,
      hyperspeed,
      autofit,
      fullScreen,
      library: preferences.library,
      inspector: preferences.inspector,
      look: lookState(this.shell.getState()),
    };
  }

  /** Does a command, if it makes sense now or once what was asked before is done. */
  run(id: string): Promise<boolean> {
    const command = this.commands.get(id);
    return this.queue.ask((state) => (isEnabled(command, state) ? command : null));
  }

  /** What goes wrong becomes the message. */
  async #perform(command: Command): Promise<void> {
    try {
      const { active } = this;
      // Without a universe only what needs none is enabled, and that touches nothing but the studio's own verbs.
      await command.run(active ? this.#context(active) : ({ app: this.verbs } as CommandContext));
    } catch (error) {
      this.report(error);
    }
  }

  #context(document: StudioDocument): CommandContext {
    const { pace } = this.shell.getState();
    return {
      app: this.verbs,
      editor: document.editor,
      view: document.view,
      toolbox: document.toolbox,
      cancelGesture: () => document.gestures.cancel(),
      pointerCell: document.view.state.pointerCell,
      clipboard: this.#clipboard,
      pace,
      until: this.#until,
      setPace: (next) => this.shell.setState({ pace: next }),
      fillDensity: this.shell.getState().preferences.fillPercent / 100,
      seed: () => nextSeed(this.shell),
      makeSpare: document.universe.makeSpare,
      watch: (text, work) => longWork(this.shell, text, work),
      hint: (text) => this.hint(text),
      keys: this.keyNames,
    };
  }

  /** The pace from now on, for what runs as well. */
  setPace(pace: Pace): void {
    const { preferences } = this.shell.getState();
    this.shell.setState({ pace });
    const { editor } = this.active ?? {};
    if (editor?.state.underWay?.once === false) editor.run(runOptions(pace, this.#until)).catch(this.report);
    if (pace.base !== preferences.stepBase) this.prefer({ stepBase: pace.base }).catch(this.report);
  }

  get #until(): RunUntil {
    const { untilDied, untilPeriodic } = this.shell.getState().preferences;
    return { died: untilDied, periodic: untilPeriodic };
  }

  /** What runs already heeds it too. */
  async #runUntil(wanted: Partial<StudioPreferences>): Promise<void> {
    await this.prefer(wanted);
    this.setPace(this.shell.getState().pace);
  }

  /** Lets the step of what runs in front grow, with hyperspeed on. */
  #grow(): void {
    const { active } = this;
    const { hyperspeed, pace } = this.shell.getState();
    const growing =
      hyperspeed && active?.universe.present.leaps === true && active.editor.state.underWay?.once === false;
    const next = this.#hyperspeed.next({
      growing,
      pace,
      generation: active?.universe.present.generation ?? 0n,
    });
    if (next) this.setPace(next);
  }

  readonly #clipboard: PatternClipboard = {
    read: async () => this.files.readText(await this.host.clipboard.readText()),
    write: ({ pattern, mask }) =>
      longWork(this.shell, "Copying the selection", async ({ signal }) => {
        const text = await this.patternFiles.text(pattern, "rle", { signal, mask, give: true });
        await this.host.clipboard.writeText(text);
        this.#copies++;
      }),
    writeText: (text) => this.host.clipboard.writeText(text),
  };

  readonly verbs: AppVerbs = {
    newUniverse: () => this.dialogs.show("new"),
    openFile: () => this.files.pickAndOpen(),
    save: async () => {
      if (this.active) await this.files.save(this.active);
    },
    saveAs: () => this.dialogs.show("save"),
    saveSelection: () => this.dialogs.show("save", { selection: true }),
    openCells: (cells) => this.files.openCells(cells),
    exportFrames: () => this.dialogs.show("export"),
    openPatternFolder: () => this.library.openFolder(),
    saveToLibrary: () => this.library.offerToSave(),
    importToLibrary: (from) => (from === "folder" ? this.library.importFolder() : this.library.importFiles()),
    exportLibrary: (as) => (as === "folder" ? this.library.exportFolder() : this.library.exportZip()),
    goToGeneration: () => this.dialogs.show("go-to"),
    setGeneration: () => this.dialogs.show("set-generation"),
    resizeUniverse: () => this.dialogs.show("resize"),
    revertToFile: async () => {
      if (this.active) await this.files.revert(this.active);
    },
    toggleUntilDied: () => this.#runUntil({ untilDied: !this.shell.getState().preferences.untilDied }),
    toggleUntilPeriodic: () =>
      this.#runUntil({ untilPeriodic: !this.shell.getState().preferences.untilPeriodic }),
    cancelWork: () => this.files.cancel(),
    closeTab: async () => {
      const { front } = this.tabs;
      if (front) await this.tabs.close(front.id);
    },
    nextTab: (by) => this.tabs.step(by),
    openLab: async (id) => {
      await this.labs.open(this.labs.registry.get(id));
    },
    showPalette: () => this.dialogs.show("palette"),
    showHelp: () => this.dialogs.show("keys"),
    showGuide: (place) => this.dialogs.show("guide", { place }),
    showWelcome: () => this.prefer({ welcomed: false }),
    showPreferences: () => this.dialogs.show("preferences"),
    showLicences: () => this.dialogs.show("licences"),
    showIdentify: () => this.dialogs.show("identify"),
    showPlot: () => this.dialogs.show("plot"),
    showPatternInfo: () => this.#reveal("pattern-name"),
    showRules: () => this.dialogs.show("rules"),
    editRule: () => this.#reveal("rule-text"),
    toggleLibrary: () => this.prefer({ library: !this.shell.getState().preferences.library }),
    searchLibrary: () => this.library.search(),
    toggleInspector: () => this.prefer({ inspector: !this.shell.getState().preferences.inspector }),
    toggleGridLines: () => this.prefer({ gridLines: !this.shell.getState().preferences.gridLines }),
    toggleHyperspeed: () => this.shell.setState((state) => ({ hyperspeed: !state.hyperspeed })),
    toggleAutofit: () => this.shell.setState((state) => ({ autofit: !state.autofit, follow: false })),
    toggleFullScreen: async () => {
      if (document.fullscreenElement) await document.exitFullscreen();
      else {
        await document.documentElement.requestFullscreen();
        // The whole screen is for the cells; the panels are a key away.
        this.shell.setState({ zen: true });
      }
    },
    look: lookVerbs(this),
    leaveCanvas: () => document.getElementById("dock")?.querySelector("button")?.focus(),
  };

  /** Opens the inspector at a field. At once where the field is there: what is typed next belongs to it. */
  async #reveal(field: string): Promise<void> {
    if (selectField(field)) return;
    await this.prefer({ inspector: true });
    requestAnimationFrame(() => selectField(field));
  }

  #chooseTool(tool: string): void {
    this.shell.setState({ tool });
  }

  /** The window's title, and the machine kept awake while something runs. */
  #watch(): void {
    const { tabs, exporting } = this.shell.getState();
    const { active } = this;
    const { front } = this.tabs;
    if (active) this.rules.used(active.editor.state.rule);
    const rule = active ? ` (${active.editor.state.rule.text})` : "";
    this.host.window.show({
      title: front ? `${front.title}${rule} - Tessella` : "Tessella",
      unsaved: exporting || tabs.some((tab) => lossOf(tab) !== null),
    });
    const running = documentsIn({ tabs }).some(({ editor }) => editor.state.running);
    if (running && !this.#releasePower) this.#releasePower = this.host.power.hold("run");
    if (!running && this.#releasePower) {
      this.#releasePower();
      this.#releasePower = null;
    }
  }
}

/** The seed that was typed, else a new one; it is kept, so that the soup can be made again. */
function nextSeed(shell: Shell): number {
  const lastSeed = shell.getState().soupSeed ?? (crypto.getRandomValues(new Uint32Array(1))[0] as number);
  shell.setState({ lastSeed });
  return lastSeed;
}

/** The work's result, unless the signal fires first; what comes late is thrown away. */
function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  discard: (late: T) => unknown,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(new TessellaError("aborted", "The work was stopped."));
      work.then(discard, () => {});
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Where keys go. With nothing focused they are the canvas's. */
export function focusNow(): Focus {
  const element = document.activeElement;
  if (!element || element === document.body) return "canvas";
  if (element.closest("[data-stage]")) return "canvas";
  const isText =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !/^(checkbox|radio|range|button)$/.test(element.type));
  return isText ? "text" : "elsewhere";
}

/** Gives the keys back to the cells. */
export function focusStage(): void {
  document
    .querySelector<HTMLElement>("[data-stage] [tabindex], [data-stage][tabindex]")
    ?.focus({ preventScroll: true });
}

/** Focuses a field and selects its text; false where there is none. */
function selectField(id: string): boolean {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return false;
  input.focus();
  input.select();
  return true;
}
