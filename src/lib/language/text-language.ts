import { detectLatin } from './detect/detect-latin.ts';
import { normalizeText } from './normalize-text.ts';

/** Only the beginning is used: a long text must not cost more. */
const sampleLength = 400;

/** Scripts that one language of the chat uses. Kana come before Han, which Japanese uses as well. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

/** Letters of other languages in the same script: Ukrainian, Belarusian, Serbian, Kazakh; Persian and Urdu. */
const otherLetters: Readonly<Record<string, RegExp>> = {
  ru: /[іїєґўјљњћђџқғңөұүһ]/iu,
  ar: /[پچژگکیٹڈڑےہ]/u,
};

/** The languages of the chat with Latin letters. */
const latinLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'id', 'tr', 'vi'] as const;

/**
 * The language of a text, of those that the chat supports. Undefined if it cannot be determined. For choosing among
 * texts with the same content, where a default is better than a wrong guess.
 */
export const textLanguage = (text: string): string | undefined => {
  const sample = normalizeText(text.slice(0, sampleLength), 'NFC');
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) {
    // One kana distinguishes Japanese from Chinese, so the first script that occurs decides.
    const [language = ''] = scripts.find(([, script]) => sample.match(script)) ?? [];
    return language === '' || otherLetters[language]?.test(sample) ? undefined : language;
  }
  const guess = detectLatin(sample);
  // A text in a language without chat texts must not get the most similar language instead.
  return guess?.isClear && latinLanguages.some((language) => language === guess.language)
    ? guess.language
    : undefined;
};
