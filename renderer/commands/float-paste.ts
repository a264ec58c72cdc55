import type { Pattern } from "../../engine/core/pattern.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { cellOf, middleOf } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { PasteAnchor } from "../editor/paste/pending-paste.ts";
import { showPaste } from "../tools/show-paste.ts";
import type { ToolView } from "../tools/tool.ts";
import type { KeyNames } from "./key-words.ts";
import { onPaste } from "./key-words.ts";

interface PastePlace {
  readonly editor: Editor;
  readonly view: ToolView;
  readonly hint: (text: string) => void;
  readonly keys: KeyNames;
}

/** Lets a pattern float over the cells, in view, and says how to put it down. `at`: null for the middle of the view. */
export function floatPaste(
  { editor, view, hint, keys }: PastePlace,
  pattern: Pattern,
  { at, anchor }: { readonly at: Cell | null; readonly anchor?: PasteAnchor },
): void {
  editor.beginPaste(pattern, at ?? cellOf(middleOf(view.camera, view.kind), view.kind), anchor);
  showPaste(editor, view);
  hint(onPaste(keys));
}
