import { mkdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { hasDriverManifest } from "../../../engine/node/vulkan-drivers.ts";
import { scratchFolder } from "../../support/scratch.ts";

const scratch = scratchFolder();

it("looks for a driver's manifest where the Vulkan loader does", async () => {
  const empty = scratch.path("empty");
  const none = { XDG_CONFIG_HOME: empty, XDG_CONFIG_DIRS: empty, XDG_DATA_HOME: empty, XDG_DATA_DIRS: "" };
  const inSystem = hasDriverManifest(none, "linux");
  await mkdir(scratch.path("data/vulkan/icd.d"), { recursive: true });
  const data = { ...none, XDG_DATA_DIRS: `${empty}:${scratch.path("data")}` };
  await scratch.file("data/vulkan/icd.d/readme.txt", "");
  expect(hasDriverManifest(data, "linux")).toBe(inSystem);
  await scratch.file("data/vulkan/icd.d/some.json", "{}");
  expect(hasDriverManifest(data, "linux")).toBe(true);
  expect(hasDriverManifest({ ...none, VK_DRIVER_FILES: "/a.json" }, "linux")).toBe(true);
  expect(hasDriverManifest(none, "darwin")).toBe(true);
  expect(hasDriverManifest(none, "win32")).toBe(true);
});
