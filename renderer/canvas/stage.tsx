import { useEffect, useId, useLayoutEffect, useRef } from "react";
import type { StageProps } from "./stage-model.ts";
import { StageSurface } from "./stage-surface.ts";

/** Shows a universe and feeds what happens on it to the tools. Fills the positioned element around it. */
export function Stage(props: StageProps) {
  const { model, name, gridLines, flashLimit = true, theme, onContextMenu } = props;
  const host = useRef<HTMLDivElement>(null);
  const spoken = useRef<HTMLSpanElement>(null);
  const surface = useRef<StageSurface | null>(null);
  // The surface outlives renders; it calls what was given last.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = new StageSurface(element, latest.current.screen, {
      onReady: () => latest.current.onReady?.(),
      onError: (error) => latest.current.onError?.(error),
      onFlashLimited: (limited) => latest.current.onFlashLimited?.(limited),
      onSpeak: (text) => {
        if (spoken.current) spoken.current.textContent = text;
      },
    });
    surface.current = made;
    return () => {
      surface.current = null;
      made.dispose();
    };
  }, []);

  useEffect(() => surface.current?.setModel(model), [model]);
  useEffect(() => surface.current?.setGridLines(gridLines), [gridLines]);
  useEffect(() => surface.current?.setFlashLimit(flashLimit), [flashLimit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's name stands for the tokens that are read.
  useEffect(() => surface.current?.readTheme(), [theme]);

  const help = useId();
  return (
    <div
      ref={host}
      className="stage"
      role="application"
      aria-label={name}
      aria-describedby={help}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is where the universe is edited by keyboard.
      tabIndex={0}
      style={{ position: "absolute", inset: 0, overflow: "hidden", touchAction: "none", userSelect: "none" }}
      onContextMenu={(event) => {
        const place = onContextMenu && surface.current?.menuPlace(event.nativeEvent);
        if (!place) return;
        event.preventDefault();
        onContextMenu(place);
      }}
    >
      <span id={help} className="visually-hidden" style={HIDDEN}>
        Cells are drawn with the pointer. Alt and the arrow keys move from cell to cell, Alt and Enter use the
        tool.
      </span>
      <span ref={spoken} className="visually-hidden" style={HIDDEN} aria-live="polite" />
    </div>
  );
}

const HIDDEN = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;
