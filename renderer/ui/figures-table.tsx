import type { ReactNode } from "react";

/** A table of figures that scrolls by itself, also by keyboard. `label` names it; the children are its rows. */
export function FiguresTable({
  label,
  columns,
  className = "",
  children,
}: {
  readonly label: string;
  readonly columns: readonly ReactNode[];
  /** Of what scrolls. */
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroller ${className}`.trim()} tabIndex={0} aria-label={label}>
      <table className="figures">
        <thead>
          <tr>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are.
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
