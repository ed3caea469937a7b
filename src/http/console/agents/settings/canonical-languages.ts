import { AppError } from '../../../../lib/errors.ts';
import { canonicalLanguage } from '../../../../lib/language/language-tags.ts';

/** The part of a tag that an error repeats. */
const shownLength = 40;

const shown = (tag: string): string => JSON.stringify(tag.slice(0, shownLength));

/** Rejects names that are not language tags, and two names of one language. */
export const withCanonicalLanguages = <Value>(
  translations: Readonly<Record<string, Value>>,
): Record<string, Value> => {
  const named = new Map<string, { tag: string; value: Value }>();
  for (const [tag, value] of Object.entries(translations)) {
    const language = canonicalLanguage(tag);
    if (language === undefined)
      throw new AppError(
        'invalidParameter',
        `settings.translations: ${shown(tag)} is not a BCP 47 language tag, such as pt, pt-BR or zh-Hant`,
      );
    const other = named.get(language);
    if (other)
      throw new AppError(
        'invalidParameter',
        `settings.translations: ${shown(other.tag)} and ${shown(tag)} are the same language (${language}); send it once`,
      );
    named.set(language, { tag, value });
  }
  return Object.fromEntries([...named].map(([language, { value }]) => [language, value]));
};
