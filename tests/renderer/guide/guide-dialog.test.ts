// Where the guide opens.

import "../../support/played-page/early.ts";
import { it, vi } from "vitest";
import { GuideDialog } from "../../../renderer/guide/guide-dialog.tsx";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

async function guideAt(place: string) {
  const { page, show } = inStudio();
  await show(GuideDialog, { place, onClose: vi.fn() });
  const { document } = page;
  await until(() => document.querySelector(".guide-page h3") !== null);
  return { focused: () => document.activeElement?.textContent };
}

it("stands at the section that it is opened at, and the keys go on from there", async () => {
  const { focused } = await guideAt("one-dimension/majority");
  await until(() => focused() === "Majority");
});

it("stands at a word of the lexicon", async () => {
  const { focused } = await guideAt("lexicon/puffer");
  await until(() => focused()?.startsWith("puffer") === true);
});
