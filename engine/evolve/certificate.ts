/** The file of a proof: what was asked, and the counts of the pieces that are done, a line a piece. */

import { TessellaError } from "../core/errors.ts";
import { JsonPlace } from "../core/json-place.ts";
import { COUNTER_ENDS } from "./counter-maps.ts";
import type { CounterQuestion } from "./counter-proof.ts";
import { counterProof } from "./counter-proof.ts";
import type { MajorityQuestion } from "./majority-proof.ts";
import { majorityProof, PROVED_CELLS } from "./majority-proof.ts";
import type { PieceLabel, Proof } from "./proof.ts";
import { pieceName } from "./proof.ts";
import type { TablesQuestion } from "./tables-proof.ts";
import { TABLE_CELLS, tablesProof } from "./tables-proof.ts";

const FORMAT = "tessella-proof";
const VERSION = 1;
const FORM = 'It begins with {"format": "tessella-proof", "version": 1.';

export type ProofQuestion = CounterQuestion | MajorityQuestion | TablesQuestion;

/** Counts by the place of their piece; undefined where it has not been counted. */
export type PieceCounts = (readonly number[] | undefined)[];

export interface Certificate {
  readonly proof: Proof<ProofQuestion>;
  readonly counts: PieceCounts;
}

/** Errors: `bad-argument` for a question that is out of range. */
export function createProof(question: ProofQuestion): Proof<ProofQuestion> {
  if (question.task === "counter") return counterProof(question);
  return question.radius === 1 ? majorityProof(question) : tablesProof(question);
}

export function formatCertificate({ proof, counts }: Certificate): string {
  const head = JSON.stringify({ format: FORMAT, version: VERSION, ...proof.question });
  const lines = proof.pieces.flatMap((label, place) => {
    const own = counts[place];
    return own ? [JSON.stringify({ ...label, counts: own })] : [];
  });
  return `${head.slice(0, -1)},"pieces":[\n${lines.join(",\n")}\n]}\n`;
}

/**
 * Reads a certificate and holds its pieces against the question: none twice, none that the question has not, the right number
 * of counts, and their sum where it is known. Errors: `syntax`, one sentence each, with line and column.
 */
export function parseCertificate(text: string): Certificate {
  const file = JsonPlace.read(text, "The certificate", FORM);
  file.checkFormat(
    {
      format: FORMAT,
      version: VERSION,
      name: "The certificate",
      otherwise: "This is no certificate of a proof.",
    },
    FORM,
  );
  const proof = proofOf(file);
  const counts: PieceCounts = new Array(proof.pieces.length).fill(undefined);
  const places = new Map(proof.pieces.map((label, place) => [pieceName(label), place]));
  const names = Object.keys(proof.pieces[0]);
  for (const piece of file.list("pieces", (number) => `Piece ${number} of the certificate`)) {
    piece.checkFields([...names, "counts"]);
    const label: PieceLabel = Object.fromEntries(names.map((name) => [name, piece.whole(name, 0)]));
    const place = places.get(pieceName(label));
    if (place === undefined)
      throw piece.wrong(`${piece.what} is none of this proof: there is no ${pieceName(label)}.`);
    if (counts[place]) throw piece.wrong(`${piece.what} is there twice: ${pieceName(label)}.`);
    counts[place] = countsOf(piece, proof);
  }
  return { proof, counts };
}

function proofOf(file: JsonPlace): Proof<ProofQuestion> {
  const question = questionOf(file);
  try {
    return createProof(question);
  } catch (error) {
    throw error instanceof TessellaError ? file.wrong(error.message) : error;
  }
}

function questionOf(file: JsonPlace): ProofQuestion {
  const common = ["format", "version", "task", "cells", "pieces"];
  const task = file.word("task", ["counter", "majority"]);
  if (task === "majority") {
    const radius = file.whole("radius", 1, 2);
    file.checkFields([...common, "radius", ...(radius === 2 ? ["least"] : [])]);
    if (radius === 1) return { task, radius, cells: file.whole("cells", ...PROVED_CELLS) };
    const cells = file.whole("cells", ...TABLE_CELLS);
    return { task, radius: 2, cells, least: file.whole("least", 1, 2 ** cells) };
  }
  file.checkFields([...common, "boundary", "starts"]);
  const cells = file.whole("cells", 3, 4);
  const starts = file
    .list("starts", (number) => `Start ${number} of the certificate`)
    .map((place) => {
      const value = Number(place.value);
      if (Number.isInteger(place.value) && value >= 0 && value < 2 ** cells) return value;
      throw place.wrong(`${place.what} is no value of ${cells} cells.`);
    });
  if (starts.length === 0 || new Set(starts).size < starts.length)
    throw (file.field("starts") ?? file).wrong("The certificate has no list of different starts.");
  return { task, cells, boundary: file.word("boundary", COUNTER_ENDS), starts };
}

function countsOf(piece: JsonPlace, { counts, sum }: Proof): readonly number[] {
  const places = piece.list("counts", (number) => `Count ${number} of ${piece.what.toLowerCase()}`);
  const values = places.map((place) => {
    const { value } = place;
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw place.wrong(`${place.what} is no whole number from 0 on.`);
  });
  if (values.length !== counts)
    throw piece.wrong(`${piece.what} has ${values.length} counts where there are ${counts}.`);
  const added = values.reduce((all, value) => all + value, 0);
  if (sum !== undefined && added !== sum)
    throw piece.wrong(`${piece.what} counts ${added} maps where there are ${sum}.`);
  return values;
}
