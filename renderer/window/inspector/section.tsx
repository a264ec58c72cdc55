import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import { useShell, useStudio } from "../../studio/hooks.ts";
import "./section.css";

/** A part of the inspector. Its header folds it, and it stays folded at the next start. */
export function Section({
  title,
  aside,
  folds = true,
  children,
}: {
  readonly title: string;
  readonly aside?: string | null;
  /** False for a part without which something could not be ended. */
  readonly folds?: boolean;
  readonly children: ReactNode;
}) {
  const { settings, status } = useStudio();
  const folded = useShell((state) => state.preferences.folded).includes(title) && folds;
  const id = useId();
  const words = (
    <>
      <span className="section-title">{title}</span>
      {aside ? <span>{aside}</span> : null}
    </>
  );
  const turn = (): void => {
    const others = settings.now.folded.filter((other) => other !== title);
    settings.change({ folded: folded ? others : [...others, title] }).catch(status.report);
  };
  return (
    <section aria-label={title}>
      <h2>
        {folds ? (
          <button
            type="button"
            className="section-head"
            aria-expanded={!folded}
            aria-controls={folded ? undefined : id}
            onClick={turn}
          >
            <ChevronDown size={14} aria-hidden />
            {words}
          </button>
        ) : (
          <span className="section-head">{words}</span>
        )}
      </h2>
      {folded ? null : (
        <div className="section-body" id={id}>
          {children}
        </div>
      )}
    </section>
  );
}

export function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="row">
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  );
}
