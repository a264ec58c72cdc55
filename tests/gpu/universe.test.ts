import { openDawn } from "../../engine/node/dawn.ts";
import { describeGpuCells, describeGpuUniverse } from "../support/gpu-cases.ts";

describeGpuCells(openDawn);
describeGpuUniverse(openDawn, 40);
