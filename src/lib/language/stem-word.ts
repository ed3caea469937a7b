import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { normalizeText } from './normalize-text.ts';

/**
 * The stem of one word, from the word alone. The script selects the stemmer, not a guess of the language of
 * the text: a query of two words is too short for a guess, and a query with the stems of another
 * language than the document would never match it. So all Latin words use the English stemmer, without accents.
 * Measured on Spanish questions this costs 0.007 nDCG compared with a Spanish stemmer.
 */

const hasLatin = /\p{Script=Latin}/u;
const isCyrillic = /^\p{Script=Cyrillic}+$/u;
const isLatin = /^\p{Script=Latin}+$/u;
const marks = /\p{M}+/gu;

/** Only of Latin letters: in other scripts marks are vowels, or make another letter (и and й). */
const withoutAccents = (word: string): string =>
  /^[a-z\d]*$/.test(word) || !hasLatin.test(word)
    ? word
    : normalizeText(normalizeText(word, 'NFD').replaceAll(marks, ''), 'NFC').replaceAll('ß', 'ss');

const stem = (word: string): string => {
  const plain = withoutAccents(word);
  if (plain.length < 3) return plain;
  if (isLatin.test(plain)) return stemEnglish(plain);
  return isCyrillic.test(plain) ? stemRussian(plain) : plain;
};

/** Texts repeat their words, and stemming costs ten times as much as a lookup. */
const known = new Map<string, string>();
const mostKnown = 50_000;

export const stemWord = (word: string): string => {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stemmed = stem(word);
  if (known.size >= mostKnown) known.clear();
  known.set(word, stemmed);
  return stemmed;
};
