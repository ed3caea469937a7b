import { detectLatin, textLanguages } from '../../lib/language/index.ts';

/** Scripts of languages that the detection by words does not know. Kana come before Han, which Japanese uses as well. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['th', /\p{Script=Thai}/u],
  ['he', /\p{Script=Hebrew}/u],
];

const sampleLength = 400;

const languageOf = (text: string): string | undefined => {
  const sample = text.slice(0, sampleLength);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 >= letters) {
    const guess = detectLatin(sample);
    return guess?.isClear ? guess.language : undefined;
  }
  const [language] = scripts.find(([, script]) => script.test(sample)) ?? [];
  return language ?? Object.entries(textLanguages(sample)).find(([script]) => script !== 'latin')?.[1];
};

/** The language of the question, or of the answer if the question is too short to tell. Undefined if neither tells. */
export const roundLanguage = (question: string, answer: string): string | undefined =>
  languageOf(question) ?? languageOf(answer);
