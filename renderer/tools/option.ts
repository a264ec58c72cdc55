/**
 * The options of a tool. The tool declares them, a panel that knows kinds of options and no tools shows them, and the preferences
 * keep them. A stored value that no longer fits (a choice that is gone, a size out of bounds) counts as none.
 */

import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Rule } from "../../engine/rules/rule.ts";

export type ToolValue = number | string | boolean;

interface OptionOf<T extends ToolValue> {
  /** Unique within the tool; the same id in another tool means the same kind of thing. */
  readonly id: string;
  readonly label: string;
  readonly usual: T;
  /** The lattices and rules with which it makes a difference. Default: all. */
  readonly on?: (kind: GridKind, rule: Rule) => boolean;
}

export interface NumberOption extends OptionOf<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}

export interface ChoiceOption<C extends string = string> extends OptionOf<C> {
  readonly kind: "choice";
  readonly choices: readonly { readonly id: C; readonly label: string }[];
}

export type ToolOption = NumberOption | ChoiceOption;

/** The storage of values, by the ids of tools and options. */
export interface ToolSettings {
  read(tool: string, option: string): ToolValue | undefined;
  write(tool: string, option: string, value: ToolValue): void;
}

/** Reads the options of one tool. */
export interface ToolOptions {
  number(option: NumberOption): number;
  choice<C extends string>(option: ChoiceOption<C>): C;
}

export function optionsOf(tool: string, settings: ToolSettings): ToolOptions {
  return {
    number: (option) => numberValue(option, settings.read(tool, option.id)),
    choice: (option) => choiceValue(option, settings.read(tool, option.id)),
  };
}

export function numberValue({ min, max, usual }: NumberOption, kept: ToolValue | undefined): number {
  return typeof kept === "number" && Number.isInteger(kept) && kept >= min && kept <= max ? kept : usual;
}

export function choiceValue<C extends string>(
  { choices, usual }: ChoiceOption<C>,
  kept: ToolValue | undefined,
): C {
  return choices.find(({ id }) => id === kept)?.id ?? usual;
}

/** Settings that end with the session. */
export function passingSettings(): ToolSettings {
  const values = new Map<string, ToolValue>();
  return {
    read: (tool, option) => values.get(`${tool} ${option}`),
    write: (tool, option, value) => void values.set(`${tool} ${option}`, value),
  };
}

/** The next larger or smaller value: by one up to eight, then by about a quarter. */
export function stepped({ min, max }: NumberOption, value: number, up: boolean): number {
  const next = up ? value + Math.max(1, Math.floor(value / 4)) : value - Math.max(1, Math.floor(value / 5));
  return Math.max(min, Math.min(max, next));
}
