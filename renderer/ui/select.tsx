/**
 * A choice among named things: a button that shows the present one, and a list over its surroundings. The list has the focus
 * while it is open, and says by `aria-activedescendant` which entry the keys have reached.
 *
 * It opens inside the dialog or landmark of its button: elsewhere a dialog would take its wheel, and screen readers would
 * find it nowhere.
 */

import { Check, ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import type { KeyboardEvent } from "react";
import { Fragment, useEffect, useId, useRef, useState } from "react";
import { reachedByKey, reachedByText } from "./choice-keys.ts";
import { MenuVeil } from "./menu.tsx";
import { OpenSurface } from "./surfaces.ts";
import "./fields.css";
import "./select.css";

export interface SelectOption {
  readonly id: string;
  readonly label: string;
  readonly disabled?: boolean;
  /** The heading above this option and those after it with the same one. */
  readonly group?: string;
}

/** Milliseconds after which typed letters are forgotten. */
const FORGET = 700;

/** Pixels within which a pointer that is pressed and released has stayed where it was. */
const STEADY = 8;

export function Select({
  id,
  label,
  describedBy,
  options,
  value,
  disabled = false,
  onChange,
}: {
  /** Of the button, for a label elsewhere. */
  readonly id?: string;
  /** Without a label elsewhere. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (id: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const typing = useTyping();
  const around = open ? (button.current?.closest<HTMLElement>(AROUND) ?? null) : null;
  const chosen = options.findIndex((option) => option.id === value);
  const names = options.map((option) => (option.disabled ? null : option.label));
  const choose = (at: number): void => {
    setOpen(false);
    const option = options[at];
    if (option && !option.disabled && option.id !== value) onChange(option.id);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isLetter(event.key) || event.key === " ") return;
    // Closed, letters choose at once.
    const at = reachedByText(names, chosen, typing(event.key));
    if (at >= 0) choose(at);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          ref={button}
          id={id}
          type="button"
          role="combobox"
          className="select"
          value={value}
          disabled={disabled}
          aria-label={label}
          aria-describedby={describedBy}
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return press(event);
            event.preventDefault();
            setOpen(true);
          }}
        >
          <span>{options[chosen]?.label ?? ""}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={around}>
        <MenuVeil />
      </Popover.Portal>
      <Popover.Portal container={around}>
        <Popover.Content
          className="menu select-list"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // The list inside takes the focus, and is all that there is to say.
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <OpenSurface />
          <List
            id={listId}
            label={label ?? button.current?.labels[0]?.textContent ?? ""}
            options={options}
            names={names}
            chosen={chosen}
            onChoose={choose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Scrolls the reached option into the middle of the list. */
function centreReached(menu: HTMLElement): void {
  const option = menu.querySelector("[data-highlighted]");
  if (!option) return;
  const { top, height } = option.getBoundingClientRect();
  menu.scrollTop += top - menu.getBoundingClientRect().top - (menu.clientHeight - height) / 2;
}

const AROUND = '[role="dialog"], aside, main, header';

function List({
  id,
  label,
  options,
  names,
  chosen,
  onChoose,
}: {
  readonly id: string;
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly names: readonly (string | null)[];
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}) {
  const [reached, setReached] = useState(chosen);
  const pressed = useRef({ x: 0, y: 0 });
  const list = useRef<HTMLDivElement>(null);
  const typing = useTyping();
  useEffect(() => {
    const element = list.current;
    const menu = element?.parentElement;
    if (!element || !menu) return;
    element.focus({ preventScroll: true });
    // It has a height to scroll in only once it has its place.
    const watch = new ResizeObserver(() => centreReached(menu));
    watch.observe(menu);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${reached}"]`)?.scrollIntoView({ block: "nearest" });
  }, [reached]);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const typed = isLetter(key) ? typing(key) : "";
    const by = reachedByKey(names, reached, key);
    if (by !== null) setReached(by);
    else if (key === "Enter" || key === "Tab" || typed === " ") onChoose(reached);
    else if (typed) {
      const at = reachedByText(names, reached, typed);
      if (at >= 0) setReached(at);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-activedescendant={reached >= 0 ? `${id}-${reached}` : undefined}
      tabIndex={0}
      onKeyDown={press}
    >
      {options.map((option, at) => (
        <Fragment key={option.id}>
          {option.group && option.group !== options[at - 1]?.group ? (
            <div className="select-group" role="presentation">
              {option.group}
            </div>
          ) : null}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys. */}
          <div
            id={`${id}-${at}`}
            className="menu-item"
            role="option"
            tabIndex={-1}
            data-at={at}
            data-value={option.id}
            data-highlighted={at === reached || undefined}
            data-disabled={option.disabled || undefined}
            aria-selected={at === chosen}
            aria-disabled={option.disabled || undefined}
            onPointerMove={() => (option.disabled ? undefined : setReached(at))}
            onPointerDown={(event) => {
              // The list goes where its button goes: without the capture a press that it moves under would choose nothing.
              event.currentTarget.setPointerCapture(event.pointerId);
              pressed.current = { x: event.clientX, y: event.clientY };
            }}
            onClick={({ clientX, clientY, detail }) => {
              // A press that is drawn away is meant no more. A click without a press has no place.
              const { x, y } = pressed.current;
              if (detail > 0 && Math.hypot(clientX - x, clientY - y) > STEADY) return;
              if (!option.disabled) onChoose(at);
            }}
          >
            <span className="menu-check" aria-hidden>
              {at === chosen ? <Check size={13} /> : null}
            </span>
            <span>{option.label}</span>
          </div>
        </Fragment>
      ))}
    </div>
  );
}

const isLetter = (key: string): boolean => [...key].length === 1;

/** Joins letters that are typed one soon after the other. */
function useTyping(): (letter: string) => string {
  const kept = useRef({ text: "", at: 0 });
  return (letter) => {
    const now = performance.now();
    const text = now - kept.current.at < FORGET ? kept.current.text + letter : letter;
    kept.current = { text, at: now };
    return text;
  };
}
