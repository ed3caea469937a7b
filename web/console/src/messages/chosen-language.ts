import { type Language, languages } from './languages.ts';

/** `account`: language of the signed-in operator. `browser`: language that was chosen in this browser. */
const keys = { account: 'frontdesk.account-language', browser: 'frontdesk.language' };

export type LanguageOwner = keyof typeof keys;

/** Languages that were chosen instead of the language of the browser. Stored so that the page starts in them. */
export const chosenLanguage = {
  read: (owner: LanguageOwner): Language | null => {
    try {
      const stored = localStorage.getItem(keys[owner]);
      return stored !== null && Object.hasOwn(languages, stored) ? (stored as Language) : null;
    } catch {
      // Storage is blocked.
      return null;
    }
  },
  write: (owner: LanguageOwner, language: Language | null): void => {
    try {
      if (language) localStorage.setItem(keys[owner], language);
      else localStorage.removeItem(keys[owner]);
    } catch {
      // Storage is blocked: the choice is lost when the page is loaded again.
    }
  },
};
