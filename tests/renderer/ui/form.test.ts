import { createElement } from "react";
import { expect, it } from "vitest";
import { faultOf, Problem } from "../../../renderer/ui/form.tsx";
import { markupOf } from "../markup.ts";

/** A field and its problem, as a page has them. */
function Page({ problem }: { readonly problem: string | null }) {
  const input = createElement("input", faultOf(problem, "why"));
  return createElement("form", null, input, createElement(Problem, { id: "why", text: problem }));
}

it("a field that is wrong says so, and leads to the sentence", () => {
  const text = markupOf(Page, { problem: "B9 is no count." });
  expect(/<input aria-invalid="true" aria-describedby="(\w+)"\/>/.exec(text)?.[1]).toBe("why");
  expect(text).toContain('<p id="why" class="problem" role="alert">B9 is no count.</p>');
});

it("another says nothing of the kind", () => {
  expect(markupOf(Page, { problem: null })).toBe("<form><input/></form>");
});
