import { chooseLanguage, directionOf, matchLanguage } from '../../../messages/choose-language.ts';
import { type Catalogue, createTranslate, type Translate } from '../../../messages/create-translate.ts';
import type { Messages } from './generated.ts';
import { type Language, languages } from './languages.ts';

let active: { language: Language; catalogue: Catalogue; translate: Translate<Messages> } | undefined;

export const setMessages = (language: Language, catalogue: Catalogue): void => {
  active = { language, catalogue, translate: createTranslate(language, catalogue) };
};

/** Adds messages that are loaded with a rarely used part of the page. */
export const addMessages = async (load: (language: Language) => Promise<Catalogue>): Promise<void> => {
  const { language, catalogue } = active!;
  setMessages(language, { ...catalogue, ...(await load(language)) });
};

/**
 * Loads the messages of the first preferred language that has a catalogue, before anything is shown. Returns the
 * languages for the texts that operators wrote: the preferred ones as far as the language that is shown. The rest would
 * only replace an agent's own text in that language by one in another.
 */
export const loadMessages = async (preferred: readonly string[], root: HTMLElement): Promise<string[]> => {
  const available = Object.keys(languages) as Language[];
  const language = chooseLanguage(preferred, available);
  setMessages(language, (await languages[language]()).default);
  root.lang = language;
  root.dir = directionOf(language);
  const shown = preferred.findIndex((tag) => matchLanguage([tag], available));
  return shown === -1 ? [...preferred, language] : preferred.slice(0, shown + 1);
};

/** The text of a message in the language of the page. */
export const t: Translate<Messages> = (key, ...values) => active!.translate(key, ...values);

/**
 * How dates, numbers and times are written. The browser also knows the region, which counts where it is set to
 * the language of the page.
 */
export const dateLocale = (browserLanguage: string): string => {
  const language = active?.language ?? 'en';
  return matchLanguage([browserLanguage], [language]) ? browserLanguage : language;
};
