import { detectLatin } from './detect/detect-latin.ts';
import { toSimplified } from './simplified-characters.ts';

/** A quick classification of a text's language, as far as embedding models differ in quality. */
export type LanguageClass =
  | 'english'
  | 'latin'
  | 'chinese'
  | 'traditional-chinese'
  | 'japanese-korean'
  | 'other';

/** Only a sample is used: the first page has one language, and long texts must not cost more. */
const sampleLength = 2000;

const scripts = {
  han: /\p{Script=Han}/gu,
  kanaOrHangul: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  latin: /\p{Script=Latin}/gu,
  letters: /\p{L}/gu,
};

/** A Han character carries about as much information as three letters of an alphabet. */
const lettersPerHan = 3;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** A text without a sign of any language is mostly a name or a keyword, which English texts use as well. */
const isEnglish = (text: string): boolean => {
  const guess = detectLatin(text);
  return guess === undefined || guess.language === 'en';
};

/** About one character in three differs between the two forms, and a simplified text has none of the others. */
const traditionalPerHan = 0.1;

const isTraditional = (text: string, han: number): boolean => {
  const folded = toSimplified(text);
  let traditional = 0;
  for (let at = 0; at < text.length; at += 1) if (text[at] !== folded[at]) traditional += 1;
  return traditional > han * traditionalPerHan;
};

export const languageClass = (text: string): LanguageClass => {
  const sample = text.slice(0, sampleLength);
  const han = count(sample, scripts.han);
  const kanaOrHangul = count(sample, scripts.kanaOrHangul);
  const latin = count(sample, scripts.latin);
  const letters = count(sample, scripts.letters);
  const eastAsian = lettersPerHan * (han + kanaOrHangul);
  if (eastAsian > 0 && eastAsian >= letters - han - kanaOrHangul) {
    if (kanaOrHangul * 10 > han) return 'japanese-korean';
    return isTraditional(sample, han) ? 'traditional-chinese' : 'chinese';
  }
  if (letters === 0 || latin * 2 >= letters) return isEnglish(sample) ? 'english' : 'latin';
  return 'other';
};
