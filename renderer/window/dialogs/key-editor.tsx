/** The keys of one command: removes them, adds pressed ones, and names other commands with the same keys. */

import { Plus, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { chordsOf, normaliseChord, showChord } from "../../commands/chord.ts";
import type { CommandEntry } from "../../commands/command.ts";
import { clashesWith, withChords, withoutOverride } from "../../commands/key-bindings.ts";
import type { KeyOverrides } from "../../commands/keymap.ts";
import { useStudio } from "../../studio/hooks.ts";
import { WithArrows } from "../../ui/arrows.tsx";
import { TextButton } from "../../ui/button.tsx";
import { keyInputOf } from "../keys.ts";
import "../../ui/chips.css";

export function KeyEditor({
  command,
  keys,
  capturing,
  onCapture,
  onBind,
  onDone,
}: {
  readonly command: CommandEntry;
  readonly keys: KeyOverrides;
  readonly capturing: boolean;
  readonly onCapture: (capturing: boolean) => void;
  readonly onBind: (keys: KeyOverrides) => void;
  readonly onDone: () => void;
}) {
  const studio = useStudio();
  const { keymap, keyPlatform } = studio.commands;
  const [said, setSaid] = useState("");
  const add = useRef<HTMLButtonElement>(null);
  // After a choice by keyboard, the focus goes on to the command's keys.
  useEffect(() => {
    add.current?.focus();
  }, []);
  const chords = keymap.chordsFor(command.id);
  const clashes = chords.flatMap((chord) =>
    clashesWith(keymap, command, chord, studio.commands.state).map((other) => ({ chord, other })),
  );
  const show = (chord: string): string => showChord(chord, keyPlatform);
  const setChords = (of: CommandEntry, next: readonly string[]): void =>
    onBind(withChords(keys, of, next, keyPlatform));
  const take = (typed: string): void => {
    onCapture(false);
    const chord = normaliseChord(typed, keyPlatform);
    const known = chords.includes(chord);
    if (typed === "Escape") setSaid("No key was added.");
    else setSaid(known ? `${show(chord)} is one of its keys already.` : `${show(chord)} was added.`);
    if (typed !== "Escape" && !known) setChords(command, [...chords, chord]);
  };
  const press = (event: KeyboardEvent): void => {
    if (!capturing) return;
    event.preventDefault();
    event.stopPropagation();
    const [typed] = chordsOf(keyInputOf(event.nativeEvent));
    if (typed !== undefined) take(typed);
  };
  return (
    <section className="key-editor" aria-label={`Keys of ${command.name}`}>
      <h3>{command.name}</h3>
      <div className="key-chips">
        {chords.map((chord) => (
          <button
            key={chord}
            type="button"
            className="chip"
            aria-label={`Remove ${show(chord)}`}
            onClick={() => {
              setSaid(`${show(chord)} was removed.`);
              setChords(
                command,
                chords.filter((other) => other !== chord),
              );
              add.current?.focus();
            }}
          >
            <WithArrows text={show(chord)} /> <X size={12} aria-hidden />
          </button>
        ))}
        <button
          ref={add}
          type="button"
          className={capturing ? "chip capturing" : "chip"}
          onClick={() => onCapture(!capturing)}
          onKeyDown={press}
          onBlur={() => onCapture(false)}
        >
          {capturing ? (
            "Press the keys now; Esc for none"
          ) : (
            <>
              <Plus size={12} aria-hidden /> Add a key
            </>
          )}
        </button>
      </div>
      <div className="key-actions">
        <TextButton
          disabled={!(command.id in keys)}
          onPress={() => {
            setSaid(`${command.name} has its usual keys again.`);
            onBind(withoutOverride(keys, command.id));
            add.current?.focus();
          }}
        >
          Reset
        </TextButton>
        <TextButton look="accent" onPress={onDone}>
          Done
        </TextButton>
      </div>
      {clashes.length > 0 ? (
        <div className="key-clashes" role="alert">
          {clashes.map(({ chord, other }) => (
            <p key={`${chord} ${other.id}`}>
              {show(chord)} also means “{other.name}”.{" "}
              <button
                type="button"
                className="link"
                onClick={() => {
                  setChords(
                    other,
                    keymap.chordsFor(other.id).filter((one) => one !== chord),
                  );
                  add.current?.focus();
                }}
              >
                Take it away there
              </button>
            </p>
          ))}
        </div>
      ) : null}
      <p className="visually-hidden" role="status">
        {capturing ? "Press the keys now. Escape for none." : said}
      </p>
    </section>
  );
}
