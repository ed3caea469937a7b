import { chooseLanguage } from '../../../messages/choose-language.ts';
import { chosenLanguage } from './chosen-language.ts';
import { type Language, languages } from './languages.ts';
import { setMessages } from './translate.ts';

/** Loads the language of the account, else the one chosen in this browser, else the language of the browser. */
export const loadMessages = async (): Promise<void> => {
  const chosen = chosenLanguage.read('account') ?? chosenLanguage.read('browser');
  const preferred = chosen ? [chosen] : navigator.languages;
  const language = chooseLanguage(preferred, Object.keys(languages) as Language[]);
  setMessages(language, (await languages[language]()).default, navigator.languages);
  document.documentElement.lang = language;
};

/** Call after a sign-in or sign-out. Everything that is rendered afterwards is in the new language. */
export const followAccountLanguage = async (language: Language | null): Promise<void> => {
  if (chosenLanguage.read('account') === language) return;
  chosenLanguage.write('account', language);
  // A language that cannot be loaded must not prevent the sign-in.
  await loadMessages().catch(() => {});
};
