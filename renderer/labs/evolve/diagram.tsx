/** The diagram's canvas, and the frames that move it while it is on the screen. */

import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { diagramPicture } from "../../../engine/rings/diagram-picture.ts";
import { GuardedCanvas } from "../../canvas/guarded-canvas.ts";
import { useCellTheme, useShell } from "../../studio/hooks.ts";
import type { DiagramLayout } from "./diagram-layout.ts";
import { diagramLayout } from "./diagram-layout.ts";
import type { RingViewer } from "./ring-viewer.ts";

/** `name`: of what is shown, for people who do not see it. */
export function Diagram({ viewer, name }: { readonly viewer: RingViewer; readonly name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cells = useStore(viewer.store, ({ shown }) => shown.ring.cells);
  const playing = useStore(viewer.store, (state) => state.playing);
  const flashLimit = useShell((state) => state.preferences.flashLimit);
  const theme = useCellTheme();
  const [layout, setLayout] = useState<DiagramLayout | null>(null);
  const [held, setHeld] = useState(false);
  const [guarded] = useState(() => new GuardedCanvas(setHeld));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = (entry as ResizeObserverEntry).contentRect;
      if (width > 0 && height > 0)
        setLayout(diagramLayout(cells, { width, height }, Math.max(1, devicePixelRatio)));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [cells]);
  useEffect(() => {
    if (!layout) return;
    viewer.setRoom(layout.rows);
    const show = (): void => {
      const { block } = viewer.picture.getState();
      if (!canvas.current || !block) return;
      guarded.show(canvas.current, diagramPicture(block, layout.rows, theme), flashLimit);
    };
    show();
    const end = viewer.picture.subscribe(show);
    return () => {
      end();
      guarded.close();
    };
  }, [viewer, layout, theme, flashLimit, guarded]);
  useEffect(() => {
    if (!playing) return;
    const stills = window.matchMedia("(prefers-reduced-motion: reduce)");
    let frame = requestAnimationFrame(function next(now) {
      viewer.frame(now, stills.matches);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [viewer, playing]);
  return (
    <div ref={place} className="ring-diagram">
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        data-crisp={layout && layout.side >= 1 ? true : undefined}
        style={layout ? { width: layout.width, height: layout.height } : undefined}
      />
      {held ? <p className="ring-held">Held back: it flashes</p> : null}
    </div>
  );
}
