import { expect, test } from "vitest";
import type { AgeLook } from "../../../renderer/document/document.ts";
import { ageLookOf, chooseAgeLook } from "../../../renderer/studio/age-look.ts";
import { showFirstSight } from "../../../renderer/studio/first-sight.ts";
import type { StudioServices } from "../../../renderer/studio/services.ts";

const newDocument = () => ({
  ageLook: {} as Partial<AgeLook>,
  setAgeLook(look: Partial<AgeLook>) {
    this.ageLook = look;
  },
});

function rig(document: ReturnType<typeof newDocument>) {
  const settings = {
    now: { ages: false, trail: false },
    change: async (change: object) => void Object.assign(settings.now, change),
  };
  return { settings, tabs: { document } } as unknown as Pick<StudioServices, "settings" | "tabs">;
}

test("the first garden shows ages and a trail, and other universes do as before", async () => {
  const garden = { ...newDocument(), editor: { run: async () => {} } };
  const shell = { getState: () => ({ pace: {} }), setState: () => {} };
  const services = {
    shell,
    files: { openPattern: async () => garden },
    patternFiles: { read: async () => ({ pattern: {} }) },
  } as unknown as StudioServices;
  await showFirstSight(services, { matchMedia: () => ({ matches: true }) } as unknown as Window);
  const preferences = { ages: false, trail: false };
  expect(ageLookOf(garden as never, preferences)).toEqual({ ages: true, trail: true });
  expect(ageLookOf(newDocument() as never, preferences)).toEqual(preferences);
  expect(ageLookOf(null, { ages: true, trail: false })).toEqual({ ages: true, trail: false });
});

test("what a person chooses counts everywhere, and leaves the rest of a universe's own look", async () => {
  const document = newDocument();
  document.setAgeLook({ ages: true, trail: true });
  const services = rig(document);
  const preferences = services.settings.now;
  const shown = () => ageLookOf(document as never, preferences);
  await chooseAgeLook(services, { trail: false });
  expect(shown()).toEqual({ ages: true, trail: false });
  expect(preferences).toEqual({ ages: false, trail: false });
  await chooseAgeLook(services, { ages: false });
  expect(shown()).toEqual({ ages: false, trail: false });
  await chooseAgeLook(services, { ages: true, trail: true });
  expect(shown()).toEqual({ ages: true, trail: true });
  expect(ageLookOf(newDocument() as never, preferences)).toEqual({ ages: true, trail: true });
});
