import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPERIMENT_SHADERS } from "../../engine/algorithms/gpu/comparison/experiment-shaders.ts";
import { SEED_SHADERS } from "../../engine/algorithms/gpu/comparison/seed-shaders.ts";
import {
  MERGE_PLANES_SHADER,
  MERGE_SHADER,
  SOUP_SHADER,
  STATED_SOUP_SHADER,
  STATED_STEP_SHADERS,
  STEP_SHADERS,
  stepShader,
} from "../../engine/algorithms/gpu/dense/step-source.ts";
import { STRIPS_SHADERS } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { RENDER_SHADERS, STATED_RENDER_SHADERS } from "../../engine/algorithms/gpu/draw/render-source.ts";
import {
  CONFIRM_SHADER,
  PLANT_SHADERS,
  WALK_SHADERS,
  workShaders,
} from "../../engine/algorithms/gpu/hashlife/hash-source.ts";
import {
  CENSUS_SHADERS,
  HASH_SHADERS,
  RASTER_SHADERS,
} from "../../engine/algorithms/gpu/reduce/reduce-source.ts";
import { SPARSE_SHADERS } from "../../engine/algorithms/gpu/sparse/sparse-source.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { COPY_SHADER } from "../../engine/gpu/copy-bandwidth.ts";
import { PipelineCache } from "../../engine/gpu/pipelines.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { phasesOf } from "../../engine/rules/phases.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";

let device: GPUDevice;
const reported: string[] = [];

beforeAll(async () => {
  const adapter = await (await openDawn()).requestAdapter();
  device = await adapter!.requestDevice({ label: "shader tests" });
  device.onuncapturederror = ({ error }) => reported.push(error.message);
});

afterAll(() => device.destroy());

const REDUCING = [CENSUS_SHADERS, RASTER_SHADERS, HASH_SHADERS].flatMap((shaders) => Object.values(shaders));
const STEPPING = [
  ...[STEP_SHADERS, STATED_STEP_SHADERS].flatMap((kinds) =>
    Object.values(kinds).flatMap((shaders) => Object.values(shaders)),
  ),
  ...SEED_SHADERS,
  ...EXPERIMENT_SHADERS,
  ...SPARSE_SHADERS,
  ...STRIPS_SHADERS,
  ...Object.values(workShaders("moore", phasesOf(LIFE, UNBOUNDED))),
  CONFIRM_SHADER,
  ...Object.values(WALK_SHADERS),
  ...Object.values(PLANT_SHADERS),
];
const EDITING = [MERGE_PLANES_SHADER, MERGE_SHADER, SOUP_SHADER, STATED_SOUP_SHADER];
const COMPUTING = [COPY_SHADER, ...EDITING, ...STEPPING, ...REDUCING];
const DRAWING = [RENDER_SHADERS, STATED_RENDER_SHADERS].flatMap((shaders) => Object.values(shaders));
const ALL = [...COMPUTING, ...DRAWING];

describe.each(ALL.map((shader) => [shader.label, shader] as const))("shader %s", (_label, shader) => {
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

  test("has its entry point and fits its bind group layout", async () => {
    const pipelines = new PipelineCache(device);
    const drawn = DRAWING.find((candidate) => candidate === shader);
    const pipeline = await (drawn
      ? pipelines.renderPipeline(drawn, "rgba8unorm")
      : pipelines.pipeline(shader));
    expect(pipeline.label).toBe(shader.label);
    expect(reported).toEqual([]);
  });
});

test("there is a step for each grid, and each neighbourhood or a table", () => {
  const labels = ALL.map((shader) => shader.label);
  expect(labels.filter((label) => label.startsWith("step "))).toHaveLength(24);
  expect(new Set(labels).size).toBe(labels.length);
});

test("a shader that does not fit is reported by its name", async () => {
  const broken = { ...SOUP_SHADER, label: "broken", entryPoint: "no_such_entry" };
  await expect(new PipelineCache(device).pipeline(broken)).rejects.toThrow(/"broken" does not compile/);
});

test("a pipeline is compiled once for each set of constants", async () => {
  const pipelines = new PipelineCache(device);
  const shader = stepShader("torus", "moore");
  const first = await pipelines.pipeline(shader, { group_width: 8 });
  expect(await pipelines.pipeline(shader, { group_width: 8 })).toBe(first);
  expect(await pipelines.pipeline(shader, { group_width: 16 })).not.toBe(first);
});

test("of pipelines that are written for one rule only the last ones are kept", async () => {
  const pipelines = new PipelineCache(device);
  const shader = { ...stepShader("torus", "moore"), perRule: true };
  const first = await pipelines.pipeline(shader, { group_width: 8 });
  for (let i = 0; i < 63; i++) await pipelines.pipeline({ ...shader, label: `rule ${i}` });
  expect(await pipelines.pipeline(shader, { group_width: 8 })).toBe(first);
  for (let i = 63; i < 127; i++) await pipelines.pipeline({ ...shader, label: `rule ${i}` });
  expect(await pipelines.pipeline(shader, { group_width: 8 })).not.toBe(first);
});

test("shaders that bind the same kinds of buffers share a layout", () => {
  const pipelines = new PipelineCache(device);
  const layout = pipelines.layout(stepShader("torus", "moore"));
  expect(pipelines.layout(stepShader("frozen", "hex"))).toBe(layout);
  expect(pipelines.layout(MERGE_SHADER)).not.toBe(layout);
});
