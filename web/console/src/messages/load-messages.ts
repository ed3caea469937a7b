import { chooseLanguage } from '../../../messages/choose-language.ts';
import { type Language, languages } from './languages.ts';
import { setMessages } from './translate.ts';

/** Loads the first language of the browser that is available. */
export const loadMessages = async (): Promise<void> => {
  const language = chooseLanguage(navigator.languages, Object.keys(languages) as Language[]);
  setMessages(language, (await languages[language]()).default, navigator.language);
  document.documentElement.lang = language;
};
