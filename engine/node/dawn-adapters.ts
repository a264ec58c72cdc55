/**
 * The GPUs that Dawn sees, by name. WebGPU itself hands out one adapter and lists none, so this leans on a habit of the
 * `webgpu` package: asked for an adapter that does not exist, it refuses and names all that are there. Each of them is
 * then opened once, because drivers and Dawn call the same GPU by different names and people may have seen either.
 */

import { TessellaError } from "../core/errors.ts";
import { nameAdapter } from "../gpu/device.ts";

export interface DawnAdapter {
  /** Dawn's name: the value of its switch `adapter=`. */
  readonly name: string;
  /** Tessella's name elsewhere (`nameAdapter`). */
  readonly shown: string;
}

/** No driver gives a GPU this name. */
const NOBODY = "no adapter has this name";

/** Every adapter once, in Dawn's order. Two GPUs of one make cannot be told apart and count as one. */
export async function listDawnAdapters(dawn: Pick<DawnPackage, "create">): Promise<readonly DawnAdapter[]> {
  const names = adapterNamesIn(await refusalOf(dawn));
  const found: DawnAdapter[] = [];
  for (const name of names) {
    const adapter = await dawn.create([switchFor(name)]).requestAdapter();
    if (adapter) found.push({ name, shown: nameAdapter(adapter.info) });
  }
  return found;
}

/** Dawn's switch for an adapter of that name. */
export function switchFor(name: string): string {
  return `adapter=${name}`;
}

async function refusalOf(dawn: Pick<DawnPackage, "create">): Promise<string> {
  try {
    await dawn.create([switchFor(NOBODY)]).requestAdapter();
    return "";
  } catch (refusal) {
    return refusal instanceof Error ? refusal.message : String(refusal);
  }
}

/** The names in lines such as ` * backend: 'vulkan', name: 'NVIDIA H200'`. */
export function adapterNamesIn(refusal: string): readonly string[] {
  const lines = refusal.matchAll(/^\s*\*\s*backend: '[^']*', name: '(.*)'\s*$/gm);
  return [...new Set([...lines].map((line) => line[1]))];
}

/**
 * The one adapter that a part of a name means, in any case; a whole name beats parts of others. Errors: `not-found` if
 * none or several match, with the list of adapters.
 */
export function pickAdapter(adapters: readonly DawnAdapter[], wanted: string): DawnAdapter {
  const part = wanted.trim().toLowerCase();
  const namesOf = ({ name, shown }: DawnAdapter): string[] => [name.toLowerCase(), shown.toLowerCase()];
  const whole = adapters.find((each) => namesOf(each).includes(part));
  const meant = whole
    ? [whole]
    : adapters.filter((each) => namesOf(each).some((name) => name.includes(part)));
  if (meant.length === 1) return meant[0];
  const list = (of: readonly DawnAdapter[]): string => of.map(bothNames).join("; ");
  if (meant.length > 1) {
    throw new TessellaError("not-found", `Several adapters are called "${wanted}": ${list(meant)}.`, {
      hint: "Give more of the name.",
    });
  }
  throw new TessellaError("not-found", `No adapter is called "${wanted}".`, {
    hint: `There is: ${list(adapters)}.`,
  });
}

/** "SwiftShader Device Subzero (software), or SwiftShader Device (Subzero)". */
function bothNames({ name, shown }: DawnAdapter): string {
  return shown === name ? shown : `${shown}, or ${name}`;
}

/** The used part of the `webgpu` package; tests pass a stand-in. */
export interface DawnPackage {
  create(options: string[]): GPU;
  readonly globals: object;
}
