import { BLOCK } from "../../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { describeGolden } from "../../support/golden.ts";

describeGolden(REFERENCE, 216);
describeGolden(BLOCK, 72);
