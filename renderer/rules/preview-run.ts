/**
 * A small universe that runs while it is visible: a torus of a few thousand cells in a worker, stepped at an even pace,
 * one request under way at most. It stops by itself when nothing changes any more, after a long while, and as long as
 * the window is hidden; stopped, it costs nothing.
 */

import { createStore } from "zustand/vanilla";
import type { Block } from "../../engine/core/block.ts";
import { blockPopulation } from "../../engine/core/block.ts";
import { torus } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { soupStates } from "../../engine/rules/soup-states.ts";
import type { CreateUniverse } from "../../engine/worker/protocol/universe.ts";
import type { EngineClient } from "../universe/client.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";

export const PREVIEW_WIDTH = 96;
export const PREVIEW_HEIGHT = 44;

/** The preview's start. */
export const STARTS = ["soup", "patch", "cell"] as const;
export type Start = (typeof STARTS)[number];

export interface PreviewState {
  readonly generation: number;
  readonly population: number;
  readonly playing: boolean;
  /** Why it stopped by itself. */
  readonly ended: "still" | "long" | null;
}

/** Tells whether the preview is visible. */
export type Page = Pick<Document, "hidden" | "addEventListener">;

export interface PreviewListener {
  onCells(block: Block): void;
  onError(error: unknown): void;
}

/** Milliseconds a generation. */
const PACE = 70;
const LONGEST = 3000;
/** A still pattern stays visible for a moment before the run ends. */
const STILL = 3;
const PATCH = 14;

export const NOT_BEGUN: PreviewState = { generation: 0, population: 0, playing: false, ended: null };

export class PreviewRun {
  readonly store = createStore(() => NOT_BEGUN);
  readonly #engine: EngineClient;
  readonly #rule: Rule;
  readonly #start: Start;
  readonly #listener: PreviewListener;
  readonly #page: Page;
  #universe: RemoteUniverse | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #still = 0;
  #last: Uint32Array | null = null;
  /** The generation of those cells. */
  #seen = 0n;
  /** The step under way: what a person asks for meanwhile comes after it. */
  #work: Promise<void> = Promise.resolve();
  /** Counts restarts: answers to an older run are dropped. */
  #turn = 0;
  /** Counts the times that it has begun to play: a step of an earlier one goes on no further. */
  #plays = 0;
  #closed = false;

  constructor(
    engine: EngineClient,
    rule: Rule,
    start: Start,
    listener: PreviewListener,
    page: Page = document,
  ) {
    this.#engine = engine;
    this.#rule = rule;
    this.#start = start;
    this.#listener = listener;
    this.#page = page;
  }

  /** A fresh universe, at once `ahead` generations old. */
  async begin(seed: number, ahead = 0): Promise<void> {
    const turn = ++this.#turn;
    this.#stopTimer();
    try {
      const universe = await this.#engine.createUniverse(previewUniverse(this.#rule, this.#start, seed));
      if (turn !== this.#turn) return void universe.dispose().catch(() => {});
      const old = this.#universe;
      this.#universe = universe;
      old?.dispose().catch(() => {});
      this.#last = null;
      this.#seen = universe.generation;
      this.#still = 0;
      await this.#advance(turn, ahead);
      if (turn !== this.#turn) return;
      this.store.setState({ ended: null });
      this.#schedule();
    } catch (error) {
      this.#fail(turn, error);
    }
  }

  play(): void {
    const { playing, ended } = this.store.getState();
    if (playing) return;
    if (ended === "long") this.store.setState({ generation: 0 });
    this.#still = 0;
    this.#plays++;
    this.store.setState({ playing: true, ended: null });
    this.#schedule();
  }

  /** What is seen stays: a generation that is under way shows only with the next step. */
  pause(): void {
    this.#stopTimer();
    this.store.setState({ playing: false });
  }

  /** One generation more than is seen, while it is paused. */
  async step(): Promise<void> {
    const turn = this.#turn;
    try {
      await this.#advance(turn, 1);
    } catch (error) {
      this.#fail(turn, error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#turn++;
    this.#stopTimer();
    this.#universe?.dispose().catch(() => {});
    this.#universe = null;
  }

  #schedule(): void {
    this.#stopTimer();
    if (!this.store.getState().playing || !this.#universe || this.#closed) return;
    const [turn, plays] = [this.#turn, this.#plays];
    const isWanted = (): boolean =>
      turn === this.#turn && plays === this.#plays && this.store.getState().playing;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#page.hidden) {
        this.#page.addEventListener("visibilitychange", () => this.#schedule(), { once: true });
        return;
      }
      this.#advance(turn, 1, isWanted).then(
        () => (isWanted() ? this.#goOn() : undefined),
        (error) => this.#fail(turn, error),
      );
    }, PACE);
  }

  #goOn(): void {
    const { generation } = this.store.getState();
    if (this.#still >= STILL) this.#end("still");
    else if (generation > 0 && generation % LONGEST === 0) this.#end("long");
    else this.#schedule();
  }

  #end(ended: "still" | "long"): void {
    this.#stopTimer();
    this.store.setState({ playing: false, ended });
  }

  /** Leads to so many generations more than are seen, after the step under way, and shows them if they are still wanted then. */
  #advance(turn: number, generations: number, areWanted = () => true): Promise<void> {
    const advanced = this.#work.then(async () => {
      const universe = this.#universe;
      if (!universe || turn !== this.#turn) return;
      const target = this.#seen + BigInt(generations);
      if (universe.generation < target) await universe.step(target);
      if (areWanted()) await this.#look(turn, areWanted);
    });
    this.#work = advanced.catch(() => {});
    return advanced;
  }

  async #look(turn: number, isWanted: () => boolean): Promise<void> {
    const universe = this.#universe;
    if (!universe) return;
    const region = { x: 0n, y: 0n, w: BigInt(PREVIEW_WIDTH), h: BigInt(PREVIEW_HEIGHT) };
    const origin = { x: -BigInt(PREVIEW_WIDTH / 2), y: -BigInt(PREVIEW_HEIGHT / 2) };
    const block = await universe.readBlock({ ...region, ...origin });
    if (turn !== this.#turn || !isWanted()) return;
    this.#seen = universe.generation;
    const before = this.#last;
    const same = before?.every((word, at) => word === block.words[at]) ?? false;
    this.#still = same ? this.#still + 1 : 0;
    this.#last = block.words;
    this.store.setState({ generation: Number(universe.generation), population: blockPopulation(block) });
    this.#listener.onCells(block);
  }

  #fail(turn: number, error: unknown): void {
    if (turn !== this.#turn) return;
    this.pause();
    this.#listener.onError(error);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function previewUniverse(rule: Rule, start: Start, seed: number): CreateUniverse {
  return {
    rule,
    topology: torus(PREVIEW_WIDTH, PREVIEW_HEIGHT),
    mayMove: false,
    threads: 1,
    soup: startSoup(rule, start, seed, PREVIEW_WIDTH, PREVIEW_HEIGHT),
  };
}

/** A start as a soup: a single cell is a soup of one cell, and a patch is as much wider as the rule looks further. */
export function startSoup(
  rule: Rule,
  start: Start,
  seed: number,
  width: number,
  height: number,
): NonNullable<CreateUniverse["soup"]> {
  const states = soupStates(rule);
  const side = PATCH * rule.reach;
  switch (start) {
    case "soup":
      return { seed, density: 0.45, width, height, states };
    case "patch":
      return { seed, density: 0.5, width: Math.min(side, width), height: Math.min(side, height), states };
    case "cell":
      return { seed, density: 1, width: 1, height: 1 };
  }
}
