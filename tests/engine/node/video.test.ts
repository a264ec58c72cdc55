// Which film a file's name and --codec ask for.

import { expect, test } from "vitest";
import { exporterForName } from "../../../engine/export/registry.ts";
import { isVideo, NODE_EXPORTERS } from "../../../engine/node/video.ts";

const chosen = (name: string, codec?: string): string => exporterForName(name, NODE_EXPORTERS, codec).name;

test.each([
  ["a.mp4", ["h264", "av1"], ["MP4 (H.264)", "MP4 (AV1)"]],
  ["a.webm", ["vp9", "av1"], ["WebM (VP9)", "WebM (AV1)"]],
  ["a.avi", ["mpeg4"], ["AVI (MPEG-4)"]],
  ["a.mkv", ["ffv1"], ["Matroska (FFV1)"]],
  ["a.webp", ["webp"], ["WebP (lossless)"]],
  ["a.avif", ["avif"], ["AVIF (AV1)"]],
])("%s is packed with %s, the first unless another is asked for", (name, codecs, names) => {
  expect(codecs.map((codec) => chosen(name, codec))).toEqual(names);
  expect(chosen(name)).toBe(names[0]);
  expect(() => chosen(name, "h263")).toThrow(`"${name}" cannot be packed with the codec "h263".`);
});

test("a film that keeps every pixel takes pictures of any size, and one that halves colours even ones", () => {
  const films = NODE_EXPORTERS.list().filter(isVideo);
  const steps = Object.fromEntries(
    films.map(({ id, lossless, sizeStep }) => [id, `${lossless ? "exact" : "lossy"} by ${sizeStep}`]),
  );
  expect(steps).toEqual({
    ...{ mp4: "lossy by 2", "mp4-av1": "lossy by 2", webm: "lossy by 2", "webm-av1": "lossy by 2" },
    ...{ avi: "lossy by 2", mkv: "exact by 1", webp: "exact by 1", avif: "lossy by 2", film: "lossy by 2" },
  });
});
