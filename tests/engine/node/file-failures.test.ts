// What a person reads when the system refuses a file: what is wrong with which one, and what to do about it.

import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { readFailure, STANDARD_OUTPUT, tooBig, writeFailure } from "../../../engine/node/file-failures.ts";

const refusal = (code: string, message = `${code}: what the system says, open 'x'`): Error =>
  Object.assign(new Error(message), { code });
const said = ({ code, message, hint }: TessellaError): string =>
  `${code}: ${message}${hint === undefined ? "" : ` ${hint}`}`;

test.each([
  ["ENOENT", 'not-found: There is no file "a/b". Check the spelling and the folder.'],
  ["ENOTDIR", 'not-found: There is no file "a/b": a part of that path is not a folder.'],
  ["EISDIR", 'io: "a/b" is a folder, not a file. Name a file in it.'],
  ["EACCES", 'io: "a/b" may not be read by you. Check the file\'s permissions.'],
  ["EPERM", 'io: "a/b" may not be read by you. Check the file\'s permissions.'],
  ["ELOOP", 'io: "a/b" cannot be opened: its symbolic links lead in a circle.'],
  ["ENAMETOOLONG", "io: The file cannot be opened: its name is too long."],
  ["EIO", 'io: "a/b" cannot be read (what the system says).'],
])("reading, %s", (code, sentence) => {
  const cause = refusal(code);
  const failure = readFailure("a/b", cause);
  expect(said(failure)).toBe(sentence);
  expect(failure.cause).toBe(cause);
});

const there = join(tmpdir(), "x");
const none = join(tmpdir(), "no folder of this name", "x");

test.each([
  [
    "ENOSPC",
    "a/b",
    `"a/b" was not written: the disk is full. Make room in ${resolve("a")}, or write to another disk.`,
  ],
  [
    "ENOSPC",
    STANDARD_OUTPUT,
    '"standard output" was not written: the disk is full. Make room, or write to another disk.',
  ],
  ["EDQUOT", "b", '"b" was not written: your disk quota is used up. Make room, or write to another disk.'],
  [
    "EFBIG",
    "b",
    '"b" was not written: it would be larger than files may be here. Raise the limit (ulimit -f), write to another file system, or write a compressed file (.gz).',
  ],
  [
    "EACCES",
    "b",
    '"b" was not written: you may not write there. Choose another folder, or check the permissions.',
  ],
  [
    "EPERM",
    "b",
    '"b" was not written: you may not write there. Choose another folder, or check the permissions.',
  ],
  ["EROFS", "b", '"b" was not written: that file system is read-only. Choose another folder.'],
  ["ENOENT", there, `"${there}" was not written: no files can be made there. Choose another folder.`],
  [
    "ENOENT",
    none,
    `"${none}" was not written: there is no folder "${resolve(none, "..")}". Create it first: mkdir -p "${resolve(none, "..")}".`,
  ],
  [
    "ENOTDIR",
    "b",
    '"b" was not written: a part of that path is a file, not a folder. Choose another folder.',
  ],
  ["EISDIR", "b", '"b" was not written: it is a folder. Name a file in it.'],
  ["EMFILE", "b", '"b" was not written: too many files are open.'],
  ["ENFILE", "b", '"b" was not written: too many files are open.'],
  ["ENAMETOOLONG", "b", "The file was not written: its name is too long. Choose a shorter name."],
  ["EBADF", STANDARD_OUTPUT, "Standard output is closed. Send it to a file, to a program or to /dev/null."],
  ["EBADF", "b", '"b" is closed. Send it to a file, to a program or to /dev/null.'],
  ["EPIPE", "b", '"b" was not written to its end: whoever read it has gone.'],
  ["EIO", "b", '"b" was not written (what the system says).'],
])("writing, %s", (code, path, sentence) => {
  expect(said(writeFailure(path, refusal(code)))).toBe(`io: ${sentence}`);
});

test("what the system words otherwise stands as it is, and a sentence of ours is told as it is", () => {
  expect(writeFailure("b", refusal("ODD", "no idea")).message).toBe('"b" was not written (no idea).');
  expect(writeFailure("b", "thrown").message).toBe('"b" was not written (thrown).');
  const ours = new TessellaError("aborted", "The work was stopped.");
  expect(writeFailure("b", ours)).toBe(ours);
});

test("a limit is told in MB", () => {
  expect(said(tooBig("b", 3 * 2 ** 20))).toBe('too-large: "b" is larger than 3 MB, the most that is read.');
});
