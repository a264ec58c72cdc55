/** Components as markup, which plain Node can make of them, and what it says. Neither effects nor events are in it. */

import type { FunctionComponent, ReactElement, ReactNode } from "react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { TipProvider } from "../../renderer/ui/button.tsx";

export function markupOf<P extends object>(
  component: FunctionComponent<P>,
  props: P,
  ...children: ReactNode[]
): string {
  return renderToStaticMarkup(createElement(TipProvider, null, createElement(component, props, ...children)));
}

/** The opening tags with such a name, as their attributes. */
export function tags(markup: string, name: string): Record<string, string>[] {
  return [...markup.matchAll(new RegExp(`<${name}((?: [^>]*)?)>`, "g"))].map(([, all = ""]) =>
    Object.fromEntries([...all.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
}
export const tag = (markup: string, name: string) => tags(markup, name)[0] ?? {};
/** The text of the element with this id. */
export const textOf = (markup: string, id: string | undefined) =>
  new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(markup)?.[1];

/** The props of what a component without hooks returns, and of all that lies in it. */
export function propsWithin(node: ReactNode): Record<string, (value: unknown) => void>[] {
  if (Array.isArray(node)) return node.flatMap(propsWithin);
  if (!node || typeof node !== "object" || !("props" in node)) return [];
  const { props } = node as ReactElement<{ readonly children?: ReactNode }>;
  return [props as never, ...propsWithin(props.children)];
}

/** What a component asks for, or a button of it. */
export interface Asked {
  readonly label: string;
  readonly value?: unknown;
  readonly [prop: string]: unknown;
}

/**
 * The fields, buttons and legends in what a component without hooks returns. `inner` names further such components that lie in it
 * and are looked into.
 */
export function fieldsIn(node: ReactNode, inner: readonly string[] = []): readonly Asked[] {
  if (Array.isArray(node)) return node.flatMap((one) => fieldsIn(one, inner));
  if (!node || typeof node !== "object" || !("props" in node)) return [];
  const { type, props } = node as ReactElement<Partial<Asked> & { readonly children?: ReactNode }>;
  if (typeof props.label === "string") return [props as Asked];
  if (typeof type === "function" && inner.includes(type.name))
    return fieldsIn((type as FunctionComponent<object>)(props) as ReactNode, inner);
  const { onPress, children } = props;
  if (onPress || type === "legend") return [{ label: String(children), onPress }];
  return fieldsIn(children, inner);
}
