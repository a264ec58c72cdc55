import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Rule } from "../../engine/rules/rule.ts";
import { liveStates, soupStates } from "../../engine/rules/soup-states.ts";
import type { NumberOption, ToolSettings, ToolValue } from "./option.ts";
import { numberValue, optionsOf, passingSettings, stepped } from "./option.ts";
import { PasteTool } from "./paste-tool.ts";
import { TOOLS } from "./registry.ts";
import { INK } from "./shared-options.ts";
import type { Tool, ToolContext, ToolDescriptor, ToolView } from "./tool.ts";

type Surroundings = Pick<ToolContext, "editor" | "view" | "hint" | "report"> & {
  /** The storage of the tools' options. Default: memory only. */
  readonly settings?: ToolSettings;
  /** Default: shows nothing. */
  readonly watch?: ToolContext["watch"];
  /** Default: at once. */
  readonly inTurn?: ToolContext["inTurn"];
};

/** The state that is drawn with, or all but 0. */
export type FillWith = "ink" | "all";

export interface ToolboxState {
  readonly chosen: ToolDescriptor;
  readonly tool: Tool;
  /** The state that was last chosen to draw with; a rule of fewer states has it not. */
  readonly ink: number;
  /** What random fills are made of, where a rule has more than two states. null: what the rule suggests. */
  readonly fillWith: FillWith | null;
  /** Increases with everything that may have changed the tool's appearance. */
  readonly revision: number;
}

/** The state that is drawn with under a rule. */
export function inkOf({ ink }: Pick<ToolboxState, "ink">, { states }: Rule): number {
  return Math.min(ink, states - 1);
}

export function fillWithOf({ fillWith }: Pick<ToolboxState, "fillWith">, rule: Rule): FillWith {
  return fillWith ?? (soupStates(rule) ? "all" : "ink");
}

/** The present tool: the chosen one, or the floating paste's while there is one. */
export class Toolbox {
  readonly store: StoreApi<ToolboxState>;
  readonly #around: Surroundings;
  readonly #settings: ToolSettings;
  readonly #paste: PasteTool;
  readonly #onChange: (chosen: string) => void;
  #view: ToolView;
  /** Whether a gesture on that view is under way. */
  #taken = false;

  /** `onChange` receives each newly chosen tool. Errors: `not-found`. */
  constructor(around: Surroundings, first: string, onChange: (chosen: string) => void = () => {}) {
    this.#around = around;
    this.#settings = around.settings ?? passingSettings();
    this.#onChange = onChange;
    this.#view = around.view;
    this.#paste = new PasteTool(this.#contextFor("paste"));
    const chosen = TOOLS.get(first);
    this.store = createStore(() => ({
      chosen,
      tool: this.#make(chosen),
      ink: 1,
      fillWith: null,
      revision: 0,
    }));
  }

  /** The view on which tools were used last. */
  get view(): ToolView {
    return this.#view;
  }

  /** Tools see and move that view from now on. False while a gesture on another view of the same universe has them. */
  use(view: ToolView): boolean {
    if (view === this.#view) return true;
    if (this.#taken) return false;
    this.#view = view;
    this.#redraw();
    return true;
  }

  /** The same for a gesture, until it releases them. */
  take(view: ToolView): boolean {
    const free = this.use(view);
    if (free) this.#taken = true;
    return free;
  }

  release(view: ToolView): void {
    if (view === this.#view) this.#taken = false;
  }

  get present(): Tool {
    return this.#around.editor.state.pending ? this.#paste : this.store.getState().tool;
  }

  /** Chooses a tool; a gesture of the old one that is still under way is cancelled. Errors: `not-found`. */
  choose(id: string): void {
    const descriptor = TOOLS.get(id);
    const { chosen, tool } = this.store.getState();
    if (descriptor === chosen) return;
    tool.cancel();
    this.#around.hint(null);
    this.store.setState({ chosen: descriptor, tool: this.#make(descriptor) });
    this.#onChange(id);
  }

  /** The state that tools draw with: 0 kills. */
  get ink(): number {
    return inkOf(this.store.getState(), this.#around.editor.state.rule);
  }

  setInk(ink: number): void {
    this.store.setState({ ink });
    this.#redraw();
  }

  setFillWith(fillWith: FillWith): void {
    this.store.setState({ fillWith });
  }

  /** The states of a random fill; undefined where the rule has two. */
  get fillStates(): readonly number[] | undefined {
    const { rule } = this.#around.editor.state;
    if (rule.states === 2) return undefined;
    return fillWithOf(this.store.getState(), rule) === "ink" ? [this.ink || 1] : liveStates(rule);
  }

  /** Sets an option of the chosen tool. */
  setOption(option: string, value: ToolValue): void {
    this.#settings.write(this.#chosen.id, option, value);
    this.#redraw();
  }

  /** Sets the next larger or smaller value of a number of the chosen tool and returns it; null where it has no such option. */
  stepOption(id: string, up: boolean): number | null {
    const option = this.#chosen.options?.find(
      (one): one is NumberOption => one.kind === "number" && one.id === id,
    );
    if (!option) return null;
    const value = stepped(option, numberValue(option, this.#settings.read(this.#chosen.id, id)), up);
    this.setOption(id, value);
    return value;
  }

  get #chosen(): ToolDescriptor {
    return this.store.getState().chosen;
  }

  #make(descriptor: ToolDescriptor): Tool {
    return descriptor.create(this.#contextFor(descriptor.id));
  }

  #contextFor(tool: string): ToolContext {
    const { editor, hint, report } = this.#around;
    const { watch = (_text, work) => work({}), inTurn = async (work) => work() } = this.#around;
    const viewNow = (): ToolView => this.#view;
    const options = optionsOf(tool, this.#settings);
    const inkNow = (): number =>
      editor.state.rule.states === 2 ? Number(options.choice(INK) === "live") : this.ink;
    return {
      editor,
      get ink() {
        return inkNow();
      },
      setInk: (state) => this.setInk(state),
      get view() {
        return viewNow();
      },
      hint,
      report,
      watch,
      inTurn,
      options,
      activate: (id) => this.choose(id),
      redraw: () => this.#redraw(),
    };
  }

  #redraw(): void {
    this.store.setState(({ revision }) => ({ revision: revision + 1 }));
  }
}
