import { hutton32, jvn29, nobili32 } from "../constructors.ts";
import { lateDiagram } from "../kept-tables.ts";
import type { DiagramForm, Rule, RuleLooks, StateGlyph } from "../rule.ts";
import type { RuleFamily } from "./family.ts";

interface Machine {
  readonly text: string;
  readonly names: RegExp;
  readonly states: number;
  readonly form: () => DiagramForm;
}

const MACHINES: readonly Machine[] = [
  { text: "JvN29", names: /^JvN-?29$/i, states: 29, form: jvn29 },
  { text: "Nobili32", names: /^(Nobili-?32|JvN-?32)$/i, states: 32, form: nobili32 },
  { text: "Hutton32", names: /^(Hutton-?32|modJvN-?32)$/i, states: 32, form: hutton32 },
];

/** The same rule whenever it is asked for. */
const made = new Map<string, Rule>();

function parse(text: string): Rule {
  const machine = MACHINES.find(({ names }) => names.test(text)) as Machine;
  let rule = made.get(machine.text);
  if (!rule) {
    rule = {
      text: machine.text,
      states: machine.states,
      neighbourhood: "von-neumann",
      reach: 1,
      form: lateDiagram(machine.text, () => ({ form: machine.form() })),
      looks: looksOf(machine.states),
    };
    made.set(machine.text, rule);
  }
  return rule;
}

const WAYS = ["east", "north", "west", "south"] as const;

function looksOf(states: number): RuleLooks {
  const arrows = (kind: string): string[] => [
    ...WAYS.map((way) => `${kind} ${way}`),
    ...WAYS.map((way) => `${kind} ${way}, excited`),
  ];
  const sensitised = ["S", "S0", "S1", "S00", "S01", "S10", "S11", "S000"];
  const names = [
    "ground",
    ...sensitised.map((name) => `sensitised ${name}`),
    ...arrows("ordinary"),
    ...arrows("special"),
    ...["quiet", "excited next", "excited", "excited twice"].map((name) => `confluent, ${name}`),
    ...["east-west", "north-south", "both ways"].map((name) => `crossing, excited ${name}`),
  ].slice(0, states);
  const colours = [
    0x303030,
    ...[0xa0522d, 0xb46a3c, 0xc47f4a, 0xd09358, 0xdba768, 0xe4ba7a, 0xeccc8e, 0xf3dda4],
    ...[0x3c64c8, 0x4678d2, 0x508cdc, 0x5aa0e6],
    ...[0x78c8ff, 0x8cd6ff, 0xa0e2ff, 0xb4eeff],
    ...[0xb43c50, 0xbe505a, 0xc86464, 0xd2786e],
    ...[0xff8c8c, 0xff9f96, 0xffb2a0, 0xffc5aa],
    ...[0x3c9650, 0x5ab45a, 0x78d264, 0xb4f078],
    ...[0xb48cdc, 0xc8a0e6, 0xdcb4f0],
  ].slice(0, states);
  const ways = (kind: "arrow" | "double arrow"): StateGlyph[] =>
    [...WAYS, ...WAYS].map((way): StateGlyph => `${kind} ${way}`);
  const glyphs: readonly StateGlyph[] = [
    ...sensitised.map((): StateGlyph => "ring"),
    ...ways("arrow"),
    ...ways("double arrow"),
    ...Array.from({ length: 4 }, (): StateGlyph => "diamonds"),
    ...(["bar across", "bar down", "cross"] as const),
  ].slice(0, states - 1);
  return { names, colours, icons: [{ glyphs }] };
}

/** The universal constructors of von Neumann, Nobili and Hutton. */
export const CONSTRUCTORS: RuleFamily = {
  id: "constructors",
  name: "Von Neumann's constructors",
  matches: (text) => MACHINES.some(({ names }) => names.test(text)),
  parse,
};
