/** The browser permissions of a studio page, and its permitted navigation. All others are refused. */

/** Full screen for F11, and the page's own copy command; the shell does the rest of the clipboard itself. */
const GRANTED: ReadonlySet<string> = new Set(["fullscreen", "clipboard-sanitized-write"]);

export function isGranted(
  permission: string,
  url: string | null | undefined,
  isInside: (url: string) => boolean,
): boolean {
  return GRANTED.has(permission) && typeof url === "string" && isInside(url);
}

/** The target of a link: a page of ours stays in the window, the web opens in the user's browser, all others are dropped. */
export function destinationOf(
  url: string,
  isInside: (url: string) => boolean,
): "inside" | "browser" | "nowhere" {
  if (isInside(url)) return "inside";
  return URL.canParse(url) && new URL(url).protocol === "https:" ? "browser" : "nowhere";
}
