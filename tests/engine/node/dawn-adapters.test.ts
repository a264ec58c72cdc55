import { describe, expect, it } from "vitest";
import type { DawnAdapter } from "../../../engine/node/dawn-adapters.ts";
import { adapterNamesIn, listDawnAdapters, pickAdapter } from "../../../engine/node/dawn-adapters.ts";

const REFUSAL = `no suitable backends found
Available adapters:
 * backend: 'vulkan', name: 'NVIDIA H200'
 * backend: 'vulkan', name: 'NVIDIA H200'
 * backend: 'opengl', name: 'A card (it's new)'
`;

const CARD: DawnAdapter = { name: "Acme 100", shown: "Acme driver 5" };
const LARGER: DawnAdapter = { name: "Acme 1000", shown: "Acme driver 6" };
const OTHER: DawnAdapter = { name: "Other", shown: "Other (software)" };
const ALL = [CARD, LARGER, OTHER];

describe("the GPUs that Dawn sees", () => {
  it("are read from its refusal, each name once", () => {
    expect(adapterNamesIn(REFUSAL)).toEqual(["NVIDIA H200", "A card (it's new)"]);
    expect(adapterNamesIn("no suitable backends found\nAvailable adapters:\n")).toEqual([]);
  });

  it("are each opened for the name that the rest knows them by", async () => {
    const create = (switches: string[]): GPU =>
      ({
        requestAdapter: async () => {
          const name = switches[0]?.replace("adapter=", "") ?? "";
          if (!REFUSAL.includes(`'${name}'`)) throw new Error(REFUSAL);
          return { info: { vendor: "", architecture: "", device: "", description: `driver of ${name}` } };
        },
      }) as unknown as GPU;
    expect(await listDawnAdapters({ create })).toEqual([
      { name: "NVIDIA H200", shown: "driver of NVIDIA H200" },
      { name: "A card (it's new)", shown: "driver of A card (it's new)" },
    ]);
  });

  it.each([
    ["other", OTHER],
    ["SOFTWARE", OTHER],
    [" driver 6 ", LARGER],
    ["acme 100", CARD],
    ["1000", LARGER],
  ])("%j means one of them", (wanted, adapter) => {
    expect(pickAdapter(ALL, wanted)).toBe(adapter);
  });

  it("are named where a part of a name means none or several", () => {
    const both = "Acme driver 5, or Acme 100; Acme driver 6, or Acme 1000";
    expect(() => pickAdapter(ALL, "acme")).toThrow(`Several adapters are called "acme": ${both}.`);
    expect(() => pickAdapter(ALL, "nvidia")).toThrow(
      expect.objectContaining({
        code: "not-found",
        message: 'No adapter is called "nvidia".',
        hint: `There is: ${both}; Other (software), or Other.`,
      }),
    );
  });
});
