/** Pages use this file too, so it has no imports. */

/** RFC 5646 recommends room for 35 characters. */
export const longestLanguageTag = 35;

/** The canonical form of a BCP 47 language tag, without extensions: `pt-br` → `pt-BR`. Undefined if it is not one. */
export const canonicalLanguage = (tag: string): string | undefined => localeOf(tag)?.baseName;

/**
 * From the most to the least specific: `zh-TW` → `zh-TW`, `zh-Hant`, `zh`. Some programs write `zh_TW`. Empty if it is
 * not a language tag.
 */
export const languageCandidates = (tag: string): string[] => {
  const locale = localeOf(tag.replaceAll('_', '-'));
  if (!locale) return [];
  const { language, script } = locale.maximize();
  return [locale.baseName, `${language}-${script}`, language];
};

const localeOf = (tag: string): Intl.Locale | undefined => {
  if (tag.length > longestLanguageTag) return undefined;
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
};
