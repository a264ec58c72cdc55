/** Rule files that every reader of a name finds: those that a person keeps, then those that come along. */

import type { RuleFile } from "../core/rule-file.ts";
import { LOOP_FILES } from "./supplied/loops.ts";
import { turmiteFile } from "./supplied/turmites.ts";

const WIREWORLD = `@RULE WireWorld
Electrons run along wires: a head becomes a tail, a tail a wire again, and a wire next to one or two heads becomes a head.
(Brian Silverman, 1987)

@TABLE
n_states:4
neighborhood:Moore
symmetries:permute
var a={0,1,2,3}
var b={a}
var c={a}
var d={a}
var e={a}
var f={a}
var g={a}
var h={a}
var i={0,2,3}
var j={i}
var k={i}
var l={i}
var m={i}
var n={i}
1,a,b,c,d,e,f,g,h,2
2,a,b,c,d,e,f,g,h,3
3,1,a,i,j,k,l,m,n,1

@NAMES
0 empty
1 electron head
2 electron tail
3 wire

@COLORS
1 64 156 255
2 255 255 255
3 232 140 40
`;

const SUPPLIED: readonly RuleFile[] = [{ name: "WireWorld", text: WIREWORLD }, ...LOOP_FILES];

let kept: readonly RuleFile[] = [];

/** The files that a person keeps, of which each thread that reads rules is told: from now on they are found by name. */
export function keepRuleFiles(files: readonly RuleFile[]): void {
  kept = files;
}

/** The files that come along; those of turmites since they were written. */
const supplied = new WeakSet<RuleFile>(SUPPLIED);

/** Whether the file came from here, and so is sound. */
export function isSupplied(file: RuleFile): boolean {
  return supplied.has(file);
}

function turmite(name: string): RuleFile | undefined {
  const file = turmiteFile(name);
  if (file) supplied.add(file);
  return file;
}

/** Capitals do not matter. */
export function knownRuleFile(name: string): RuleFile | undefined {
  const wanted = name.toLowerCase();
  return [...kept, ...SUPPLIED].find((file) => file.name.toLowerCase() === wanted) ?? turmite(name);
}
