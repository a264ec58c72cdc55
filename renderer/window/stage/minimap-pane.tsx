import type { PointerEvent } from "react";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ViewSize } from "../../../engine/picture/camera.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { lookFromMap, viewOnMap } from "../../canvas/minimap.ts";
import type { StudioDocument } from "../../document/document.ts";
import type { MapState } from "../../document/minimap-watch.ts";
import { MinimapWatch } from "../../document/minimap-watch.ts";
import { useCellTheme, useStudio, useView } from "../../studio/hooks.ts";
import "./minimap-pane.css";

/** In CSS pixels; smaller in a small window. */
const LARGE: ViewSize = { width: 168, height: 105 };
const SMALL: ViewSize = { width: 120, height: 75 };
const SMALL_WINDOW = "(max-width: 1100px), (max-height: 700px)";

/** The whole pattern in a corner of the stage, while the view shows only a part of it. */
export function Minimap({ document }: { readonly document: StudioDocument }) {
  const size = useMapSize();
  const map = useMap(document, size);
  return map ? <MapOf document={document} map={map} size={size} /> : null;
}

function useMapSize(): ViewSize {
  const query = useMemo(() => matchMedia(SMALL_WINDOW), []);
  const small = useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
  return small ? SMALL : LARGE;
}

function devicePixels({ width, height }: ViewSize): ViewSize {
  const ratio = Math.max(1, devicePixelRatio);
  return { width: Math.round(width * ratio), height: Math.round(height * ratio) };
}

function useMap(document: StudioDocument, size: ViewSize): MapState | null {
  const [map, setMap] = useState<MapState | null>(null);
  useEffect(() => {
    const watch = new MinimapWatch(document, devicePixels(size), document.report);
    const off = watch.store.subscribe(setMap);
    return () => {
      off();
      watch.end();
      setMap(null);
    };
  }, [document, size]);
  return map;
}

function MapOf({
  document,
  map,
  size,
}: {
  readonly document: StudioDocument;
  readonly map: MapState;
  readonly size: ViewSize;
}) {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useCellTheme();
  const { camera, size: viewSize } = useView(document);
  const { kind } = document.view;
  const { topology, rule } = document.universe.present;
  const device = map.size;
  const frame = viewOnMap(map.camera, device, { camera, size: viewSize, kind });
  const scale = size.width / device.width;

  useEffect(() => {
    const context = canvas.current?.getContext("2d", { alpha: false });
    if (!context) return;
    const picture = createPicture(context.canvas.width, context.canvas.height);
    const colours = paintColours(THEMES.get(theme), rule);
    const look = { gridLines: false, boldEvery: 0, ratio: 1 };
    paint(picture, { ...look, ...map, kind, topology, colours });
    const bytes = new Uint8ClampedArray(picture.pixels.buffer as ArrayBuffer);
    context.putImageData(new ImageData(bytes, picture.width), 0, 0);
  }, [map, theme, kind, topology, rule]);

  const look = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const point = { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
    document.view.setCamera(lookFromMap(map.camera, device, point, document.view));
  };
  return (
    <div
      className="minimap"
      data-theme={THEMES.get(theme).shade}
      role="img"
      aria-label={`Minimap: ${studio.commands.keymap.shown("view.fit") ?? "Fit"} shows all of the pattern`}
      style={size}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) look(event);
      }}
    >
      <canvas ref={canvas} width={device.width} height={device.height} aria-hidden />
      <i
        style={{
          left: frame.x * scale,
          top: frame.y * scale,
          width: frame.width * scale,
          height: frame.height * scale,
        }}
      />
    </div>
  );
}
