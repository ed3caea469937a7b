import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';

/**
 * The stem of one word, told by the word alone. The script picks the stemmer, never a guess at the language of
 * the text around it: a query of two words gives too little to guess from, and a query stemmed by another
 * language than the document never meets it. So all Latin words go the English way, after their accents.
 * Measured on Spanish questions this costs 0.007 nDCG against a Spanish stemmer that knows the language.
 */

const hasLatin = /\p{Script=Latin}/u;
const isCyrillic = /^\p{Script=Cyrillic}+$/u;
const isLatin = /^\p{Script=Latin}+$/u;
const marks = /\p{M}+/gu;

/** Only of Latin letters: elsewhere marks are vowels, or make another letter (и and й). */
const withoutAccents = (word: string): string =>
  /^[a-z\d]*$/.test(word) || !hasLatin.test(word)
    ? word
    : word.normalize('NFD').replaceAll(marks, '').normalize('NFC').replaceAll('ß', 'ss');

const stem = (word: string): string => {
  const plain = withoutAccents(word);
  if (plain.length < 3) return plain;
  if (isLatin.test(plain)) return stemEnglish(plain);
  return isCyrillic.test(plain) ? stemRussian(plain) : plain;
};

/** Texts repeat their words, and stemming costs ten times a look-up. */
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
