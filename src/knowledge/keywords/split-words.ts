import { segmentWords } from '../../lib/language/index.ts';

/** Words of scripts that write none apart: Thai, Lao, Khmer, Myanmar by dictionary, East Asian ones by pairs. */

const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆';
const unspaced = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const runs = new RegExp(
  `(?<eastAsian>[${eastAsian}]+)|(?<hangul>\\p{Script=Hangul}+)|(?<unspaced>[${unspaced}]+)|(?<word>[^${eastAsian}\\p{Script=Hangul}${unspaced}]+)`,
  'gu',
);
const han = /\p{Script=Han}/u;

const pairsOf = (characters: string[]): string[] =>
  characters.length < 2 ? characters : characters.slice(1).map((next, index) => characters[index]! + next);

/**
 * Chinese and Japanese: every pair of neighbours, and every Han character by itself. No dictionary decides what
 * a word is, so names and new words are found; measured on Chinese questions, pairs and single characters do
 * better side by side (nDCG 0.989) than a dictionary in search mode (0.981).
 */
const eastAsianTerms = (run: string): string[] => {
  const characters = Array.from(run);
  const single = characters.length < 2 ? [] : characters.filter((character) => han.test(character));
  return [...single, ...pairsOf(characters)];
};

const termsOf = (groups: Record<string, string | undefined>): string[] => {
  if (groups.eastAsian) return eastAsianTerms(groups.eastAsian);
  // Korean hangs its particles on the word: pairs find the stem without a dictionary.
  if (groups.hangul) return pairsOf(Array.from(groups.hangul));
  if (groups.unspaced) return Array.from(segmentWords(groups.unspaced), ({ text }) => text);
  return groups.word ? [groups.word] : [];
};

/** A run of letters, marks and digits to its words; most are one word already. */
export const splitWords = (run: string): string[] =>
  Array.from(run.matchAll(runs), ({ groups }) => termsOf(groups ?? {})).flat();
