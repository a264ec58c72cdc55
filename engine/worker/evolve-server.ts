/** The worker of the lab that shows and breeds rules of rings. */

import { outsideDomains } from "../rings/domains.ts";
import { firstFailing, outcomeOf } from "../rings/outcome.ts";
import { ringWords } from "../rings/ring.ts";
import { createStepper } from "../rings/stepper.ts";
import { handOver } from "./parcel.ts";
import type { EvolveProtocol, Rows, RowsRequest } from "./protocol/evolve.ts";
import type { Handlers } from "./rpc.ts";

export function evolveHandlers(): Handlers<EvolveProtocol> {
  return {
    rows: (request) => handOver(rowsAfter(request)),
    outcome: ({ ring, start, steps }) => outcomeOf(ring, start, steps),
    firstFailing: ({ ring, ...search }, { signal, report }) =>
      firstFailing(ring, search, { signal, onProgress: report }),
  };
}

function rowsAfter({ ring, from, count }: RowsRequest): Rows {
  const { cells, boundary } = ring;
  const words = ringWords(cells);
  const stepper = createStepper(ring);
  const states = new Uint32Array(count * words);
  let before = from;
  for (let at = 0; at < states.length; at += words) {
    const row = states.subarray(at, at + words);
    stepper.step(before, row);
    before = row;
  }
  return { states, particles: outsideDomains(states, cells, boundary) };
}
