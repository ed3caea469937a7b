/** A dot after these is no end. */
const abbreviation = /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|approx|Inc|Ltd)|\b\p{Lu}|\d)\.$/u;
/** Nobody should wait for the end of a sentence that has none. */
const longestCharacters = 400;

const endOfSentence = /[.!?]["')\]]*\s+|[。！？]|\n+/gu;

const firstEnd = (text: string): number | undefined => {
  for (const match of text.matchAll(endOfSentence)) {
    const end = match.index + match[0].length;
    const isBreak = match[0].includes('\n');
    if (!isBreak && abbreviation.test(text.slice(0, match.index + 1))) continue;
    if (/[\p{L}\p{N}]/u.test(text.slice(0, end))) return end;
  }
  if (text.length <= longestCharacters) return undefined;
  const space = text.lastIndexOf(' ', longestCharacters);
  return space > 0 ? space + 1 : longestCharacters;
};

/**
 * Cuts a text that is still being written into sentences. The pieces and the rest, joined, are the text.
 * A sentence counts as ended once something follows it.
 */
export const splitSentences = (text: string): { sentences: string[]; rest: string } => {
  const sentences: string[] = [];
  let rest = text;
  for (let end = firstEnd(rest); end !== undefined; end = firstEnd(rest)) {
    sentences.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return { sentences, rest };
};
