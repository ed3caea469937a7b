import type { WindowRow } from './window-store.ts';

/** About 16 MB of text at the most. */
const mostCharacters = 8_000_000;

interface Kept {
  rows: readonly WindowRow[];
  /** Texts were cut to this; a window of another size must not take them. */
  maxCharacters: number;
  characters: number;
}

/**
 * Rounds of conversations that are going on. A round that has ended does not change, except that people may
 * still be talking after the newest one: so the newest two are always read again and only older ones are
 * kept. The same on every process, and never more than a saving: what is not here is read.
 */
export const createWindowCache = () => {
  const conversations = new Map<string, Kept>();
  let characters = 0;

  const forget = (conversationId: string): void => {
    characters -= conversations.get(conversationId)?.characters ?? 0;
    conversations.delete(conversationId);
  };

  return {
    /** Newest first. */
    get: (conversationId: string, maxCharacters: number): readonly WindowRow[] => {
      const kept = conversations.get(conversationId);
      return kept?.maxCharacters === maxCharacters ? kept.rows : [];
    },
    keep: (conversationId: string, maxCharacters: number, rows: readonly WindowRow[]): void => {
      forget(conversationId);
      const size = rows.reduce((sum, row) => sum + row.question.length + row.answer.length, 0);
      if (rows.length === 0 || size > mostCharacters / 100) return;
      conversations.set(conversationId, { rows, maxCharacters, characters: size });
      characters += size;
      while (characters > mostCharacters) forget(conversations.keys().next().value!);
    },
    forget,
    clear: (): void => {
      conversations.clear();
      characters = 0;
    },
  };
};

export type WindowCache = ReturnType<typeof createWindowCache>;
