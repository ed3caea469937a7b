import type { Catalogue } from '../../../messages/create-translate.ts';
import type { Session } from '../api/generated.ts';

export type Language = NonNullable<Session['language']>;

interface MessageFiles {
  /** The messages of the first page. The areas are listed in start-areas.ts. */
  start: () => Promise<{ default: Catalogue }>;
  /** All other messages. */
  rest: () => Promise<{ default: Catalogue }>;
}

export const languages: Record<Language, MessageFiles> = {
  en: { start: () => import('virtual:messages/en/start'), rest: () => import('virtual:messages/en/rest') },
  'zh-Hans': {
    start: () => import('virtual:messages/zh-Hans/start'),
    rest: () => import('virtual:messages/zh-Hans/rest'),
  },
};

/** Each in its own language, so that everybody can find theirs. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-Hans': '简体中文' };
