import type { WindowRow } from './window-store.ts';

/** About 16 MB of text. */
const mostCharacters = 8_000_000;
/** Memory of a conversation besides its texts. */
const charactersAround = 200;

/** The rounds of a conversation between two sequences, both included, that belong in a window. */
export interface KnownRounds {
  /** Newest first. */
  rows: readonly WindowRow[];
  fromSequence: number;
  throughSequence: number;
}

interface Kept extends KnownRounds {
  /** Texts were cut to this length. A window of another size must not use them. */
  maxCharacters: number;
  humanVersion: number;
  characters: number;
}

/** Decides whether cached rounds are still valid. */
export interface WindowKey {
  conversationId: string;
  maxCharacters: number;
  humanVersion: number;
}

const sizeOf = ({ question, answer, files }: WindowRow): number =>
  question.length + answer.length + files.length;

/** Whether the database would return the text unchanged and uncut. */
const isKeptAsItIs = (text: string, maxCharacters: number): boolean =>
  text.length < maxCharacters && text.isWellFormed() && !text.includes('\0');

/**
 * Cache of rounds of current conversations. An ended round changes only if a person adds to it or a later version
 * replaces it, and then the human version of the conversation changes too, so the cache is valid in every process.
 * Rounds that are not cached are read from the database.
 */
export const createWindowCache = () => {
  const conversations = new Map<string, Kept>();
  let characters = 0;

  const forget = (conversationId: string): void => {
    characters -= conversations.get(conversationId)?.characters ?? 0;
    conversations.delete(conversationId);
  };

  const put = (conversationId: string, kept: Kept): void => {
    forget(conversationId);
    if (kept.characters > mostCharacters / 100) return;
    conversations.set(conversationId, kept);
    characters += kept.characters;
    while (characters > mostCharacters) forget(conversations.keys().next().value!);
  };

  return {
    get: ({ conversationId, maxCharacters, humanVersion }: WindowKey): KnownRounds | undefined => {
      const kept = conversations.get(conversationId);
      return kept?.maxCharacters === maxCharacters && kept.humanVersion === humanVersion ? kept : undefined;
    },
    keep: ({ conversationId, maxCharacters, humanVersion }: WindowKey, known: KnownRounds): void =>
      put(conversationId, {
        ...known,
        maxCharacters,
        humanVersion,
        characters: known.rows.reduce((sum, row) => sum + sizeOf(row), charactersAround),
      }),
    /** Adds a round that ended in this process; without a row if it belongs in no window. */
    add: (conversationId: string, sequence: number, row: WindowRow | undefined): void => {
      const kept = conversations.get(conversationId);
      if (!kept) return;
      const isKept =
        !row || [row.question, row.answer, row.files].every((text) => isKeptAsItIs(text, kept.maxCharacters));
      // Another process has ended a round in between, or the text must be read from the database.
      if (kept.throughSequence !== sequence - 1 || !isKept) return;
      put(conversationId, {
        ...kept,
        rows: row ? [row, ...kept.rows] : kept.rows,
        throughSequence: sequence,
        characters: kept.characters + (row ? sizeOf(row) : 0),
      });
    },
    forget,
    clear: (): void => {
      conversations.clear();
      characters = 0;
    },
  };
};

export type WindowCache = ReturnType<typeof createWindowCache>;
