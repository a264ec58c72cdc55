/** A rule as it is written in a file of its own (engine/rules/files). It travels with the patterns and rules that need it. */
export interface RuleFile {
  /** Of the rule. */
  readonly name: string;
  readonly text: string;
  /** Lines that were put before those of the file that it was read from: places in it count from after them. */
  readonly lead?: number;
  /** Whether it stood in the pattern's own file, and has to be saved with it. */
  readonly enclosed?: true;
}

/** Finds a rule's file by the rule's name. */
export type FindRuleFile = (name: string) => RuleFile | undefined;
