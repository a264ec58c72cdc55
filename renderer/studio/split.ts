/** Two panes beside each other: one universe at two places, or two tabs. Pure; panes.ts keeps it. */

import type { StudioDocument } from "../document/document.ts";
import type { Viewport } from "../document/viewport.ts";
import type { Tab } from "./tab.ts";
import { documentInFront, documentsIn } from "./tab.ts";

export type PanePlace = 0 | 1;

/** How the camera of a pane moves by itself. */
export interface Piloting {
  readonly autofit: boolean;
  readonly follow: boolean;
}

export interface Split {
  /** Ids of the documents in the first and the second pane; twice the same: one universe at two places. */
  readonly documents: readonly [string, string];
  /** The pane in focus: its document is the one in front, unless a lab is. */
  readonly focus: PanePlace;
  /** The first pane's share of the room, 0..1. */
  readonly share: number;
  /** Whether the cameras move together. */
  readonly linked: boolean;
  /** The other pane's; the shell has that of the pane in focus. */
  readonly resting: Piloting;
}

/** The part of the shell that a split concerns. */
export interface SplitState extends Piloting {
  readonly split: Split | null;
}

export interface SplitTabs {
  readonly split: Split | null;
  readonly tabs: readonly Tab[];
}

/** Neither pane gets smaller than this share. */
export const LEAST_SHARE = 0.15;
const EVEN = 0.5;
export const STILL: Piloting = { autofit: false, follow: false };

export function otherPlace(place: PanePlace): PanePlace {
  return place === 0 ? 1 : 0;
}

/** Shows `beside` in a second pane, at that place, or in the resting one; the focus stays where it is. */
export function splitBeside(split: Split | null, front: string, beside: string, place: PanePlace = 1): Split {
  const { focus, share, linked } = split ?? { focus: otherPlace(place), share: EVEN, linked: false };
  return { documents: focus === 0 ? [front, beside] : [beside, front], focus, share, linked, resting: STILL };
}

/** The focus goes to that pane, and what the shell holds for the pane in focus goes along. */
export function focusedOn({ split, autofit, follow }: SplitState, focus: PanePlace): Partial<SplitState> {
  if (!split || split.focus === focus) return {};
  return { ...split.resting, split: { ...split, focus, resting: { autofit, follow } } };
}

/**
 * A document comes to the front: where a pane shows it that pane gets the focus, else the pane in focus shows it. `replaced`: the
 * closed document whose place it takes.
 */
export function broughtToFront(state: SplitState, id: string, replaced?: string): Partial<SplitState> {
  if (!state.split) return {};
  const [first, second] = state.split.documents.map((one) => (one === replaced ? id : one));
  const split = { ...state.split, documents: [first, second] as [string, string] };
  const { focus, documents } = split;
  if (documents[focus] === id) return replaced === undefined ? {} : { split };
  if (documents[otherPlace(focus)] === id) return focusedOn({ ...state, split }, otherPlace(focus));
  documents[focus] = id;
  return { split };
}

/** The split once a document is closed: one pane, if it was in one of them. */
export function withoutDocument(split: Split | null, id: string): Split | null {
  return split?.documents.includes(id) ? null : split;
}

export function documentAt({ split, tabs }: SplitTabs, place: PanePlace): StudioDocument | null {
  return documentsIn({ tabs }).find(({ id }) => id === split?.documents[place]) ?? null;
}

/** The document in the pane that is not in focus; null without a split. */
export function restingDocument(state: SplitTabs): StudioDocument | null {
  return state.split && documentAt(state, otherPlace(state.split.focus));
}

/** The document that both panes show; null where they show two, or there is one pane. */
export function shownTwice(state: SplitTabs): StudioDocument | null {
  const first = documentAt(state, 0);
  return first === documentAt(state, 1) ? first : null;
}

export interface Pane {
  readonly place: PanePlace;
  readonly document: StudioDocument;
  readonly viewport: Viewport;
  readonly focused: boolean;
}

/** What the window shows beside each other, in its order: one pane, or two; none while no universe is in front. */
export function panesOf(state: SplitTabs & { readonly active: string | null }): readonly Pane[] {
  const { split } = state;
  const front = documentInFront(state);
  if (!front) return [];
  const focus = split?.focus ?? 0;
  const shown: Pane = { place: focus, document: front, viewport: front.viewport, focused: true };
  const other = restingDocument(state);
  const viewport = other === front ? front.beside : other?.viewport;
  if (!other || !viewport) return [shown];
  const resting: Pane = { place: otherPlace(focus), document: other, viewport, focused: false };
  return focus === 0 ? [shown, resting] : [resting, shown];
}
