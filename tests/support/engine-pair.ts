import { portOf } from "../../engine/worker/rpc.ts";
import type { ServerOptions } from "../../engine/worker/universe-handlers.ts";
import { serve } from "../../engine/worker/universe-handlers.ts";
import { EngineClient } from "../../renderer/universe/client.ts";

export interface EnginePair {
  readonly client: EngineClient;
  readonly close: () => Promise<void>;
}

/** A client and a server at the two ends of a message channel: everything is cloned or handed over, as with a worker. */
export function enginePair(options?: ServerOptions): EnginePair {
  const { port1, port2 } = new MessageChannel();
  const server = serve(portOf(port2), options);
  const client = new EngineClient(portOf(port1));
  return {
    client,
    close: async () => {
      await server.dispose();
      client.close();
      port2.close();
    },
  };
}
