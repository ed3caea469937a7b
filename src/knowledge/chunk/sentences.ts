/**
 * Ends of sentences in any script that marks them. Full-width and Indic signs end a sentence by themselves;
 * the full stop, question and exclamation marks of alphabets only before white space.
 */
const terminators = /(?:[。！？｡]+|[.!?…‽؟۔।॥።፧။៕]+)[\p{Pe}\p{Pf}"'”’]*/gu;
const standsAlone = /^[。！？｡।॥።፧။៕]/u;
const initialOrAbbreviation =
  /(?:^|[\s(])(?:\p{L}|Mrs?|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|cf|approx|Fig|Inc|Ltd)$/u;

const endsSentence = (text: string, match: RegExpExecArray): boolean => {
  const end = match.index + match[0].length;
  if (standsAlone.test(match[0])) return true;
  const after = text.slice(end, end + 40);
  if (!/^\s/.test(after)) return false;
  if (/^\s+\p{Ll}/u.test(after)) return false;
  return (
    match[0] !== '.' || !initialOrAbbreviation.test(text.slice(Math.max(0, match.index - 8), match.index))
  );
};

/** Offsets within the text at which a sentence has ended, ascending; the text's own end is not among them. */
export const sentenceEnds = (text: string): number[] => {
  const ends: number[] = [];
  for (const match of text.matchAll(terminators)) {
    const end = match.index + match[0].length;
    if (end < text.length && endsSentence(text, match)) ends.push(end);
  }
  return ends;
};
