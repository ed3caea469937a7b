export interface PatternSearch {
  /** Regular expressions in the order in which they are tried. */
  patterns: string[];
  flags: string;
  text: string;
}

/** The first pattern that is in the text, by its position in the list, and the words it matched. */
export default ({ patterns, flags, text }: PatternSearch): { index: number; words: string } | null => {
  for (const [index, pattern] of patterns.entries()) {
    const words = new RegExp(pattern, flags).exec(text)?.[0];
    if (words !== undefined) return { index, words };
  }
  return null;
};
