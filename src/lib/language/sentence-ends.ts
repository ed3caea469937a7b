import { isAbbreviationStop } from './abbreviations.ts';

/**
 * `document`: lines may be wrapped, and a sentence begins with a capital letter, so that "approx. ten" and
 * "max. weight" are not cut. `chat`: a line end ends the sentence, and people may write everything in lower case.
 */
export type WritingStyle = 'document' | 'chat';

/**
 * Signs that end sentences, with the quotes and brackets that close behind them. Full-width and Indic signs end a
 * sentence by themselves; those of alphabets only before white space: "3.50" and "example.com" are not cut.
 */
const signs = '(?:[。！？｡]+|[.!?…‽؟۔।॥።፧။៕]+)[\\p{Pe}\\p{Pf}"\'”’]*';
const terminators: Record<WritingStyle, RegExp> = {
  document: new RegExp(signs, 'gu'),
  chat: new RegExp(`${signs}|\\n+`, 'gu'),
};
const standsAlone = /^[。！？｡।॥።፧။៕\n]/u;
const wordCharacter = /[\p{L}\p{N}]/u;
/** "1." and "Step 2." are labels of what follows. */
const label = /^\s*(?:\p{L}+\s)?\d{1,3}$/u;
/** Longer than a label; bounds what is looked at for each full stop. */
const longestLabel = 40;

const continuesInLowerCase = /^\s+\p{Ll}/u;

const isInnerStop = (text: string, sentenceStart: number, at: number): boolean =>
  isAbbreviationStop(text, at) ||
  (at - sentenceStart <= longestLabel && label.test(text.slice(sentenceStart, at)));

/**
 * Offsets at which a sentence ends, ascending; the end of the text itself is not among them. White space after a
 * sentence comes after its offset. Every sentence has a letter or a digit. Linear in the length of the text.
 */
export const sentenceEnds = (text: string, style: WritingStyle): number[] => {
  const ends: number[] = [];
  let start = 0;
  /** Up to here the current sentence was searched for letters and digits. */
  let searchedTo = 0;
  let hasWord = false;
  for (const match of text.matchAll(terminators[style])) {
    hasWord ||= wordCharacter.test(text.slice(searchedTo, match.index));
    searchedTo = match.index;
    if (!hasWord) continue;
    const isLineEnd = match[0].startsWith('\n');
    const end = isLineEnd ? match.index : match.index + match[0].length;
    if (end === text.length) break;
    if (!standsAlone.test(match[0])) {
      const after = text.slice(end, end + longestLabel);
      if (!/^\s/.test(after)) continue;
      if (style === 'document' && continuesInLowerCase.test(after)) continue;
      if (match[0] === '.' && isInnerStop(text, start, match.index)) continue;
    }
    ends.push(end);
    start = end;
    searchedTo = end;
    hasWord = false;
  }
  return ends;
};

/** The sentences of a text without the white space around them. */
export const splitSentences = (text: string, style: WritingStyle): string[] => {
  const edges = [0, ...sentenceEnds(text, style), text.length];
  const sentences = edges.slice(1).map((end, index) => text.slice(edges[index], end).trim());
  return sentences.filter((sentence) => sentence !== '');
};
