// The command with a GPU algorithm: Dawn is found, named, agrees with the CPU, and lets the process end.

import { beforeAll, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";

beforeAll(builtCli, 120_000);

it("runs on the GPU, names its adapter, and ends by itself", async () => {
  const args = ["run", "--soup", "100x70", "-r", "B36/S23:T100,70", "-m", "300", "--json"];
  const [gpu, cpu] = await Promise.all([tessella([...args, "-a", "gpu"]), tessella(args)]);
  expect(gpu.code).toBe(0);
  const result = JSON.parse(gpu.stdout);
  expect(result.adapter).toMatch(/\w/);
  expect(result).toEqual({
    ...JSON.parse(cpu.stdout),
    algorithm: "gpu",
    adapter: result.adapter,
    seconds: expect.any(Number),
  });
});

it("says what is missing when there is no driver", async () => {
  const nowhere = { VK_DRIVER_FILES: "/nowhere.json", VK_ICD_FILENAMES: "/nowhere.json" };
  const { code, stdout, stderr } = await tessella(
    ["run", "--soup", "64x64", "-r", ":T64,64", "-m", "1", "-a", "gpu"],
    { env: nowhere },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^tessella: No GPU was found\. .*driver/m);
});
