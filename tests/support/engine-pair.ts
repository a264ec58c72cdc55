import { ANALYSIS } from "../../engine/worker/analysis-handlers.ts";
import { Connection } from "../../engine/worker/connection.ts";
import type { AnalysisProtocol } from "../../engine/worker/protocol/analysis.ts";
import type { Handlers } from "../../engine/worker/rpc.ts";
import { serve } from "../../engine/worker/rpc.ts";
import type { UniversesOptions } from "../../engine/worker/universe-handlers.ts";
import { holdUniverses } from "../../engine/worker/universe-handlers.ts";
import type { EngineClient } from "../../renderer/universe/client.ts";
import { engineAt } from "../../renderer/universe/client.ts";

export interface EnginePair {
  readonly client: EngineClient;
  /** The client's end of the channel. */
  readonly port: MessagePort;
  readonly close: () => Promise<void>;
}

/** A client and a server at the two ends of a message channel: everything is cloned or handed over, as with a worker. */
export function enginePair(options?: UniversesOptions): EnginePair {
  const { port1, port2 } = new MessageChannel();
  const universes = holdUniverses(options);
  const server = serve(universes.handlers, port2);
  const client = engineAt(port1);
  return {
    client,
    port: port1,
    close: async () => {
      const answered = server.close();
      await universes.dispose();
      await answered;
      client.close();
      port2.close();
    },
  };
}

export interface ServedPair<P> {
  readonly connection: Connection<P>;
  readonly close: () => Promise<void>;
}

/** Any handlers and a connection to them, over a channel. */
export function servedPair<P>(handlers: Handlers<P>): ServedPair<P> {
  const { port1, port2 } = new MessageChannel();
  const server = serve(handlers, port2);
  const connection = new Connection<P>(port1);
  return {
    connection,
    close: async () => {
      connection.close();
      await server.close();
      port2.close();
    },
  };
}

export function analysisPair(): ServedPair<AnalysisProtocol> {
  return servedPair(ANALYSIS);
}
