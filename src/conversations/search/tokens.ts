import { toSimplified } from '../../lib/language/index.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';

/** Increase it when the terms of a text change: all rounds are then indexed again. */
export const analysisVersion = 1;

export interface Token {
  /** Letters and digits in lower case, without accents. */
  text: string;
  /** Place in the text. */
  start: number;
  end: number;
  /** The last character of a script without spaces, as a term of its own. */
  isTail: boolean;
}

/** Longer "words" are data. Their beginning is enough to tell them apart. */
const longestToken = 64;
/** Soft hyphens and joiners are inside of words. */
const words = /[\p{L}\p{M}\p{N}\u00AD\u200C\u200D]+|\p{Extended_Pictographic}/gu;
/** Scripts without spaces, and Korean, which attaches particles to words. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const isUnspaced = new RegExp(`[${unspaced}]`, 'u');
const pieces = new RegExp(
  `(?<unspaced>[${unspaced}\\p{M}]*[${unspaced}][${unspaced}\\p{M}]*)|[^${unspaced}]+`,
  'gu',
);
const plain = /^[\da-z]+$/;
const accents = /[\u0300-\u036F]/g;
const noWord = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+|\p{Variation_Selector}/gu;

const fold = (text: string): string => {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  const folded = normalizeText(normalizeText(lower, 'NFKD').replace(accents, ''), 'NFKC').toLowerCase();
  // Some letters stand for several words: their spaces would end the term.
  return toSimplified(folded.replace(noWord, '').replaceAll('ς', 'σ'));
};

const cut = (text: string): string =>
  text.length > longestToken ? text.slice(0, longestToken).toWellFormed() : text;

/** Every pair of neighbours, then the last character, so that one character is found by the beginning of a pair. */
function* pairsOf(run: string, start: number): Generator<Token> {
  let before: { text: string; start: number } | undefined;
  let at = start;
  for (const character of run) {
    const text = fold(character);
    const end = at + character.length;
    if (text !== '') {
      if (before) yield { text: before.text + text, start: before.start, end, isTail: false };
      before = { text, start: at };
    }
    at = end;
  }
  if (before) yield { ...before, end: at, isTail: true };
}

/** The terms of a text in order, lazily: a long text costs only as much as is read. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!isUnspaced.test(word)) {
      const folded = cut(fold(word));
      if (folded !== '') yield { text: folded, start: index, end: index + word.length, isTail: false };
      continue;
    }
    for (const piece of word.matchAll(pieces)) {
      const start = index + piece.index;
      if (piece.groups?.unspaced !== undefined) yield* pairsOf(piece[0], start);
      else {
        const folded = cut(fold(piece[0]));
        if (folded !== '') yield { text: folded, start, end: start + piece[0].length, isTail: false };
      }
    }
  }
}
