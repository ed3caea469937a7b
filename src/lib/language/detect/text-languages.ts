import { normalizeText } from '../normalize-text.ts';
import { detectLatin } from './detect-latin.ts';
import { latinCodes } from './latin-languages.ts';
import type { Script } from './script-of.ts';

const languagesByScript = {
  latin: latinCodes,
  cyrillic: ['ru', 'uk', 'bg', 'sr'],
  arabic: ['ar', 'fa', 'ur'],
  devanagari: ['hi', 'ne'],
  greek: ['el'],
  tamil: ['ta'],
  armenian: ['hy'],
} as const satisfies Record<Script, readonly string[]>;

/** A language by ISO 639-1 code. `hr` includes Bosnian, Montenegrin and Serbian in Latin letters. */
export type Language = (typeof languagesByScript)[Script][number];

/** The languages that are told apart in each script. */
export const languagesOf: Readonly<Record<Script, readonly Language[]>> = languagesByScript;

/** The language of the words of each script in a text. */
export type TextLanguages = Partial<Record<Script, Language>>;

/** Only the beginning is used: a long text must not cost more. */
const sampleLength = 4000;

const patterns: Readonly<Record<Script, RegExp>> = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  arabic: /\p{Script=Arabic}/u,
  greek: /\p{Script=Greek}/u,
  devanagari: /\p{Script=Devanagari}/u,
  tamil: /\p{Script=Tamil}/u,
  armenian: /\p{Script=Armenian}/u,
};

/** Letters and words that tell the other languages of a script from its most frequent one. */
const cyrillicSigns: readonly (readonly [Language, RegExp])[] = [
  ['uk', /[іїєґ]/giu],
  ['sr', /[јљњћђџ]/giu],
  // Russian has the letter too, but rarely, and never at the end of a word in present spelling.
  [
    'bg',
    /ъ(?!\p{L})|(?<=\p{L})ъ(?=[лрнмтгкбвдж])|(?<!\p{L})(?:на|се|са|със|във|който|която|което|които|какво|как|от)(?!\p{L})/giu,
  ],
];
const russianSigns =
  /[ыэё]|(?<!\p{L})(?:и|в|не|что|как|это|был|была|было|были|его|при|или|для|от|на)(?!\p{L})/giu;
const persianSigns = /[پچژگکی]|(?<!\p{L})(?:که|است|این|را|از|به)(?!\p{L})/gu;
const urduSigns = /[ٹڈڑےہں]/gu;
const arabicSigns = /[ةىيكأإ]|(?<!\p{L})ال/gu;
const nepaliWords = /(?<!\p{L})(?:छ|छन्|हो|गर्न|भएको|गरेको|मा|लाई|पनि|तथा|हुन्छ)(?![\p{L}\p{M}])/gu;
const hindiWords = /(?<!\p{L})(?:है|हैं|में|का|की|के|से|था|थी|थे|और|को|ने|पर)(?![\p{L}\p{M}])/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const cyrillicLanguage = (text: string): Language => {
  let best: Language = 'ru';
  let most = count(text, russianSigns);
  for (const [language, signs] of cyrillicSigns) {
    const found = count(text, signs);
    if (found > most) [best, most] = [language, found];
  }
  return best;
};

const arabicLanguage = (text: string): Language => {
  if (count(text, urduSigns) * 12 > count(text, /\p{Script=Arabic}/gu)) return 'ur';
  return count(text, persianSigns) > count(text, arabicSigns) ? 'fa' : 'ar';
};

const languageOf: Readonly<Record<Script, (text: string, likely: Language | undefined) => Language>> = {
  latin: (text, likely) => {
    const guess = detectLatin(text);
    return guess?.isClear ? guess.language : (likely ?? guess?.language ?? 'en');
  },
  cyrillic: cyrillicLanguage,
  arabic: arabicLanguage,
  greek: () => 'el',
  devanagari: (text) => (count(text, nepaliWords) > count(text, hindiWords) ? 'ne' : 'hi'),
  tamil: () => 'ta',
  armenian: () => 'hy',
};

/**
 * The languages of a text by script.
 * @param likely of the whole document, for a part that is too short or too mixed to tell.
 */
export const textLanguages = (text: string, likely: TextLanguages = {}): TextLanguages => {
  const sample = normalizeText(text.slice(0, sampleLength), 'NFKC');
  const languages: TextLanguages = {};
  for (const script of Object.keys(patterns) as Script[])
    if (patterns[script].test(sample)) languages[script] = languageOf[script](sample, likely[script]);
  return languages;
};
