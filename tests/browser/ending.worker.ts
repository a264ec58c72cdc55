// A worker that answers until it is asked to end, which it does without a word.

import type { Verb } from "../../engine/worker/rpc.ts";
import { ownEndpoint, serve } from "../../engine/worker/rpc.ts";

export interface EndingProtocol {
  readonly hello: Verb<null, string>;
  readonly end: Verb<null, never>;
}

serve<EndingProtocol>(
  {
    hello: () => "hello",
    end: () => {
      self.close();
      return new Promise<never>(() => {});
    },
  },
  ownEndpoint(),
);
