/** A lab's page under its heading. Behind another tab it is hidden and keeps its state. */

import { Activity, useEffect, useId, useRef } from "react";
import type { OpenLab } from "../studio/lab.ts";
import "./lab-pane.css";

export function LabPane({ tab, front }: { readonly tab: OpenLab; readonly front: boolean }) {
  return (
    <Activity mode={front ? "visible" : "hidden"}>
      <LabPage tab={tab} />
    </Activity>
  );
}

function LabPage({ tab: { lab, session } }: { readonly tab: OpenLab }) {
  const heading = useId();
  const page = useRef<HTMLElement>(null);
  // The page gets the keys if nothing else holds them, as after the stage has gone.
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={page} className="lab" aria-labelledby={heading} tabIndex={-1}>
      <header>
        <h2 id={heading}>{lab.name}</h2>
        <p>{lab.summary}</p>
      </header>
      <session.Page />
    </section>
  );
}
