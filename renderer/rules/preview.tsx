/** A rule at work on a small torus. */

import { Pause, Play, RefreshCw, StepForward } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Block } from "../../engine/core/block.ts";
import { createBlock } from "../../engine/core/block.ts";
import { grouped } from "../../engine/core/integers.ts";
import { torus } from "../../engine/core/topology.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { ViewSize } from "../../engine/picture/camera.ts";
import { paintColours } from "../../engine/picture/colours.ts";
import { createPicture } from "../../engine/picture/painter.ts";
import { THEMES } from "../../engine/picture/themes.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { GuardedCanvas } from "../canvas/guarded-canvas.ts";
import { useCellTheme, useShell } from "../studio/hooks.ts";
import { IconButton } from "../ui/button.tsx";
import { Segmented } from "../ui/fields.tsx";
import { paintPreview } from "./preview-paint.ts";
import type { PreviewState, Start } from "./preview-run.ts";
import { NOT_BEGUN, PREVIEW_HEIGHT, PREVIEW_WIDTH, PreviewRun } from "./preview-run.ts";
import type { RuleLab } from "./rule-lab.ts";

const START_NAMES = [
  { id: "soup", label: "Soup" },
  { id: "patch", label: "Small soup" },
  { id: "cell", label: "One cell" },
] as const;

/** With reduced motion nothing moves by itself; the preview then shows a later state. */
const AHEAD: Readonly<Record<Start, number>> = { soup: 60, patch: 40, cell: 21 };
const REST_MILLISECONDS = 120;
/** What is seen until a rule's first cells are there. */
const NO_CELLS = createBlock(
  -BigInt(PREVIEW_WIDTH / 2),
  -BigInt(PREVIEW_HEIGHT / 2),
  PREVIEW_WIDTH,
  PREVIEW_HEIGHT,
);

export interface PreviewProps {
  readonly lab: RuleLab | null;
  readonly rule: Rule;
  readonly start: Start;
  readonly seed: number;
  readonly onStart: (start: Start) => void;
  readonly onSeed: () => void;
}

export function Preview({ lab, rule, start, seed, onStart, onSeed }: PreviewProps) {
  const { picture, show, held } = usePicture(rule);
  const [state, setState] = useState(NOT_BEGUN);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useRef<PreviewRun | null>(null);
  const text = rule.text;
  const showing = useRef(show);
  useLayoutEffect(() => {
    showing.current = show;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another rule has done is no picture of this one.
  useEffect(() => {
    showing.current(NO_CELLS);
    setState(NOT_BEGUN);
    setProblem(null);
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all about the rule.
  useEffect(() => {
    if (!lab) return;
    let made: PreviewRun | null = null;
    const timer = setTimeout(() => {
      made = new PreviewRun(lab.preview, rule, start, {
        onCells: (block) => showing.current(block),
        onError: (error) => setProblem(error instanceof Error ? error.message : String(error)),
      });
      made.store.subscribe(setState);
      run.current = made;
      setProblem(null);
      const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!still) made.play();
      void made.begin(seed, still ? AHEAD[start] : 0);
    }, REST_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      made?.close();
      run.current = null;
    };
  }, [lab, text, start, seed]);
  const { playing, generation, population, ended } = state;
  return (
    <div className="rule-preview">
      <canvas ref={picture} role="img" aria-label={`${text} at work on a small torus`} />
      <div className="rule-preview-bar">
        <IconButton
          label={playing ? "Pause the preview" : "Play the preview"}
          onPress={() => (playing ? run.current?.pause() : run.current?.play())}
        >
          {playing ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </IconButton>
        <IconButton label="One generation" disabled={playing} onPress={() => void run.current?.step()}>
          <StepForward size={15} aria-hidden />
        </IconButton>
        <IconButton label="Another start" tip="Another start, by chance" onPress={onSeed}>
          <RefreshCw size={15} aria-hidden />
        </IconButton>
        <span className="grow" />
        <Segmented
          label="The preview begins with"
          value={start}
          options={START_NAMES}
          onChange={(id) => onStart(id as Start)}
        />
      </div>
      <p className="number dim rule-preview-count" data-testid="preview-generation">
        {problem ?? `Generation ${grouped(generation)}, ${grouped(population)} alive${endWords(ended, held)}`}
      </p>
    </div>
  );
}

function endWords(ended: PreviewState["ended"], held: boolean): string {
  if (held) return ", held back: it flashes";
  if (ended === "still") return ", stands still";
  return ended === "long" ? ", paused after a while" : "";
}

/** A canvas that shows blocks in the theme's colours, and holds back those that flash too often. */
function usePicture(rule: Rule) {
  const picture = useRef<HTMLCanvasElement>(null);
  const flashLimit = useShell((state) => state.preferences.flashLimit);
  const theme = useCellTheme();
  const [size, setSize] = useState<ViewSize | null>(null);
  const [held, setHeld] = useState(false);
  const last = useRef<Block | null>(null);
  const [guarded] = useState(() => new GuardedCanvas(setHeld));

  const show = (block: Block): void => {
    last.current = block;
    const canvas = picture.current;
    if (!canvas || !size) return;
    const image = createPicture(size.width, size.height);
    const look = {
      colours: paintColours(THEMES.get(theme), rule),
      ratio: Math.max(1, devicePixelRatio),
    };
    paintPreview(image, block, gridKindOf(rule, torus(block.w, block.h)), size.width / PREVIEW_WIDTH, look);
    guarded.show(canvas, image, flashLimit);
  };
  useEffect(() => {
    const canvas = picture.current;
    if (!canvas) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width } = (entry as ResizeObserverEntry).contentRect;
      const pixels = Math.round(width * Math.max(1, devicePixelRatio));
      if (pixels > 0)
        setSize({ width: pixels, height: Math.round((pixels * PREVIEW_HEIGHT) / PREVIEW_WIDTH) });
    });
    watch.observe(canvas);
    return () => {
      watch.disconnect();
      guarded.close();
    };
  }, [guarded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size and another theme want the same cells anew.
  useEffect(() => {
    if (last.current) show(last.current);
  }, [size, theme, flashLimit]);
  return { picture, show, held };
}
