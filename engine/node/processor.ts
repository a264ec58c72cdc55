import { cpus } from "node:os";

/** The processor's name, as the system tells it. */
export function processorName(): string {
  return cpus()[0]?.model ?? "CPU";
}
