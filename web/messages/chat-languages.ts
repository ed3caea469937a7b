/** Languages that the chat and the widget are shown in. */
export const chatLanguages = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pt',
  'ru',
  'th',
  'tr',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const;

export type ChatLanguage = (typeof chatLanguages)[number];
