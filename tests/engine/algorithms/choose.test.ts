import { describe, expect, test } from "vitest";
import { algorithmFor } from "../../../engine/algorithms/load.ts";
import {
  ALGORITHMS,
  chooseAlgorithm,
  GPU_WORTH_CELLS,
  GPU_WORTH_POPULATION,
  gpuCandidate,
} from "../../../engine/algorithms/registry.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { parseTopology, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import type { GpuPresence } from "../../../engine/gpu/device.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";

const REAL: GpuPresence = { adapter: "Acme 9000", software: false };
const SOFTWARE: GpuPresence = { adapter: "SwiftShader (software)", software: true };
const NONE: GpuPresence = { adapter: null, reason: "No GPU was found." };

const LARGE = torus(1024, 1024);
const SMALL = torus(256, 256);

function choose(topology: Topology, gpu?: GpuPresence) {
  const { algorithm, reason } = chooseAlgorithm(LIFE, topology, gpu);
  return { id: algorithm.id, needsGpu: algorithm.needsGpu, reason };
}

describe("auto", () => {
  test("takes a real GPU for a large grid, and says which and why", () => {
    const { needsGpu, reason } = choose(LARGE, REAL);
    expect(needsGpu).toBe(true);
    expect(reason).toBe("Acme 9000 is the fastest here for 1,048,576 cells.");
    const edge = Math.sqrt(GPU_WORTH_CELLS);
    expect(choose(torus(edge, edge), REAL).needsGpu).toBe(true);
    expect(choose(torus(edge, edge - 1), REAL).needsGpu).toBe(false);
  });

  test("keeps to the CPU for small grids and those that no GPU runs", () => {
    const onCpu = choose(SMALL);
    expect(onCpu.needsGpu).toBe(false);
    expect(choose(SMALL, REAL)).toEqual(onCpu);
    for (const text of ["", "T0,1024", "K1024*,1024", "S1024"]) {
      const topology = text === "" ? UNBOUNDED : parseTopology(text);
      expect(choose(topology, REAL), text).toEqual(choose(topology));
      expect(choose(topology, REAL).needsGpu, text).toBe(false);
    }
    expect(choose(parseTopology("T1024+5,1024"), REAL).needsGpu).toBe(true);
  });

  test("takes a real GPU for a large soup on the unbounded plane, and says which and why", () => {
    const soup = { density: 0.5, width: 2048, height: 2048 };
    const { algorithm, reason } = chooseAlgorithm(LIFE, UNBOUNDED, REAL, { soup });
    expect(algorithm.id).toBe("gpu-sparse");
    expect(reason).toBe("Acme 9000 is the fastest here for a soup with 2,097,152 live cells.");
    expect(soup.density * soup.width * soup.height).toBe(GPU_WORTH_POPULATION);
    const idWith = (change: object, gpu: GpuPresence | undefined = REAL): string =>
      chooseAlgorithm(LIFE, UNBOUNDED, gpu, { soup: { ...soup, ...change } }).algorithm.id;
    expect(idWith({ width: 2047 })).toBe("bitwise");
    expect(idWith({ density: 0.49 })).toBe("bitwise");
    expect(idWith({ density: 0.05, width: 8192, height: 8192 })).toBe("gpu-sparse");
    expect(chooseAlgorithm(LIFE, UNBOUNDED, undefined, { soup }).algorithm.id).toBe("bitwise");
    for (const gpu of [SOFTWARE, NONE]) {
      const choice = chooseAlgorithm(LIFE, UNBOUNDED, gpu, { soup });
      expect(choice.algorithm.id).toBe("bitwise");
      expect(choice.reason).toContain(gpu.adapter ?? "No GPU was found.");
    }
    // Other planes without end on some side have no GPU algorithm.
    expect(chooseAlgorithm(LIFE, parseTopology("T0,1024"), REAL, { soup }).algorithm.id).toBe("bitwise");
  });

  test("leaves to the CPU, which can try HashLife, what on the plane is no soup", () => {
    expect(gpuCandidate(LIFE, UNBOUNDED)).toBeNull();
    expect(chooseAlgorithm(LIFE, UNBOUNDED, REAL).algorithm.id).toBe("bitwise");
    const soup = { density: 1, width: 2 ** 20, height: 2 ** 20 };
    expect(gpuCandidate(LIFE, UNBOUNDED, { soup, vast: true })).toBeNull();
    expect(chooseAlgorithm(LIFE, UNBOUNDED, REAL, { soup, vast: true }).algorithm.leaps).toBe(true);
    expect(algorithmFor(LIFE, UNBOUNDED, "gpu-sparse").algorithm.needsGpu).toBe(true);
  });

  test("prefers the CPU to an imitation and to nothing, and says so", () => {
    for (const gpu of [SOFTWARE, NONE]) {
      const { needsGpu, reason } = choose(LARGE, gpu);
      expect(needsGpu).toBe(false);
      expect(reason.startsWith(choose(LARGE).reason)).toBe(true);
      expect(reason).toContain(gpu.adapter ?? "No GPU was found.");
    }
  });

  test("without a word about GPUs takes none: the command line starts none unless asked", () => {
    expect(choose(LARGE).needsGpu).toBe(false);
    expect(algorithmFor(LIFE, LARGE).algorithm.needsGpu).toBe(false);
  });

  test("takes no kernel that is only there to be compared with", () => {
    const compared = ALGORITHMS.list().filter(({ forComparison }) => forComparison);
    expect(compared.map(({ id }) => id)).toContain("gpu-naive");
    for (const text of ["T1024,1024", "P22000,22000", "F4096,512", "T100,100", "K1024*,1024"]) {
      for (const gpu of [undefined, REAL, SOFTWARE, NONE]) {
        expect(chooseAlgorithm(LIFE, parseTopology(text), gpu).algorithm.forComparison, text).toBeFalsy();
      }
    }
    expect(gpuCandidate(LIFE, LARGE)?.id).toBe("gpu");
  });

  test("an algorithm that was asked for is taken whatever there is", () => {
    for (const { id, refuses } of ALGORITHMS.list()) {
      if (refuses(LIFE, LARGE)) continue;
      for (const gpu of [undefined, REAL, SOFTWARE, NONE]) {
        expect(algorithmFor(LIFE, LARGE, id, gpu).algorithm.id).toBe(id);
      }
    }
  });
});

describe("auto and quad-trees", () => {
  test("takes what leaps for a vast tree, where the grid allows it", () => {
    const { algorithm, reason } = chooseAlgorithm(LIFE, UNBOUNDED, REAL, { vast: true });
    expect(algorithm.leaps).toBe(true);
    expect(reason).toMatch(/quad-tree/);
    expect(chooseAlgorithm(LIFE, torus(1000, 777), undefined, { vast: true }).algorithm.leaps).toBeFalsy();
    expect(chooseAlgorithm(LIFE, UNBOUNDED).algorithm.leaps).toBeFalsy();
  });
});
