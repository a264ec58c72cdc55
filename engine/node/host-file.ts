/** Host files as Open MPI reads them: a host a line, with its slots (`node1 slots=4`); # begins a comment. */

import { readFile } from "node:fs/promises";
import { TessellaError } from "../core/errors.ts";
import { readFailure } from "./file-failures.ts";

/** A name or an address; a colon alone would be how `mpirun --host` has slots. */
const HOST = /^(?:[\w.-]+@)?(?:[a-z0-9](?:[\w.-]*[a-z0-9])?|[0-9a-f]*(?::[0-9a-f]*){2,7})$/i;
const AMOUNT = /^(slots|max[-_]slots)=(\d+)$/i;

/** The slots of all hosts together; Infinity where a line leaves them to Open MPI. Errors: `io`, `syntax`. */
export async function slotsOfHostFile(path: string): Promise<number> {
  const text = await readFile(path, "utf8").catch((cause) => {
    throw readFailure(path, cause);
  });
  return slotsOfHosts(text, path);
}

/** `path`: for sentences. Errors: `syntax`. */
export function slotsOfHosts(text: string, path: string): number {
  let slots = 0;
  let hosts = 0;
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/#.*/, "").trim();
    if (line === "") continue;
    const [host, ...amounts] = line.replace(/\s*=\s*/g, "=").split(/\s+/);
    if (!HOST.test(host) || !amounts.every((word) => AMOUNT.test(word)))
      throw hostFailure(`"${path}" names no host in line ${index + 1}: ${line}`, index + 1);
    hosts++;
    const own = amounts
      .map((word) => AMOUNT.exec(word))
      .find((match) => match?.[1].toLowerCase() === "slots");
    slots += own ? Number(own[2]) : Number.POSITIVE_INFINITY;
  }
  if (hosts === 0) throw hostFailure(`"${path}" names no host.`);
  return slots;
}

function hostFailure(message: string, line?: number): TessellaError {
  const hint = 'A line is a host and how many ranks it takes: "node1 slots=4".';
  const cause = line === undefined ? undefined : new TessellaError("syntax", message, { line });
  return new TessellaError("syntax", message.replace(/\.?$/, "."), { hint, cause });
}
