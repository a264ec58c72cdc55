import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { BLOCK } from "../../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { HASHLIFE } from "../../../engine/algorithms/hashlife/hashlife.ts";
import { describeContract } from "../../support/contract.ts";

describeContract(REFERENCE, { grids: 15 });
describeContract(BITWISE, { grids: 11 });
describeContract(HASHLIFE, { grids: 4, leaps: true });
describeContract(BLOCK, { grids: 8 });
