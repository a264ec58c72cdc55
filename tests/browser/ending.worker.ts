// A worker that answers until it is asked to end, which it does without a word.

import type { Verb } from "../../engine/worker/rpc.ts";
import { ownEndpoint, serve } from "../../engine/worker/rpc.ts";

export interface EndingProtocol {
  readonly hello: Verb<null, string>;
  readonly end: Verb<null, never>;
  /** Answers when it is cancelled. */
  readonly wait: Verb<null, string>;
}

serve<EndingProtocol>(
  {
    hello: () => "hello",
    end: () => {
      self.close();
      return new Promise<never>(() => {});
    },
    wait: (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve("cancelled"))),
  },
  ownEndpoint(),
);
