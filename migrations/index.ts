import * as foundation from './0001-foundation.ts';

/** Append-only and in order. A migration that has been released is never edited. */
export const migrations = {
  '0001-foundation': foundation,
} as const;
