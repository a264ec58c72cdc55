import { mkdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { mayHaveGpu } from "../../../engine/node/vulkan-drivers.ts";
import { scratchFolder } from "../../support/scratch.ts";

const scratch = scratchFolder();

it("takes a driver's manifest where the Vulkan loader looks, and a device for it, for a GPU", async () => {
  const empty = scratch.path("empty");
  const none = { XDG_CONFIG_HOME: empty, XDG_CONFIG_DIRS: empty, XDG_DATA_HOME: empty, XDG_DATA_DIRS: "" };
  const devices = scratch.path("dev");
  await mkdir(devices);
  await scratch.file("dev/nvidia0", "");
  const inSystem = mayHaveGpu(none, "linux", devices);
  await mkdir(scratch.path("data/vulkan/icd.d"), { recursive: true });
  const data = { ...none, XDG_DATA_DIRS: `${empty}:${scratch.path("data")}` };
  await scratch.file("data/vulkan/icd.d/readme.txt", "");
  expect(mayHaveGpu(data, "linux", devices)).toBe(inSystem);
  await scratch.file("data/vulkan/icd.d/some.json", "{}");
  expect(mayHaveGpu(data, "linux", devices)).toBe(true);
  expect(mayHaveGpu(data, "linux", scratch.path("data"))).toBe(false);
  const driver = scratch.path("data/vulkan/icd.d/some.json");
  const missing = scratch.path("missing.json");
  expect(mayHaveGpu({ ...none, VK_DRIVER_FILES: driver }, "linux", empty)).toBe(true);
  expect(mayHaveGpu({ ...none, VK_ADD_DRIVER_FILES: `${missing}:${driver}` }, "linux", empty)).toBe(true);
  expect(mayHaveGpu({ ...data, VK_ICD_FILENAMES: missing }, "linux", devices)).toBe(false);
  expect(mayHaveGpu(none, "darwin")).toBe(true);
  expect(mayHaveGpu(none, "win32")).toBe(true);
});
