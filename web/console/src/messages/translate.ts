import { languageCandidates } from '../../../../src/lib/language/language-tags.ts';
import {
  type Catalogue,
  createFormatMessage,
  type FormatMessage,
  type Translate,
} from '../../../messages/create-translate.ts';
import type { Messages } from './generated.ts';

export type MessageKey = keyof Messages;

/** Messages without values, for tables of labels. */
export type LabelKey = { [Key in MessageKey]: Messages[Key] extends undefined ? Key : never }[MessageKey];

let active: { locale: string; catalogue: Catalogue; format: FormatMessage } | undefined;

/** Must be called before any text is shown. */
export const setMessages = (
  language: string,
  catalogue: Catalogue,
  browserLanguages: readonly string[] = [],
): void => {
  // A tag of the browser may also have a region, which decides how numbers and dates are written.
  const [locale = language] =
    browserLanguages.map(languageCandidates).find((candidates) => candidates.includes(language)) ?? [];
  active = { locale, catalogue, format: createFormatMessage(locale, catalogue) };
};

/** Adds messages of the same language. */
export const addMessages = (messages: Catalogue): void => {
  const { locale, catalogue } = current();
  const all = { ...catalogue, ...messages };
  active = { locale, catalogue: all, format: createFormatMessage(locale, all) };
};

const current = () => {
  if (!active) throw new Error('A message was used before the messages were loaded');
  return active;
};

/** A message in the language of the console. Not for constants of a module: messages are loaded later. */
export const t: Translate<Messages> = (key, ...values) => String(current().format(key, values[0]));

/** A message as a list of parts, for `rich`. */
export const formatParts = (key: MessageKey, values: Record<string, unknown>): unknown =>
  current().format(key, values);

/** Messages without values whose key starts with `prefix`, for the search of settings. */
export const plainMessages = (prefix: string): [key: string, text: string][] =>
  Object.entries(current().catalogue).filter(
    (entry): entry is [string, string] => entry[0].startsWith(prefix) && typeof entry[1] === 'string',
  );

/** For dates and numbers. */
export const activeLocale = (): string => current().locale;
