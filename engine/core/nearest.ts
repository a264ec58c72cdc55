/**
 * The word of a list that a person probably meant: the nearest by edit distance (insertions, deletions, replacements
 * and swaps of neighbours, each counting one), as long as most of it is right. Of equally near words one with the same first
 * letter is meant. A prefix of exactly one word is that word.
 */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const typed = text.toLowerCase();
  const begun = words.filter((word) => typed.length > 1 && word.toLowerCase().startsWith(typed));
  if (begun.length === 1) return begun[0];
  const begins = (word: string): boolean => word.toLowerCase()[0] === typed[0];
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const word of words) {
    const distance = editDistance(typed, word.toLowerCase());
    const beginsBetter = begins(word) && best !== undefined && !begins(best);
    if (distance < least || (distance === least && beginsBetter)) {
      least = distance;
      best = word;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(back[j] + 1, row[j - 1] + 1, back[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, twoBack[j - 2] + 1);
      row.push(cost);
    }
    twoBack = back;
    back = row;
  }
  return back[b.length];
}
