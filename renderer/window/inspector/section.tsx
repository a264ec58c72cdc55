import type { ReactNode } from "react";
import "./section.css";

/** A part of the inspector. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <h2>
        {title} {aside ? <span>{aside}</span> : null}
      </h2>
      {children}
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
