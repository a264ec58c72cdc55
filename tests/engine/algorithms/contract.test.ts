import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { BLOCK } from "../../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { describeContract } from "../../support/contract.ts";

describeContract(REFERENCE, { grids: 13 });
describeContract(BITWISE, { grids: 9 });
describeContract(BLOCK, { grids: 6 });
