import type { Inline, MarkupBlock } from "../../renderer/guide/markup.ts";

/** Every link and key in a block. */
export function linksOf(block: MarkupBlock): readonly Extract<Inline, { kind: "link" | "key" }>[] {
  const within = (inlines: readonly Inline[]): readonly Extract<Inline, { kind: "link" | "key" }>[] =>
    inlines.flatMap((inline) => {
      if (inline.kind === "key") return [inline];
      if (inline.kind === "link") return [inline, ...within(inline.inlines)];
      return inline.kind === "strong" || inline.kind === "em" ? within(inline.inlines) : [];
    });
  if (block.kind === "paragraph") return within(block.inlines);
  if (block.kind === "list") return block.items.flatMap(within);
  return block.kind === "table" ? [block.head, ...block.rows].flat().flatMap(within) : [];
}
