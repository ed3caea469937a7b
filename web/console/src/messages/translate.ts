import { matchLanguage } from '../../../messages/choose-language.ts';
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

let active: { locale: string; format: FormatMessage } | undefined;

/** The messages of a language are set before the texts that use them are shown. */
export const setMessages = (
  language: string,
  catalogue: Catalogue,
  browserLanguages: readonly string[] = [],
): void => {
  // The browser also knows the region, which counts where it is set to the language of the page.
  const locale = browserLanguages.find((tag) => matchLanguage([tag], [language])) ?? language;
  active = { locale, format: createFormatMessage(language, catalogue) };
};

const current = () => {
  if (!active) throw new Error('A message was used before the messages were loaded');
  return active;
};

/** The text of a message in the language of the console. Not for constants of a module, which are made too early. */
export const t: Translate<Messages> = (key, ...values) => String(current().format(key, values[0]));

/** The message with its parts in order, for `rich`. */
export const formatParts = (key: MessageKey, values: Record<string, unknown>): unknown =>
  current().format(key, values);

/** For dates and numbers. */
export const activeLocale = (): string => current().locale;
