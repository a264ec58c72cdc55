import type { Pattern } from "../../engine/core/pattern.ts";
import { highestState } from "../../engine/core/runs.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { cellOf, middleOf } from "../../engine/picture/camera-moves.ts";
import { stateName } from "../../engine/rules/rule.ts";
import type { KeyNames } from "../commands/key-words.ts";
import { onPaste } from "../commands/key-words.ts";
import type { Editor } from "../editor/editor.ts";
import type { PasteAnchor } from "../editor/paste/pending-paste.ts";
import { showPaste } from "../tools/show-paste.ts";
import type { ToolView } from "../tools/tool.ts";
import type { Home } from "./made-for.ts";
import { settleIn } from "./made-for.ts";

interface PastePlace {
  readonly editor: Editor;
  readonly view: ToolView;
  readonly hint: (text: string) => void;
  readonly keys: KeyNames;
}

interface PasteGrip {
  /** null for the middle of the view. */
  readonly at: Cell | null;
  readonly anchor?: PasteAnchor;
}

/** Lets a pattern float over the cells, in view, and says how to put it down. `note`: a sentence to say first. */
export function floatPaste(
  { editor, view, hint, keys }: PastePlace,
  pattern: Pattern,
  { at, anchor, note = null }: PasteGrip & { readonly note?: string | null },
): void {
  editor.beginPaste(pattern, at ?? cellOf(middleOf(view.camera, view.kind), view.kind), anchor);
  showPaste(editor, view);
  const { pending, rule } = editor.state;
  const last = rule.states - 1;
  const beyond = pending !== null && highestState(pending.cells) > last;
  const clamped = beyond ? `States above ${last} go down as ${stateName(rule, last)}.` : null;
  hint([note, clamped, onPaste(keys)].filter((sentence) => sentence !== null).join(" "));
}

/** The same for a pattern that is to stay: an untouched, empty universe takes over its rule first. Errors: those of `settleIn`. */
export async function pastePattern(
  place: PastePlace & Pick<Home, "document">,
  pattern: Pattern,
  grip: PasteGrip,
): Promise<void> {
  const note = await settleIn(place, pattern);
  floatPaste(place, pattern, { ...grip, note });
}
