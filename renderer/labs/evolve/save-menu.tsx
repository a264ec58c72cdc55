/** Saves a plot as a picture and its figures as a table. */

import { useStudio } from "../../studio/hooks.ts";
import { ChoiceMenu } from "../../ui/menu.tsx";

export function SaveMenu({
  tip,
  name,
  csv,
  png,
  more = {},
}: {
  readonly tip: string;
  /** Of the files, without an ending. */
  readonly name: string;
  readonly csv: () => string;
  /** Nothing while there is no plot yet. */
  readonly png: () => Promise<Uint8Array | null> | undefined;
  /** Entries before these. */
  readonly more?: Readonly<Record<string, readonly [title: string, act: () => Promise<unknown>]>>;
}) {
  const studio = useStudio();
  const save = async (label: string, extension: string, bytes: Uint8Array | null | undefined) => {
    if (!bytes) return;
    const file = await studio.host.files.pickSave({
      types: [{ label, extensions: [extension] }],
      name: `${name}${extension}`,
    });
    if (!file) return;
    await studio.host.files.write(file, bytes);
    studio.status.say(`Saved ${file.name}.`);
  };
  const acts: NonNullable<typeof more> = {
    ...more,
    csv: ["Save figures as CSV…", () => save("CSV", ".csv", new TextEncoder().encode(csv()))],
    png: ["Save plot as PNG…", async () => save("PNG", ".png", await png())],
  };
  const groups = [Object.entries(acts).map(([id, [title]]) => ({ id, title }))];
  return (
    <ChoiceMenu
      className="text-button"
      label="Save"
      tip={tip}
      groups={groups}
      onChoose={(id) => void acts[id]?.[1]().catch(studio.status.report)}
    >
      Save
    </ChoiceMenu>
  );
}
