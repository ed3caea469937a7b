import { segmentWords } from '../../lib/language/index.ts';

/** Splits scripts without spaces: Thai, Lao, Khmer and Myanmar by dictionary, East Asian scripts by pairs. */

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
 * Chinese and Japanese: every pair of neighbours, and every single Han character. No dictionary decides what
 * a word is, so names and new words are found. Measured on Chinese questions, pairs and single characters
 * together are better (nDCG 0.989) than a dictionary in search mode (0.981).
 */
const eastAsianTerms = (run: string): string[] => {
  const characters = Array.from(run);
  const single = characters.length < 2 ? [] : characters.filter((character) => han.test(character));
  return [...single, ...pairsOf(characters)];
};

const termsOf = (groups: Record<string, string | undefined>): string[] => {
  if (groups.eastAsian) return eastAsianTerms(groups.eastAsian);
  // Korean attaches particles to the word: pairs find the stem without a dictionary.
  if (groups.hangul) return pairsOf(Array.from(groups.hangul));
  if (groups.unspaced) return Array.from(segmentWords(groups.unspaced), ({ text }) => text);
  return groups.word ? [groups.word] : [];
};

/** Splits a run of letters, marks and digits into words. Most runs are one word already. */
export const splitWords = (run: string): string[] =>
  Array.from(run.matchAll(runs), ({ groups }) => termsOf(groups ?? {})).flat();

/** A word and its place in the run, in UTF-16 units. */
export interface PlacedWord {
  text: string;
  start: number;
  end: number;
}

const placed = (words: readonly string[], start: number): PlacedWord[] => {
  let at = start;
  return words.map((text) => {
    at += text.length;
    return { text, start: at - text.length, end: at };
  });
};

const placesOf = (run: string, start: number, groups: Record<string, string | undefined>): PlacedWord[] => {
  if (groups.unspaced) return placed(termsOf(groups), start);
  if (groups.word) return [{ text: run, start, end: start + run.length }];
  const characters = placed(Array.from(run), start);
  const pairs = characters.slice(1).map((next, index) => ({
    text: characters[index]!.text + next.text,
    start: characters[index]!.start,
    end: next.end,
  }));
  return [...characters, ...pairs];
};

/** As `splitWords`, with places, and with every single character of East Asian scripts. */
export const placeWords = (run: string): PlacedWord[] =>
  Array.from(run.matchAll(runs), ({ 0: part, index, groups }) => placesOf(part, index, groups ?? {})).flat();
