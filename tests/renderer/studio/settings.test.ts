import { describe, expect, it } from "vitest";
import { preferencesIn } from "../../../renderer/host/preferences.ts";
import { STUDIO_PREFERENCES } from "../../../renderer/studio/preferences.ts";
import { Settings } from "../../../renderer/studio/settings.ts";
import { createShell } from "../../../renderer/studio/shell.ts";

/** Two windows over one storage, which is slow. */
function windows() {
  const texts = new Map<string, string>();
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
  const preferences = preferencesIn({
    get: async (key) => pause().then(() => texts.get(key) ?? null),
    set: async (key, text) => pause().then(() => void texts.set(key, text)),
  });
  const open = () => {
    const shell = createShell();
    return new Settings(shell, preferences, (error) => {
      throw error;
    });
  };
  return { one: open(), two: open(), saved: () => preferences.load(STUDIO_PREFERENCES) };
}

describe("preferences of two windows", () => {
  it("keep what each of them has changed, and neither sees it change under its hands", async () => {
    const { one, two, saved } = windows();
    await Promise.all([
      one.change({ theme: "light" }),
      two.change({ minimap: false }),
      one.change({ ages: true }),
    ]);
    expect(await saved()).toMatchObject({ theme: "light", minimap: false, ages: true });
    expect(two.now).toMatchObject({ theme: "system", minimap: false });
  });

  it("keep the options of tools one by one", async () => {
    const { one, two, saved } = windows();
    one.tools.write("draw", "brush", 3);
    two.tools.write("draw", "form", "square");
    two.tools.write("line", "width", 2);
    await one.change({});
    expect((await saved()).toolOptions).toEqual({ draw: { brush: 3, form: "square" }, line: { width: 2 } });
  });
});
