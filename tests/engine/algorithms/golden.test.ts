import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { BLOCK } from "../../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { describeGolden } from "../../support/golden.ts";
import { describeMethuselahs } from "../../support/methuselahs.ts";

describeGolden(REFERENCE, 216);
describeGolden(BITWISE, 126);
describeGolden(BLOCK, 72);

describeMethuselahs(REFERENCE, { longest: 1000n });
describeMethuselahs(BITWISE);
describeMethuselahs(BLOCK);
