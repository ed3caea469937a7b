import type { Session } from '../api/generated.ts';

export type Language = NonNullable<Session['language']>;

/** Each language in its own file. */
export const languages = {
  en: () => import('virtual:messages/en'),
  'zh-Hans': () => import('virtual:messages/zh-Hans'),
} satisfies Record<Language, () => Promise<unknown>>;

/** Each in its own language, so that everybody can find theirs. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-Hans': '简体中文' };
