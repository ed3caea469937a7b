export interface PatternSearch {
  /** Regular expressions in the order in which they are tried. */
  patterns: string[];
  flags: string;
  text: string;
}

/** The first pattern that matches the text, by its index in the list, and the matched text. */
export default ({ patterns, flags, text }: PatternSearch): { index: number; words: string } | null => {
  for (const [index, pattern] of patterns.entries()) {
    const words = new RegExp(pattern, flags).exec(text)?.[0];
    if (words !== undefined) return { index, words };
  }
  return null;
};
