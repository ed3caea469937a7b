import type { Usage } from '../usage/index.ts';

/** Reads the column `usage`; null while the round runs. */
export const decodeUsage = (usage: string | null): Usage | null =>
  usage === null ? null : JSON.parse(usage);

export const encodeUsage = (usage: Usage): string => JSON.stringify(usage);
