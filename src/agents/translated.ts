import { languageCandidates } from '../lib/language/language-tags.ts';
import type { Translation } from './operator-texts.ts';

/**
 * A text in the first of the languages that has it, from the most to the least specific tag. Undefined: the agent's own
 * text is to be used. Each text is chosen by itself, so that a translation may be incomplete.
 */
export const translated = <Field extends keyof Translation>(
  translations: Readonly<Record<string, Translation>>,
  field: Field,
  languages: readonly string[],
): Translation[Field] | undefined =>
  languages
    .flatMap(languageCandidates)
    .flatMap((tag) => (Object.hasOwn(translations, tag) ? [translations[tag]![field]] : []))
    .find((text) => text.length > 0);
