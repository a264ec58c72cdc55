// What strangers write reaches the window as text and as data, never as markup, code or a prototype.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { preferencesIn } from "../../renderer/host/preferences.ts";
import { STUDIO_PREFERENCES } from "../../renderer/studio/preferences.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("the window", () => {
  test("has no way for a text to become markup or code", () => {
    const ways =
      /dangerouslySetInnerHTML|\.(innerHTML|outerHTML|srcdoc)\b|insertAdjacentHTML|createContextualFragment|DOMParser|document\.write|\beval\(|new Function\(/;
    const files = readdirSync(join(ROOT, "renderer"), { recursive: true, encoding: "utf8" });
    const sources = files.filter((name) => /\.tsx?$/.test(name));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((name) => ways.test(readFileSync(join(ROOT, "renderer", name), "utf8")))).toEqual(
      [],
    );
  });
});

describe("preferences", () => {
  test("that name a prototype change none, and what else they say counts", async () => {
    const text = `{"version":1,"value":{
      "__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"theme":"light",
      "keys":{"__proto__":["x"],"time.step":["n"]},
      "toolOptions":{"__proto__":{"polluted":1},"brush":{"__proto__":1,"size":3}}}}`;
    const store = new Map([[STUDIO_PREFERENCES.key, text]]);
    const preferences = preferencesIn({
      get: async (key) => store.get(key) ?? null,
      set: async (key, value) => void store.set(key, value),
    });
    const check = async (): Promise<void> => {
      const loaded = await preferences.load(STUDIO_PREFERENCES);
      expect(loaded.theme).toBe("light");
      expect(loaded.keys["time.step"]).toEqual(["n"]);
      expect(loaded.toolOptions.brush).toEqual({ size: 3 });
      for (const value of [loaded, loaded.keys, loaded.toolOptions, loaded.toolOptions.brush, {}]) {
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
        expect(value).not.toHaveProperty("polluted");
        expect(Object.hasOwn(value as object, "__proto__")).toBe(false);
      }
    };
    await check();
    await preferences.update(STUDIO_PREFERENCES, (saved) => ({ ...saved, minimap: false }));
    await check();
    expect(store.get(STUDIO_PREFERENCES.key)).not.toMatch(/__proto__|polluted/);
  });
});
