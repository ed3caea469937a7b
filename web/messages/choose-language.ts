const longestTag = 100;

/** The language with its script as the browser fills it in: zh-TW becomes zh-Hant, pt-BR becomes pt-Latn. */
const candidatesOf = (tag: string): string[] => {
  try {
    const locale = new Intl.Locale(tag.slice(0, longestTag).replaceAll('_', '-'));
    const { language, script } = locale.maximize();
    return [locale.baseName, `${language}-${script}`, language];
  } catch {
    // Not a language tag. The next wish counts.
    return [];
  }
};

/** The first wished language that there are messages for: `pt-BR` falls back to `pt`, the rest to English. */
export const chooseLanguage = <Language extends string>(
  wished: readonly string[],
  available: readonly Language[],
): Language | 'en' => {
  for (const candidate of wished.flatMap(candidatesOf)) {
    const found = available.find((language) => language === candidate);
    if (found) return found;
  }
  return 'en';
};

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
