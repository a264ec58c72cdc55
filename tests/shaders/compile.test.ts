import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PipelineCache } from "../../engine/algorithms/gpu/pipelines.ts";
import { SHADERS } from "../../engine/algorithms/gpu/shader-source.ts";
import { openDawn } from "../../engine/node/dawn.ts";

let device: GPUDevice;
const reported: string[] = [];

beforeAll(async () => {
  const adapter = await (await openDawn()).requestAdapter();
  device = await adapter!.requestDevice({ label: "shader tests" });
  device.onuncapturederror = ({ error }) => reported.push(error.message);
});

afterAll(() => device.destroy());

describe.each(SHADERS.map((shader) => [shader.label, shader] as const))("shader %s", (_label, shader) => {
  test("compiles without a message", async () => {
    const module = device.createShaderModule({ label: shader.label, code: shader.code });
    const { messages } = await module.getCompilationInfo();
    expect(messages.map((m) => `${m.type}, line ${m.lineNum}: ${m.message}`)).toEqual([]);
  });

  test("names the file of each piece", () => {
    const pieces = [...shader.code.matchAll(/^\/\/ ---- (shaders\/\S+\.wgsl)$/gm)].map((match) => match[1]);
    expect(pieces.length).toBeGreaterThan(0);
    expect(new Set(pieces).size).toBe(pieces.length);
  });

  test.each([...shader.entryPoints])("has the entry point %s and fits its bind group layout", async (entryPoint) => {
    const pipelines = new PipelineCache(device);
    const pipeline = await pipelines.pipeline(shader, entryPoint);
    expect(pipeline.label).toBe(`${shader.label}: ${entryPoint}`);
    expect(reported).toEqual([]);
  });
});

test("a missing entry point is reported with the shader's name", async () => {
  const pipelines = new PipelineCache(device);
  await expect(pipelines.pipeline(SHADERS[0], "no_such_entry")).rejects.toThrow(/step torus: no_such_entry/);
});

test("a pipeline is compiled once for each set of constants", async () => {
  const pipelines = new PipelineCache(device);
  const shader = SHADERS[0];
  const first = await pipelines.pipeline(shader, shader.entryPoints[0], { group_width: 8 });
  expect(await pipelines.pipeline(shader, shader.entryPoints[0], { group_width: 8 })).toBe(first);
  expect(await pipelines.pipeline(shader, shader.entryPoints[0], { group_width: 16 })).not.toBe(first);
});
