/** Languages to choose from, each in its own file. One with messages for some pages only is not offered. */
export const languages = {
  en: () => import('virtual:messages/en'),
};

export type Language = keyof typeof languages;
