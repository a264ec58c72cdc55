import { useStudio } from "../studio/hooks.ts";
import "./guide-link.css";

/** A way into the guide from anywhere in the studio: "What is this?". */
export function GuideLink({ place, children }: { readonly place: string; readonly children: string }) {
  const studio = useStudio();
  return (
    <button type="button" className="guide-link" onClick={() => studio.dialogs.show("guide", { place })}>
      {children}
    </button>
  );
}
