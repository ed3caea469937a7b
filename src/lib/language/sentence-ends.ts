import { isAbbreviationStop } from './abbreviations.ts';

/**
 * `document`: lines may be wrapped, and a sentence begins with a capital letter, so that "approx. ten" and
 * "max. weight" are not cut. `chat`: a line end ends the sentence, and people may write everything in lower case.
 */
export type WritingStyle = 'document' | 'chat';

/**
 * Punctuation that ends sentences, with closing quotes and brackets. Full-width and Indic characters end a
 * sentence by themselves; those of alphabets only before white space: "3.50" and "example.com" are not cut.
 */
const signs = '(?:[。！？｡]+|[.!?…‽؟۔।॥።፧။៕]+)[\\p{Pe}\\p{Pf}"\'”’]*';
const terminators: Record<WritingStyle, RegExp> = {
  document: new RegExp(signs, 'gu'),
  chat: new RegExp(`${signs}|\\n+`, 'gu'),
};
const standsAlone = /^[。！？｡।॥።፧။៕\n]/u;
const wordCharacter = /[\p{L}\p{N}]/u;
/** "1." and "Step 2." are labels of the following text. */
const label = /^\s*(?:\p{L}+\s)?\d{1,3}$/u;
/** Longer than a label. Limits the text that is checked for each full stop. */
const longestLabel = 40;

const continuesInLowerCase = /^\s+\p{Ll}/u;

const isInnerStop = (text: string, sentenceStart: number, at: number): boolean =>
  isAbbreviationStop(text, at) ||
  (at - sentenceStart <= longestLabel && label.test(text.slice(sentenceStart, at)));

/**
 * Offsets at which a sentence ends, ascending, without the end of the text itself. White space after a
 * sentence comes after its offset. Every sentence has a letter or a digit. Linear in the length of the text.
 */
export const sentenceEnds = (text: string, style: WritingStyle): number[] => {
  const ends: number[] = [];
  let start = 0;
  /** The current sentence was searched for letters and digits up to here. */
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

/** The sentences of a text without surrounding white space. */
export const splitSentences = (text: string, style: WritingStyle): string[] => {
  const edges = [0, ...sentenceEnds(text, style), text.length];
  const sentences = edges.slice(1).map((end, index) => text.slice(edges[index], end).trim());
  return sentences.filter((sentence) => sentence !== '');
};
