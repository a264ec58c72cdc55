/**
 * The guide's texts are Markdown, read by marked and turned into this small model, which React draws; no HTML is
 * involved. Beside plain Markdown they have
 *
 * - links to places of the guide (`guide:time/scrubbing`), words of the lexicon (`word:glider`), patterns of the
 *   library (`pattern:glider`) and commands (`command:file.export`);
 * - `key:time.run` as code: the key of a command, as the person has bound it;
 * - a block of code called `example`: a living one (example.ts); `ring`: a space-time diagram (ring-figure.ts); `drawing`: who
 *   computes what (drawing.ts).
 */

import type { Token, Tokens } from "marked";
import { marked } from "marked";
import type { GuideDrawing } from "./drawing.ts";
import { readDrawing } from "./drawing.ts";
import type { GuideExample } from "./example.ts";
import { readExample } from "./example.ts";
import type { RingFigure } from "./ring-figure.ts";
import { readRingFigure } from "./ring-figure.ts";

export type LinkKind = "guide" | "word" | "pattern" | "command";

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "key"; readonly command: string }
  | { readonly kind: "strong" | "em"; readonly inlines: readonly Inline[] }
  | {
      readonly kind: "link";
      readonly to: LinkKind;
      readonly target: string;
      readonly inlines: readonly Inline[];
    };

export type MarkupBlock =
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  /** Links use `id`: `### Scrubbing {#scrubbing}`, else it follows from the heading's words. */
  | { readonly kind: "heading"; readonly level: number; readonly id: string; readonly text: string }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "example"; readonly example: GuideExample }
  | { readonly kind: "ring"; readonly figure: RingFigure }
  | { readonly kind: "drawing"; readonly drawing: GuideDrawing };

/** Errors: a plain one for anything outside the model: a mistake in our own texts, which tests find. */
export function readMarkup(text: string): readonly MarkupBlock[] {
  return marked.lexer(text).flatMap(blockOf);
}

function blockOf(token: Token): readonly MarkupBlock[] {
  switch (token.type) {
    case "space":
      return [];
    case "paragraph":
      return [{ kind: "paragraph", inlines: inlinesOf(token.tokens) }];
    case "heading": {
      const [, words = "", id] = /^(.*?)\s*(?:\{#([\w-]+)\})?$/.exec(token.text) ?? [];
      return [{ kind: "heading", level: token.depth, id: id ?? slugOf(words), text: words }];
    }
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: "list", ordered, items: items.map((item) => item.tokens.flatMap(itemInlines)) }];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlinesOf(cell.tokens));
      return [{ kind: "table", head: cells(header), rows: rows.map(cells) }];
    }
    case "code":
      return [codeBlock(token.lang, token.text)];
    default:
      throw new Error(`The guide has no "${token.type}": ${token.raw}`);
  }
}

function codeBlock(kind: string | undefined, text: string): MarkupBlock {
  switch (kind) {
    case "example":
      return { kind, example: readExample(text) };
    case "ring":
      return { kind, figure: readRingFigure(text) };
    case "drawing":
      return { kind, drawing: readDrawing(text) };
    default:
      return { kind: "code", text };
  }
}

function itemInlines(token: Token): readonly Inline[] {
  if (token.type === "text" || token.type === "paragraph") return inlinesOf(token.tokens);
  throw new Error(`An item of a list in the guide is a line of text, not a "${token.type}".`);
}

function inlinesOf(tokens: readonly Token[] | undefined): readonly Inline[] {
  return (tokens ?? []).map(inlineOf);
}

function inlineOf(token: Token): Inline {
  switch (token.type) {
    case "text":
    case "escape":
      return { kind: "text", text: unescaped(token.text) };
    case "strong":
    case "em":
      return { kind: token.type, inlines: inlinesOf(token.tokens) };
    case "codespan":
      return token.text.startsWith("key:")
        ? { kind: "key", command: token.text.slice(4) }
        : { kind: "code", text: unescaped(token.text) };
    case "link": {
      const [, to, target] = /^(guide|word|pattern|command):(.+)$/.exec(token.href) ?? [];
      if (!to || !target) throw new Error(`The guide links to nothing outside: ${token.href}`);
      return { kind: "link", to: to as LinkKind, target, inlines: inlinesOf(token.tokens) };
    }
    default:
      throw new Error(`The guide has no "${token.type}": ${token.raw}`);
  }
}

/** marked escapes HTML's special characters; here no text becomes HTML. */
function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** "Still life" as part of an address: `still-life`. */
export function slugOf(words: string): string {
  const plain = words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** The visible text, without markup; `keyOf` gives the text of keys. */
function plainText(inlines: readonly Inline[], keyOf: (command: string) => string = () => ""): string {
  return inlines
    .map((inline) => {
      if (inline.kind === "key") return keyOf(inline.command);
      return "text" in inline ? inline.text : plainText(inline.inlines, keyOf);
    })
    .join("");
}

/** All text of a block, for the search. */
export function blockText(block: MarkupBlock): string {
  switch (block.kind) {
    case "paragraph":
      return plainText(block.inlines);
    case "heading":
    case "code":
      return block.text;
    case "list":
      return block.items.map((item) => plainText(item)).join(" ");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map((cell) => plainText(cell)).join(" ")).join(" ");
    case "example":
      return block.example.caption;
    case "ring":
      return block.figure.caption;
    case "drawing":
      return block.drawing.caption;
  }
}
