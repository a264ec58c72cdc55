import { openDawn } from "../../engine/node/dawn.ts";
import { describeGpuUniverse } from "../support/gpu-cases.ts";

describeGpuUniverse(() => openDawn());
