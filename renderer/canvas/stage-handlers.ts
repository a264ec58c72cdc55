/** The stages' canvases, in the worker that draws. Cells of universes on the CPU come from their own workers. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { CellPicture, PictureGate } from "../../engine/picture/drawing.ts";
import { Connection } from "../../engine/worker/connection.ts";
import { frameOf } from "../../engine/worker/frame.ts";
import { Parcel } from "../../engine/worker/parcel.ts";
import type { UniverseHandle, UniverseProtocol } from "../../engine/worker/protocol/universe.ts";
import type { Handlers } from "../../engine/worker/rpc.ts";
import type { Universes } from "../../engine/worker/universe-handlers.ts";
import type { CellSource, DrawnSource, ViewFrameSource } from "./stage-painter.ts";
import { StagePainter } from "./stage-painter.ts";
import type { StageProtocol } from "./stage-protocol.ts";

/** `universes`: those of this worker, which are on the GPU. */
export function stageHandlers(universes: Universes): Handlers<StageProtocol> {
  const stages = new Map<number, StagePainter>();
  const sourceOf = (universe: UniverseHandle, port: MessagePort | null): CellSource => {
    if (port) return framesOver(port, universe);
    const draws = universes.universe(universe).drawing !== undefined;
    return draws ? drawnIn(universes, universe) : framesIn(universes, universe);
  };
  return {
    openStage: ({ stage, ...canvases }, { signal, report }) => {
      const painter = new StagePainter(canvases, report);
      stages.set(stage, painter);
      return new Promise((closed) => {
        signal.addEventListener("abort", () => {
          stages.delete(stage);
          painter.close();
          closed();
        });
      });
    },
    follow: ({ stage, universe, port, turn }) => stages.get(stage)?.follow(sourceOf(universe, port), turn),
    show: ({ stage, look, stale }) => stages.get(stage)?.show(look, stale),
    icons: ({ stage, icons }) => stages.get(stage)?.setIcons(icons),
    image: async ({ stage }) => {
      const bytes = (await stages.get(stage)?.image()) ?? null;
      return new Parcel(bytes, bytes ? [bytes.buffer] : []);
    },
  };
}

function drawnIn(universes: Universes, handle: UniverseHandle): DrawnSource {
  return {
    kind: "drawn",
    frames: framesIn(universes, handle),
    get generation() {
      return universes.universe(handle).generation;
    },
    draw: async (context: GPUCanvasContext, picture: CellPicture, gate?: PictureGate) => {
      const { drawing, algorithm } = universes.universe(handle);
      if (!drawing)
        throw new TessellaError(
          "unsupported-operation",
          `A universe of "${algorithm}" is not drawn where it is.`,
        );
      return drawing.draw(context, picture, gate);
    },
    close: () => {},
  };
}

/** A universe of this worker that does not draw its cells itself: the painter asks for them. */
function framesIn(universes: Universes, handle: UniverseHandle): ViewFrameSource {
  return {
    kind: "frames",
    frame: async (camera, size) => frameOf(universes.universe(handle), { camera, size }),
    close: () => {},
  };
}

/** A universe of another worker. */
function framesOver(port: MessagePort, universe: UniverseHandle): ViewFrameSource {
  const connection = new Connection<UniverseProtocol>(port);
  return {
    kind: "frames",
    frame: (camera, size) => connection.call.frame({ universe, camera, size }),
    close: () => connection.close(),
  };
}
