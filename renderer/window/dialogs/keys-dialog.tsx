/** Every key and its command: a reference sheet, and the place to bind other keys. */

import { useMemo, useRef, useState } from "react";
import type { CommandEntry } from "../../commands/command.ts";
import { KEY_PRESETS, presetOf } from "../../commands/key-bindings.ts";
import type { Keymap, KeyOverrides } from "../../commands/keymap.ts";
import { scoreOf } from "../../commands/palette.ts";
import { HAND, keySections } from "../../commands/views.ts";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { useStudio } from "../../studio/hooks.ts";
import { WithArrows } from "../../ui/arrows.tsx";
import { TextButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { KeyEditor } from "./key-editor.tsx";
import "./keys-dialog.css";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    keys: StudioPage;
  }
}

/** Escape is the way out of everything and cannot be rebound. */
const FIXED = "edit.cancel";
const OWN = "own";

export function KeysDialog({ onClose }: StudioPage) {
  const studio = useStudio();
  const { keymap } = studio.commands;
  const { keys } = studio.shell.getState().preferences;
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [capturing, setCapturing] = useState(false);
  const row = useRef<HTMLButtonElement | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const sections = useMemo(() => found(keymap, query), [keymap, query]);
  const command = keymap.commands.find(({ id }) => id === chosen) ?? null;
  const bind = (next: KeyOverrides): void => {
    const plain = Object.fromEntries(Object.entries(next).map(([id, chords]) => [id, [...chords]]));
    studio.settings.change({ keys: plain }).catch(studio.status.report);
  };
  const resetAll = (): void => {
    bind({});
    // The pressed button is disabled now.
    search.current?.focus();
  };
  return (
    <Dialog
      title="Keyboard shortcuts"
      text="Keys without Ctrl, Alt or Command act while the cells have the focus. Choose a command to change its keys."
      size="large"
      onClose={onClose}
      // While the dialog waits for a key, Escape only cancels that.
      holdsEscape={capturing}
    >
      <div className="keys-bar">
        <input
          ref={search}
          type="search"
          aria-label="Search commands and keys"
          placeholder="Command or key…"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <PresetField keys={keys} onChoose={bind} />
        <TextButton disabled={Object.keys(keys).length === 0} onPress={resetAll}>
          Reset all
        </TextButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="help keys" tabIndex={0} aria-label="All keys">
        {sections.map(({ title, commands }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {commands.map((one) => (
                <li key={one.id}>
                  <KeyRow
                    command={one}
                    shown={keymap.allShown(one.id)}
                    changed={one.id in keys}
                    pressed={one.id === chosen}
                    onPress={(element) => {
                      row.current = element;
                      setChosen(one.id);
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {sections.length === 0 ? (
          <p className="empty">No command and no key is called that.</p>
        ) : (
          <MouseSection />
        )}
      </section>
      {command ? (
        <KeyEditor
          key={command.id}
          command={command}
          keys={keys}
          capturing={capturing}
          onCapture={setCapturing}
          onBind={bind}
          onDone={() => {
            setChosen(null);
            row.current?.focus();
          }}
        />
      ) : null}
    </Dialog>
  );
}

function PresetField({
  keys,
  onChoose,
}: {
  readonly keys: KeyOverrides;
  readonly onChoose: (keys: KeyOverrides) => void;
}) {
  const preset = presetOf(keys);
  return (
    <Select
      label="Set of keys"
      value={preset?.id ?? OWN}
      options={[
        ...(preset ? [] : [{ id: OWN, label: "Your own" }]),
        ...KEY_PRESETS.map(({ id, name }) => ({ id, label: name })),
      ]}
      onChange={(chosen) => {
        const next = KEY_PRESETS.find(({ id }) => id === chosen);
        if (next) onChoose(next.keys);
      }}
    />
  );
}

function KeyRow({
  command,
  shown,
  changed,
  pressed,
  onPress,
}: {
  readonly command: CommandEntry;
  readonly shown: readonly string[];
  readonly changed: boolean;
  readonly pressed: boolean;
  readonly onPress: (element: HTMLButtonElement) => void;
}) {
  const content = (
    <>
      <span>{command.name}</span>
      <span className="chords">
        {shown.length === 0 ? <span className="none">no key</span> : null}
        {shown.map((key) => (
          <kbd key={key}>
            <WithArrows text={key} />
          </kbd>
        ))}
        {changed ? <span className="visually-hidden">, changed</span> : null}
      </span>
    </>
  );
  if (command.id === FIXED) return <div className="key-row fixed">{content}</div>;
  return (
    <button
      type="button"
      className={changed ? "key-row changed" : "key-row"}
      aria-pressed={pressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {content}
    </button>
  );
}

function MouseSection() {
  return (
    <section>
      <h3>Mouse and touch</h3>
      <ul>
        {HAND.map(({ title, keys }) => (
          <li key={title} className="key-row fixed">
            <span>{title}</span>
            <span className="chords">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The commands of each category whose name or keys match a query. */
function found(keymap: Keymap, query: string) {
  const typed = query.trim().toLowerCase();
  const fits = (command: CommandEntry): boolean =>
    scoreOf(query, command) > 0 ||
    keymap.allShown(command.id).some((key) => key.toLowerCase() === typed) ||
    (typed.includes("+") && keymap.allShown(command.id).some((key) => key.toLowerCase().startsWith(typed)));
  return keySections(keymap)
    .map(({ title, commands }) => ({ title, commands: commands.filter(fits) }))
    .filter(({ commands }) => commands.length > 0);
}
