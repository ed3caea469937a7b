/** Languages of the console. */
export const consoleLanguages = ['en', 'zh-Hans'] as const;

export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** Null for a language that this version does not have: a newer version may have stored it. */
export const toConsoleLanguage = (stored: string | null): ConsoleLanguage | null =>
  consoleLanguages.find((language) => language === stored) ?? null;
