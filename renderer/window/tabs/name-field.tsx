import { useEffect, useRef } from "react";
import type { StudioDocument } from "../../document/document.ts";
import { focusStage } from "../../studio/focus.ts";
import { useStudio } from "../../studio/hooks.ts";

/** The field in a tab that takes its new name: Enter and leaving it rename, Escape does not. */
export function NameField({ document }: { readonly document: StudioDocument }) {
  const { tabs, status } = useStudio();
  const field = useRef<HTMLInputElement>(null);
  // Removing the field takes the focus from it, which must not count as leaving it.
  const over = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (name: string | null): void => {
    if (over.current) return;
    over.current = true;
    if (name !== null) document.rename(name).catch(status.report);
    tabs.rename(null);
  };
  return (
    <input
      ref={field}
      className="tab-name"
      aria-label="Name of the tab"
      spellCheck={false}
      defaultValue={document.title}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (event.nativeEvent.isComposing || (key !== "Enter" && key !== "Escape")) return;
        event.preventDefault();
        end(key === "Enter" ? currentTarget.value : null);
        focusStage();
      }}
    />
  );
}
