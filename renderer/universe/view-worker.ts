/** The worker that draws, as the window sees it: stages to open, and an engine for universes on the GPU. */

import { fromWireError } from "../../engine/worker/parcel.ts";
import type { Endpoint, Port } from "../../engine/worker/rpc.ts";
import { portOf } from "../../engine/worker/rpc.ts";
import type { Screen, StageLine } from "../canvas/stage-client.ts";
import type { TuningNews, ViewRequest } from "../canvas/stage-handlers.ts";
import type { AdapterChoice, StageNews, StageReply } from "../canvas/stage-protocol.ts";
import { EngineClient } from "./client.ts";

/** The address is written out because bundlers look for exactly this. */
export function startViewWorker(): Endpoint {
  return new Worker(new URL("../canvas/view.worker.ts", import.meta.url), { type: "module" });
}

let started = 0;

export class ViewWorker implements Screen {
  /** Tells one from the next. */
  readonly id = ++started;
  /** Holds universes on the GPU, drawn where they are. */
  readonly engine: EngineClient;
  /** Which kernel turned out to be the fastest. */
  onTuned: ((news: TuningNews) => void) | null = null;
  readonly #port: Port;
  readonly #stages = new Map<number, (reply: StageReply) => void>();
  readonly #failed: Promise<string>;
  #count = 0;
  #closed = false;

  constructor(endpoint: Endpoint) {
    this.#port = portOf(endpoint);
    this.#port.onMessage((message) => {
      const reply = message as StageReply | TuningNews;
      if (reply.type === "tuned") this.onTuned?.(reply);
      else this.#stages.get(reply.stage)?.(reply);
    });
    const { port1, port2 } = new MessageChannel();
    const enginePort = portOf(port1 as unknown as Endpoint);
    this.engine = new EngineClient(enginePort, { drawn: true });
    this.#send({ type: "engine", port: port2 }, [port2]);
    this.#failed = new Promise((resolve) => {
      const fail = (sentence: string): void => {
        const told = sentence.replace("The engine's worker", "The worker that draws").replace(/\.?$/, ".");
        if (!this.#closed) resolve(told);
      };
      this.#port.onFailure(fail);
      enginePort.onFailure(fail);
    });
  }

  /** Resolves, with how, when the worker is not there any more. */
  get failed(): Promise<string> {
    return this.#failed;
  }

  setAdapter(choice: AdapterChoice): void {
    this.#send({ type: "adapter", choice });
  }

  setTuning(kernels: Readonly<Record<string, string>>): void {
    this.#send({ type: "tuning", kernels });
  }

  openStage(
    cells: HTMLCanvasElement,
    gpu: HTMLCanvasElement,
    onNews: (news: StageNews) => void,
    onTrouble: (error: Error) => void,
  ): StageLine {
    const id = ++this.#count;
    this.#stages.set(id, (reply) =>
      reply.type === "news" ? onNews(reply.news) : onTrouble(fromWireError(reply.error)),
    );
    const canvases = {
      cells: cells.transferControlToOffscreen(),
      gpu: gpu.transferControlToOffscreen(),
    };
    this.#send({ type: "stage", stage: id, ...canvases }, [canvases.cells, canvases.gpu]);
    return {
      id,
      send: (request, transfer) => {
        if (request.type === "close") this.#stages.delete(id);
        this.#send(request, transfer);
      },
    };
  }

  /** After a failure: what is left of it goes, and its universes are told to be lost. */
  breakDown(sentence: string): void {
    this.#closed = true;
    this.engine.fail(sentence);
    this.#port.close();
  }

  close(): void {
    this.#closed = true;
    this.engine.close();
    this.#port.close();
  }

  #send(request: ViewRequest, transfer: readonly Transferable[] = []): void {
    this.#port.send(request, transfer);
  }
}
