import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { THEMES } from "../../../engine/picture/themes.ts";
import type { StageProps } from "./stage-model.ts";
import { StageSurface } from "./stage-surface.ts";

/** Shows a universe and passes its events to the tools. Fills the positioned element around it. */
export function Stage(props: StageProps) {
  const { model, name, look, theme, onContextMenu } = props;
  const host = useRef<HTMLDivElement>(null);
  const spoken = useRef<HTMLSpanElement>(null);
  const surface = useRef<StageSurface | null>(null);
  // The surface outlives renders; it calls the latest props.
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
    latest.current.onCamera?.(() => made.image());
    return () => {
      latest.current.onCamera?.(null);
      surface.current = null;
      made.dispose();
    };
  }, []);

  useEffect(() => {
    surface.current?.setModel(model);
  }, [model]);
  useEffect(() => {
    surface.current?.setLook(look);
  }, [look]);
  useEffect(() => {
    surface.current?.setTheme(theme);
  }, [theme]);

  const help = useId();
  return (
    <div
      ref={host}
      className="stage"
      // The overlay uses the tokens of the matching theme.
      data-theme={THEMES.get(theme).shade}
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
        {props.help}
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
