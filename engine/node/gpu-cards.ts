/**
 * A GPU for each rank of a machine. WebGPU names no card, and every process gets the first one; so a rank that is to have another one
 * must not see the first. It is started in a mount namespace of its own (`unshare --mount`), where it lays the null device over the
 * device files of all cards but one, before it opens any. Schedulers that give each task a card of its own have done that already.
 */

import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { TessellaError } from "../core/errors.ts";

const NULL_DEVICE = "/dev/null";
const ASK =
  "Ask the system for one GPU a task (Slurm: srun --gpus-per-task=1), or let the ranks of a machine share one: --gpus shared.";

/** Device files of GPUs in lists of a folder's files: NVIDIA's own where they are, else the kernel's. */
const KINDS = [
  ["/dev", /^nvidia\d+$/],
  ["/dev/dri", /^renderD\d+$/],
] as const;

/** The device files of the cards that this process may use, in the order of their numbers. */
export function gpuCards(): readonly string[] {
  for (const [folder, pattern] of KINDS) {
    const cards = filesOf(folder)
      .filter((name) => pattern.test(name))
      .sort((a, b) => Number(a.replace(/\D/g, "")) - Number(b.replace(/\D/g, "")))
      .map((name) => join(folder, name))
      .filter(isUsable);
    if (cards.length > 0) return cards;
  }
  return [];
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether it can be opened, and is not the null device: a scheduler hides cards by either way. */
function isUsable(path: string): boolean {
  try {
    closeSync(openSync(path, "r+"));
    return statSync(path).rdev !== statSync(NULL_DEVICE).rdev;
  } catch {
    return false;
  }
}

/**
 * The words before a program that start it in a mount namespace of its own; a person who is not root needs a user namespace as well.
 * Errors: `gpu-unavailable` where the system allows neither.
 */
export function namespaceWords(isRoot = process.getuid?.() === 0): readonly string[] {
  const words = ["unshare", "--mount", ...(isRoot ? [] : ["--map-root-user"])];
  const [program, ...args] = words;
  const trial = spawnSync(program, [...args, "mount", "--bind", NULL_DEVICE, NULL_DEVICE], {
    encoding: "utf8",
  });
  if (trial.status !== 0) throw cannotHide(trial.error?.message ?? trial.stderr.trim());
  return words;
}

/**
 * Leaves this process, which is in a namespace of its own, the card of its rank on this machine; the card's device file. Errors:
 * `gpu-unavailable`.
 */
export function keepOneCard(localRank: number, cards = gpuCards()): string {
  const own = cards[localRank];
  if (own === undefined)
    throw new TessellaError(
      "gpu-unavailable",
      `This machine has ${cards.length === 1 ? "one GPU" : `${cards.length} GPUs`} for ${localRank + 1} ranks and more.`,
      { hint: "Start fewer ranks here, or let them share: --gpus shared." },
    );
  for (const card of cards) {
    if (card === own) continue;
    const { status, error, stderr } = spawnSync("mount", ["--bind", NULL_DEVICE, card], { encoding: "utf8" });
    if (status !== 0) throw cannotHide(error?.message ?? stderr.trim());
  }
  return own;
}

/** `why`: the system's words. */
export function cannotHide(why: string): TessellaError {
  return new TessellaError("gpu-unavailable", `A rank cannot be given a GPU of its own here (${why}).`, {
    hint: ASK,
  });
}
