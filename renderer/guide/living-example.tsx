/** A small universe in the page: runs while it is visible, unless the person has stopped it or prefers reduced motion. */

import { Pause, Play } from "lucide-react";
import { use, useEffect, useMemo, useRef, useState } from "react";
import { describeError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import { paintColours } from "../../engine/picture/colours.ts";
import { THEMES } from "../../engine/picture/themes.ts";
import { formatUniverseRule } from "../../engine/rules/universe-rule.ts";
import { focusStage } from "../studio/focus.ts";
import { useStudio, useThemeName } from "../studio/hooks.ts";
import type { GuideExample } from "./example.ts";
import { comeAlive } from "./example.ts";
import { ExamplePlayer } from "./example-player.ts";
import { GuideContext } from "./guide-context.ts";
import { openPattern, patternName, patternText } from "./texts.ts";

export interface LivingExampleProps {
  readonly example: GuideExample;
  /** In CSS pixels; the height follows from the visible cells. */
  readonly width: number;
  readonly most: number;
  /** Its name in its buttons if it has no caption. */
  readonly name: string;
  readonly small?: boolean;
}

export function LivingExample({ example, width, most, name, small = false }: LivingExampleProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const figure = useRef<HTMLElement>(null);
  const [generation, setGeneration] = useState(0n);
  const [problem, setProblem] = useState<string | null>(null);
  const [playing, setPlaying] = useState(() => !wantsLittleMotion());
  const living = useMemo(() => comeAlive(example, patternText), [example]);
  const size = useMemo(() => sizeFor(living.view, width, most), [living, width, most]);
  const inView = useInView(figure);
  usePlayer({ canvas, living, example, size, inView, playing, setGeneration, setProblem });
  const title = example.source.kind === "pattern" ? patternName(example.source.id) : name;
  return (
    <figure ref={figure} className={small ? "example small" : "example"} data-playing={inView && playing}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={example.caption || title}
        style={{ width: size.width, height: size.height }}
      />
      <figcaption>
        <button
          type="button"
          className="icon-button quiet"
          aria-label={`${playing ? "Pause" : "Play"} ${title}`}
          onClick={() => setPlaying(!playing)}
        >
          {playing ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
        </button>
        {small ? null : <span className="caption">{example.caption}</span>}
        <span className="number generation" data-testid="example-generation">
          {grouped(generation)}
        </span>
        <OpenInTab example={example} title={title} />
      </figcaption>
      {problem ? <p className="problem">{problem}</p> : null}
    </figure>
  );
}

function OpenInTab({ example, title }: { readonly example: GuideExample; readonly title: string }) {
  const studio = useStudio();
  const guide = use(GuideContext);
  const open = async (): Promise<void> => {
    guide?.close();
    const { rule, topology, cells, soup } = comeAlive(example, patternText);
    if (soup) await studio.documents.create({ title, rule, topology, soup });
    else if (example.source.kind === "pattern" && example.rule === null)
      await openPattern(studio, example.source.id);
    else if (cells) {
      const text = formatUniverseRule({ rule, topology });
      await studio.files.openPattern(patternOf(cells, { rule: text, positioned: true }), title);
    }
    focusStage();
  };
  return (
    <button
      type="button"
      className="link"
      aria-label={`Open in a tab: ${title}`}
      onClick={() => void open().catch(studio.status.report)}
    >
      Open in a tab
    </button>
  );
}

function wantsLittleMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** As wide as the page allows, as high as the cells need, within bounds. */
function sizeFor(view: { readonly w: bigint; readonly h: bigint }, width: number, most: number) {
  const height = Math.round((width * Number(view.h)) / Number(view.w));
  return { width, height: Math.max(Math.round(most / 3), Math.min(most, height)) };
}

/** Whether any part of it is visible. */
function useInView(element: { readonly current: HTMLElement | null }): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    watch.observe(current);
    return () => watch.disconnect();
  }, [element]);
  return inView;
}

interface Played extends Pick<LivingExampleProps, "example"> {
  readonly canvas: { readonly current: HTMLCanvasElement | null };
  readonly living: ReturnType<typeof comeAlive>;
  readonly size: { readonly width: number; readonly height: number };
  readonly inView: boolean;
  readonly playing: boolean;
  readonly setGeneration: (generation: bigint) => void;
  readonly setProblem: (problem: string | null) => void;
}

/** The universe exists while the example is in view. */
function usePlayer(played: Played): void {
  const { canvas, living, example, size, inView, playing, setGeneration, setProblem } = played;
  const guide = use(GuideContext);
  const theme = useThemeName();
  const colours = useMemo(() => paintColours(THEMES.get(theme), living.rule), [theme, living]);
  const latest = useRef(colours);
  latest.current = colours;
  const player = useRef<ExamplePlayer | null>(null);
  const engine = guide?.engine;
  useEffect(() => {
    const element = canvas.current;
    if (!element || !engine || !inView) return;
    const made = new ExamplePlayer({
      living,
      example,
      engine: engine.get,
      canvas: element,
      size,
      ratio: Math.max(1, window.devicePixelRatio),
      colours: latest.current,
      onGeneration: setGeneration,
      onError: (error) => setProblem(describeError(error)),
    });
    player.current = made;
    return () => {
      player.current = null;
      made.end();
    };
  }, [canvas, living, example, engine, size, inView, setGeneration, setProblem]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new player is told as well.
  useEffect(() => {
    player.current?.play(playing);
  }, [playing, inView, living]);
  useEffect(() => {
    player.current?.recolour(colours);
  }, [colours]);
}
