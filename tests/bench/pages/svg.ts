/** The pieces of a plot as SVG: a plot in the docs is a text file that can be made again byte for byte. */

const INK = "#1d232c";
export const GRID = "#e2d9c5";

/** `parts` are elements. */
export function svgPage(title: string, width: number, height: number, parts: readonly string[]): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fffdf7"/>`,
    text(70, 24, title, `font-size="15" font-weight="600"`),
    ...parts,
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

export function text(x: number, y: number, what: string, more = ""): string {
  const colour = more.includes("fill=") ? "" : ` fill="${INK}"`;
  return `<text x="${num(x)}" y="${num(y)}"${colour}${more ? ` ${more}` : ""}>${escaped(what)}</text>`;
}

/** A name along the upright axis. */
export function upright(x: number, y: number, what: string): string {
  return text(x, y, what, `text-anchor="middle" transform="rotate(-90 ${num(x)} ${num(y)})"`);
}

export function num(value: number): string {
  return String(Number(value.toFixed(1)));
}

function escaped(what: string): string {
  return what
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
