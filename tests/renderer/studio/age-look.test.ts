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

function rig(
  document: ReturnType<typeof newDocument>,
  now: Partial<AgeLook> = { ages: false, trail: false },
) {
  const settings = {
    now,
    change: async (change: object) => void Object.assign(settings.now, change),
  };
  return { settings, tabs: { document } } as unknown as Pick<StudioServices, "settings" | "tabs">;
}

async function garden(settings: { now: Partial<AgeLook> }) {
  const shown = { ...newDocument(), editor: { run: async () => {} } };
  const services = {
    settings,
    shell: { getState: () => ({ pace: {} }), setState: () => {}, subscribe: () => () => {} },
    files: { openPattern: async () => shown },
    patternFiles: { read: async () => ({ pattern: {} }) },
  } as unknown as StudioServices;
  await showFirstSight(services, { matchMedia: () => ({ matches: true }) } as unknown as Window);
  return shown;
}

test("the first garden shows ages and a trail, and other universes do as before", async () => {
  const first = await garden({ now: {} });
  expect(ageLookOf(first as never, {})).toEqual({ ages: true, trail: true });
  expect(ageLookOf(newDocument() as never, {})).toEqual({ ages: false, trail: false });
  expect(ageLookOf(null, { ages: true, trail: false })).toEqual({ ages: true, trail: false });
});

test("the garden of a later session looks as the person chose in an earlier one", async () => {
  const first = await garden({ now: {} });
  const { settings, tabs } = rig(first, {});
  await chooseAgeLook({ settings, tabs }, { trail: false });
  expect(ageLookOf((await garden(settings)) as never, settings.now)).toEqual({ ages: true, trail: false });
  await chooseAgeLook({ settings, tabs }, { ages: false });
  expect(ageLookOf((await garden(settings)) as never, settings.now)).toEqual({ ages: false, trail: false });
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
