import { languageCandidates } from '../../src/lib/language/language-tags.ts';

/** The first preferred language that is available: `pt-BR` falls back to `pt`. Undefined without a match. */
export const matchLanguage = <Language extends string>(
  preferred: readonly string[],
  available: readonly Language[],
): Language | undefined => {
  for (const candidate of preferred.flatMap(languageCandidates)) {
    const found = available.find((language) => language === candidate);
    if (found) return found;
  }
  return undefined;
};

/** The same with English where nothing matches. */
export const chooseLanguage = <Language extends string>(
  preferred: readonly string[],
  available: readonly Language[],
): Language | 'en' => matchLanguage(preferred, available) ?? 'en';

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
