import { type Language, languages } from './languages.ts';

/** `account`: chosen by the person who is signed in. `browser`: chosen in this browser, for whoever uses it. */
const keys = { account: 'frontdesk.account-language', browser: 'frontdesk.language' };

export type LanguageOwner = keyof typeof keys;

/** Languages that somebody chose instead of the browser's own. Kept here so that pages start in them. */
export const chosenLanguage = {
  read: (owner: LanguageOwner): Language | null => {
    try {
      const stored = localStorage.getItem(keys[owner]);
      return stored !== null && Object.hasOwn(languages, stored) ? (stored as Language) : null;
    } catch {
      // Storage is forbidden in this browser.
      return null;
    }
  },
  write: (owner: LanguageOwner, language: Language | null): void => {
    try {
      if (language) localStorage.setItem(keys[owner], language);
      else localStorage.removeItem(keys[owner]);
    } catch {
      // As above: the choice lasts until the page is loaded again.
    }
  },
};
