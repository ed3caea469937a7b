import type { Catalogue } from '../../../messages/create-translate.ts';
import type { Language } from './languages.ts';
import { addMessages } from './translate.ts';

const lateMessages = {
  en: () => import('virtual:messages/en/late'),
  ar: () => import('virtual:messages/ar/late'),
  de: () => import('virtual:messages/de/late'),
  es: () => import('virtual:messages/es/late'),
  fr: () => import('virtual:messages/fr/late'),
  hi: () => import('virtual:messages/hi/late'),
  id: () => import('virtual:messages/id/late'),
  it: () => import('virtual:messages/it/late'),
  ja: () => import('virtual:messages/ja/late'),
  ko: () => import('virtual:messages/ko/late'),
  pt: () => import('virtual:messages/pt/late'),
  ru: () => import('virtual:messages/ru/late'),
  th: () => import('virtual:messages/th/late'),
  tr: () => import('virtual:messages/tr/late'),
  vi: () => import('virtual:messages/vi/late'),
  'zh-Hans': () => import('virtual:messages/zh-Hans/late'),
  'zh-Hant': () => import('virtual:messages/zh-Hant/late'),
} satisfies Record<Language, () => Promise<{ default: Catalogue }>>;

let loading: Promise<void> | undefined;

/** Loads the messages of `lateAreas`. After a failure the next call tries again. */
export const loadLateMessages = (): Promise<void> => {
  loading ??= addMessages(async (language) => (await lateMessages[language]()).default).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
};
