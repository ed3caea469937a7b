import { activeLocale } from '../../../messages/translate.ts';

/** Name of a language in the language of the console, with its tag: "Portuguese (pt)". */
export const languageName = (tag: string): string => {
  const name = new Intl.DisplayNames([activeLocale()], { type: 'language' }).of(tag) ?? tag;
  return name === tag ? tag : `${name} (${tag})`;
};
