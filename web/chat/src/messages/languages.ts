import type { ChatLanguage } from '../../../messages/chat-languages.ts';
import type { Catalogue } from '../../../messages/create-translate.ts';

type Load = () => Promise<{ default: Catalogue }>;

/** A page loads the messages of the language it shows and no others. */
export const languages = {
  en: () => import('virtual:messages/en'),
  ar: () => import('virtual:messages/ar'),
  de: () => import('virtual:messages/de'),
  es: () => import('virtual:messages/es'),
  fr: () => import('virtual:messages/fr'),
  hi: () => import('virtual:messages/hi'),
  id: () => import('virtual:messages/id'),
  it: () => import('virtual:messages/it'),
  ja: () => import('virtual:messages/ja'),
  ko: () => import('virtual:messages/ko'),
  pt: () => import('virtual:messages/pt'),
  ru: () => import('virtual:messages/ru'),
  th: () => import('virtual:messages/th'),
  tr: () => import('virtual:messages/tr'),
  vi: () => import('virtual:messages/vi'),
  'zh-Hans': () => import('virtual:messages/zh-Hans'),
  'zh-Hant': () => import('virtual:messages/zh-Hant'),
} satisfies Record<ChatLanguage, Load>;

export type Language = keyof typeof languages;
