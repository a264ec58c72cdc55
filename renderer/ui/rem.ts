/** CSS pixels of a rem: 16, and more with larger text. */
export function remInPixels(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
