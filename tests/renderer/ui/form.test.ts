import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { faultOf, Problem } from "../../../renderer/ui/form.tsx";

/** A field and its problem, as a page has them. */
function page(problem: string | null): string {
  const input = createElement("input", faultOf(problem, "why"));
  return renderToStaticMarkup(
    createElement("form", null, input, createElement(Problem, { id: "why", text: problem })),
  );
}

it("a field that is wrong says so, and leads to the sentence", () => {
  const text = page("B9 is no count.");
  expect(/<input aria-invalid="true" aria-describedby="(\w+)"\/>/.exec(text)?.[1]).toBe("why");
  expect(text).toContain('<p id="why" class="problem" role="alert">B9 is no count.</p>');
});

it("another says nothing of the kind", () => {
  expect(page(null)).toBe("<form><input/></form>");
});
