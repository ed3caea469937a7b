const longestTag = 100;

/** The tag itself, the language with its likely script (`zh-TW`: `zh-Hant`), and the language alone. */
const candidatesOf = (tag: string): string[] => {
  try {
    const locale = new Intl.Locale(tag.slice(0, longestTag).replaceAll('_', '-'));
    const { language, script } = locale.maximize();
    return [locale.baseName, `${language}-${script}`, language];
  } catch {
    // Not a language tag: the next preference is tried.
    return [];
  }
};

/** The first preferred language that is available. `pt-BR` falls back to `pt`; without a match the result is English. */
export const chooseLanguage = <Language extends string>(
  preferred: readonly string[],
  available: readonly Language[],
): Language | 'en' => {
  for (const candidate of preferred.flatMap(candidatesOf)) {
    const found = available.find((language) => language === candidate);
    if (found) return found;
  }
  return 'en';
};

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
