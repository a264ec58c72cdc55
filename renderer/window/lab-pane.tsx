/** A lab's page under its heading. Behind another tab it is hidden, and keeps what was typed. */

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
  // The keys go to the page when nothing else holds them, as after the cells have left.
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
