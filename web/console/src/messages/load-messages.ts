import { chooseLanguage } from '../../../messages/choose-language.ts';
import { chosenLanguage } from './chosen-language.ts';
import { type Language, languages } from './languages.ts';
import { addMessages, setMessages } from './translate.ts';

let loaded: { language: Language; rest?: Promise<void> } | undefined;

const loadRest = async (language: Language): Promise<void> => {
  const messages = (await languages[language].rest()).default;
  // The language may have changed meanwhile.
  if (loaded?.language === language) addMessages(messages);
};

/** Loads the language of the account, else the one chosen in this browser, else the language of the browser. */
export const loadMessages = async (): Promise<void> => {
  const chosen = chosenLanguage.read('account') ?? chosenLanguage.read('browser');
  const preferred = chosen ? [chosen] : navigator.languages;
  const language = chooseLanguage(preferred, Object.keys(languages) as Language[]);
  const files = languages[language];
  const [start, rest] = await Promise.all([files.start(), loaded?.rest && files.rest()]);
  setMessages(language, { ...start.default, ...rest?.default }, navigator.languages);
  loaded = { language, ...(rest && { rest: Promise.resolve() }) };
  document.documentElement.lang = language;
};

/** Loads the messages that the first page does not need. */
export const loadRestOfMessages = async (): Promise<void> => {
  if (!loaded) throw new Error('The first messages are not loaded');
  const current = loaded;
  current.rest ??= loadRest(current.language);
  try {
    await current.rest;
  } catch (error) {
    // The next page tries again.
    delete current.rest;
    throw error;
  }
};

/** Wraps the loading of a chunk whose messages are not among those of the first page. */
export const withMessages =
  <Module>(load: () => Promise<Module>): (() => Promise<Module>) =>
  async () =>
    (await Promise.all([load(), loadRestOfMessages()]))[0];

/** Call after a sign-in or sign-out. Everything that is rendered afterwards is in the new language. */
export const followAccountLanguage = async (language: Language | null): Promise<void> => {
  if (chosenLanguage.read('account') === language) return;
  chosenLanguage.write('account', language);
  // A language that cannot be loaded must not prevent the sign-in.
  await loadMessages().catch(() => {});
};
