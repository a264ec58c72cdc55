/**
 * The worker that draws, from its inside: it owns the stages' canvases, the GPU device and every universe on the GPU, for
 * all open documents. Universes on the CPU live in workers of their own; their cells come over channels that lead here.
 */

import type { TuningMemory } from "../../engine/algorithms/algorithm.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { GpuPreference } from "../../engine/gpu/device.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { CellPicture, PictureGate } from "../../engine/picture/drawing.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import { View } from "../../engine/worker/frame.ts";
import { toWireError } from "../../engine/worker/parcel.ts";
import type { UniverseHandle } from "../../engine/worker/protocol/universe.ts";
import type { Endpoint, Port } from "../../engine/worker/rpc.ts";
import { portOf } from "../../engine/worker/rpc.ts";
import type { EngineServer } from "../../engine/worker/universe-handlers.ts";
import { serve } from "../../engine/worker/universe-handlers.ts";
import { EngineClient } from "../universe/client.ts";
import type { RemoteView } from "../universe/remote-view.ts";
import type { CellSource, DrawnSource, ViewFrameSource } from "./stage-painter.ts";
import { StagePainter } from "./stage-painter.ts";
import type { AdapterChoice, StageReply, StageRequest } from "./stage-protocol.ts";

/** What the window sends beside what stages are about. */
export type ViewRequest =
  | StageRequest
  /** Universes on the GPU are asked for over this port (engine/worker/protocol/universe.ts). */
  | { readonly type: "engine"; readonly port: MessagePort }
  /** From the next universe on. */
  | { readonly type: "adapter"; readonly choice: AdapterChoice }
  /** Which kernels were the fastest in earlier sessions. */
  | { readonly type: "tuning"; readonly kernels: Readonly<Record<string, string>> };

/** What was found out about a GPU, for the next session. */
export interface TuningNews {
  readonly type: "tuned";
  readonly key: string;
  readonly kernel: string;
}

export interface ViewServerOptions {
  /** WebGPU's entry point; absent where there is none. */
  readonly gpu?: GPU;
}

export function serveView(port: Port, { gpu }: ViewServerOptions): void {
  const stages = new Map<number, StagePainter>();
  let choice: AdapterChoice = "automatic";
  let engine: EngineServer | null = null;
  const kernels = new Map<string, string>();
  const tuning: TuningMemory = {
    get: (key) => kernels.get(key),
    set: (key, kernel) => {
      kernels.set(key, kernel);
      port.send({ type: "tuned", key, kernel } satisfies TuningNews);
    },
  };

  const openGpu = async (wondering?: GpuPreference): Promise<GPU> => {
    if (choice === "never" && wondering === undefined) {
      throw new TessellaError("gpu-unavailable", "The preferences say never to use a GPU.", {
        hint: "Choose an adapter there, or another algorithm here.",
      });
    }
    if (!gpu) throw new TessellaError("gpu-unavailable", "This window has no WebGPU.");
    return gpu;
  };
  const sourceOf = (universe: UniverseHandle, way: MessagePort | null): CellSource => {
    if (way) return framesOver(way, universe);
    if (!engine) throw new Error("A universe of this worker is to be shown, which has none.");
    const draws = engine.universe(universe).drawing !== undefined;
    return draws ? drawnIn(engine, universe) : framesIn(engine, universe);
  };

  port.onMessage((message) => {
    const request = message as ViewRequest;
    switch (request.type) {
      case "engine": {
        const server = serve(portOf(request.port as unknown as Endpoint), {
          openGpu,
          gpuPreference: () => (choice === "never" ? "automatic" : choice),
          tuning,
        });
        // A worker that is ended takes its GPU memory along; one that only loses its window does not.
        request.port.addEventListener("close", () => void server.dispose());
        engine = server;
        break;
      }
      case "adapter":
        choice = request.choice;
        break;
      case "tuning":
        for (const [key, kernel] of Object.entries(request.kernels)) kernels.set(key, kernel);
        break;
      case "stage": {
        const { stage, cells, gpu: drawn } = request;
        const tell = (reply: StageReply): void => port.send(reply);
        stages.set(
          stage,
          new StagePainter(
            { cells, gpu: drawn },
            (news) => tell({ type: "news", stage, news }),
            (error) => tell({ type: "trouble", stage, error: toWireError(error) }),
          ),
        );
        break;
      }
      case "follow":
        stages.get(request.stage)?.follow(sourceOf(request.universe, request.port), request.turn);
        break;
      case "show":
        stages.get(request.stage)?.show(request.look, request.stale);
        break;
      case "image": {
        const { stage, id } = request;
        const send = (bytes: Uint8Array<ArrayBuffer> | null): void =>
          port.send({ type: "news", stage, news: { type: "image", id, bytes } }, bytes ? [bytes.buffer] : []);
        const made = stages.get(stage)?.image() ?? Promise.resolve(null);
        made.then(send, (error) => {
          port.send({ type: "trouble", stage, error: toWireError(error) });
          send(null);
        });
        break;
      }
      case "close":
        stages.get(request.stage)?.close();
        stages.delete(request.stage);
        break;
    }
  });
}

function drawnIn(engine: EngineServer, handle: UniverseHandle): DrawnSource {
  return {
    kind: "drawn",
    frames: framesIn(engine, handle),
    get generation() {
      return engine.universe(handle).generation;
    },
    draw: async (context: GPUCanvasContext, picture: CellPicture, gate?: PictureGate) => {
      const { drawing, algorithm } = engine.universe(handle);
      if (!drawing) throw new Error(`A universe of "${algorithm}" is not drawn where it is.`);
      return drawing.draw(context, picture, gate);
    },
    close: () => {},
  };
}

/** A universe of this worker that does not draw its cells itself: they are asked for. */
function framesIn(engine: EngineServer, handle: UniverseHandle): ViewFrameSource {
  return {
    kind: "frames",
    frame: async (camera: Camera, size: ViewSize): Promise<ViewFrame> => {
      const view = new View({ universe: handle, camera, ...size });
      return (await view.frame(engine.universe(handle))).value;
    },
    close: () => {},
  };
}

/** A view in another worker, opened at the first frame. */
function framesOver(way: MessagePort, handle: UniverseHandle): ViewFrameSource {
  const client = new EngineClient(portOf(way as unknown as Endpoint));
  let opened: { readonly view: RemoteView; size: ViewSize } | null = null;
  return {
    kind: "frames",
    frame: async (camera: Camera, size: ViewSize): Promise<ViewFrame> => {
      if (!opened) {
        opened = { view: await client.openView({ handle }, camera, size), size };
        return opened.view.frame();
      }
      const { view } = opened;
      // Messages keep their order, so the frame is of this camera and size.
      const aimed = [view.setCamera(camera)];
      if (opened.size.width !== size.width || opened.size.height !== size.height) {
        opened.size = size;
        aimed.push(view.resize(size));
      }
      const [frame] = await Promise.all([view.frame(), ...aimed]);
      return frame;
    },
    close: () => {
      const shut = (): void => client.close();
      if (opened) opened.view.close().then(shut, shut);
      else shut();
    },
  };
}
