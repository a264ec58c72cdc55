// The page in memory on which components are tried.

import { createElement, useState } from "react";
import { expect, it } from "vitest";
import { PlayedPage } from "../support/played-page/page.ts";

let answer: (text: string) => void = () => {};

function Answered() {
  const [text, setText] = useState("");
  answer = setText;
  return createElement("p", null, text);
}

it("shows what is answered", async () => {
  const page = new PlayedPage();
  const { place } = await page.show(createElement(Answered));
  answer("one");
  await expect.poll(() => place.textContent).toBe("one");
});

it("has gone when its test ends, and what is answered later is for nobody", () => {
  expect("window" in globalThis).toBe(false);
  expect(() => answer("two")).not.toThrow();
});
