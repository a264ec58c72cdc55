/** What a page of the studio may have of the browser, and where it may go. Whatever is not named is refused. */

/** Full screen on F11, and copying by the page's own means; the shell does the rest of the clipboard itself. */
const GRANTED: ReadonlySet<string> = new Set(["fullscreen", "clipboard-sanitized-write"]);

export function isGranted(
  permission: string,
  url: string | null | undefined,
  isInside: (url: string) => boolean,
): boolean {
  return GRANTED.has(permission) && typeof url === "string" && isInside(url);
}

/** Where a link leads: a page of ours stays in the window, the web opens in the user's browser, the rest goes nowhere. */
export function destinationOf(
  url: string,
  isInside: (url: string) => boolean,
): "inside" | "browser" | "nowhere" {
  if (isInside(url)) return "inside";
  return URL.canParse(url) && new URL(url).protocol === "https:" ? "browser" : "nowhere";
}
