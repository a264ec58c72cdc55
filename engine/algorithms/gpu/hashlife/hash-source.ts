/**
 * The shaders of `gpu-hashlife`, composed of their pieces, which refer to each other by the names of functions and bindings.
 *
 *   narrow   state + books-own + store + works + (the rule) + base + control + hashlife/narrow
 *   wide     state + books-shared + store + works + (the rule) + base + wide + hashlife/wide-ask
 *            state + books-shared + store + works + wide + hashlife/wide-confirm
 *   walks    state + books-shared + store + hashlife/walk
 *   plants   state + books-shared + store + hashlife/plant
 */

import base from "../../../../shaders/hashlife/base.wgsl?raw";
import booksOwn from "../../../../shaders/hashlife/books-own.wgsl?raw";
import booksShared from "../../../../shaders/hashlife/books-shared.wgsl?raw";
import control from "../../../../shaders/hashlife/control.wgsl?raw";
import narrow from "../../../../shaders/hashlife/narrow.wgsl?raw";
import plant from "../../../../shaders/hashlife/plant.wgsl?raw";
import state from "../../../../shaders/hashlife/state.wgsl?raw";
import store from "../../../../shaders/hashlife/store.wgsl?raw";
import walk from "../../../../shaders/hashlife/walk.wgsl?raw";
import wide from "../../../../shaders/hashlife/wide.wgsl?raw";
import wideAsk from "../../../../shaders/hashlife/wide-ask.wgsl?raw";
import wideConfirm from "../../../../shaders/hashlife/wide-confirm.wgsl?raw";
import works from "../../../../shaders/hashlife/works.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { Phases } from "../../../rules/phases.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import { ruleLabel, rulePieces } from "../rules/rule-pieces.ts";

const STATE: Piece = ["hashlife/state", state];
const STORE: readonly Piece[] = [STATE, ["hashlife/books-shared", booksShared], ["hashlife/store", store]];
const WORKS: Piece = ["hashlife/works", works];
const WIDE: Piece = ["hashlife/wide", wide];

const STORAGE: GPUBufferBindingType = "storage";
/** state, keys, rest, index, spare, and a sixth: the stack, or what stands in its place. */
export const STORED: readonly GPUBufferBindingType[] = [STORAGE, STORAGE, STORAGE, STORAGE, STORAGE, STORAGE];

/** The second pass of a wide stage, whatever the rule. */
export const CONFIRM_SHADER: ShaderSource = {
  label: "hashlife confirm",
  code: compose(...STORE, WORKS, WIDE, ["hashlife/wide-confirm", wideConfirm]),
  entryPoint: "wide_confirm",
  bindings: STORED,
};

export interface WorkShaders {
  readonly narrow: ShaderSource;
  readonly ask: ShaderSource;
}

/** The other shaders that compute, for one rule. */
export function workShaders(neighbourhood: Neighbourhood, phases: Phases): WorkShaders {
  const by = `${neighbourhood} ${ruleLabel(phases)}`;
  const computing: readonly Piece[] = [
    WORKS,
    ...rulePieces("u32", neighbourhood, phases),
    ["hashlife/base", base],
  ];
  const own: readonly Piece[] = [STATE, ["hashlife/books-own", booksOwn], ["hashlife/store", store]];
  return {
    narrow: {
      label: `hashlife narrow ${by}`,
      code: compose(...own, ...computing, ["hashlife/control", control], ["hashlife/narrow", narrow]),
      entryPoint: "narrow",
      perRule: true,
      bindings: STORED,
    },
    ask: {
      label: `hashlife ask ${by}`,
      code: compose(...STORE, ...computing, WIDE, ["hashlife/wide-ask", wideAsk]),
      entryPoint: "wide_ask",
      perRule: true,
      bindings: STORED,
    },
  };
}

const WALKS = ["note", "mark", "spread", "sweep", "forget", "pick"] as const;
const PLANTS = ["plant_ask", "plant_confirm", "plant_settle"] as const;

export type Walk = (typeof WALKS)[number];
export type Plant = (typeof PLANTS)[number];

const walkCode = compose(...STORE, ["hashlife/walk", walk]);
const plantCode = compose(...STORE, ["hashlife/plant", plant]);

/** Bindings: STORED, marks, order. */
export const WALK_SHADERS = shadersFor(WALKS, walkCode, [...STORED, STORAGE, "uniform"]);

/** Bindings: STORED with the names for the stack, seeds, order. */
export const PLANT_SHADERS = shadersFor(PLANTS, plantCode, [...STORED, "read-only-storage", "uniform"]);

function shadersFor<Name extends string>(
  names: readonly Name[],
  code: string,
  bindings: readonly GPUBufferBindingType[],
): Readonly<Record<Name, ShaderSource>> {
  const sources = names.map((entryPoint) => [
    entryPoint,
    { label: `hashlife ${entryPoint}`, code, entryPoint, bindings },
  ]);
  return Object.fromEntries(sources) as Record<Name, ShaderSource>;
}
