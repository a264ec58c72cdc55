import { expect, test } from "vitest";
import { lettersOf } from "../../../engine/rules/neighbourhood-classes.ts";
import { classWords } from "../../../renderer/window/inspector/neighbourhood-words.ts";

test("a class of neighbourhoods is told by where the live neighbours are, or of most of them where the dead ones are", () => {
  expect(classWords("moore", "1c")).toBe("1c: one neighbour, below right");
  expect(classWords("moore", "2a")).toBe("2a: two neighbours, below right and below");
  expect(classWords("moore", "3j")).toBe("3j: three neighbours, right, below and below left");
  expect(classWords("moore", "4c")).toBe(
    "4c: four neighbours, above right, below right, below left and above left",
  );
  expect(classWords("moore", "7e")).toBe("7e: seven neighbours, all but below");
  expect(classWords("hex", "2p")).toBe("2p: two neighbours, above right and below left");
  expect(classWords("hex", "4p")).toBe("4p: four neighbours, all but above right and below left");
  expect(classWords("von-neumann", "2i")).toBe("2i: two neighbours, right and left");
});

test("no two classes have the same words", () => {
  for (const neighbourhood of ["moore", "hex", "von-neumann"] as const) {
    const words = [1, 2, 3, 4, 5, 6, 7].flatMap((count) =>
      lettersOf(neighbourhood, count).map((letter) =>
        classWords(neighbourhood, `${count}${letter}`).slice(2),
      ),
    );
    expect(new Set(words).size).toBe(words.length);
  }
});
