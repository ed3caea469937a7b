import type { WindowRow } from './window-store.ts';

/** About 16 MB of text at the most. */
const mostCharacters = 8_000_000;
/** What a conversation takes besides its texts. */
const charactersAround = 200;

/** The rounds of a conversation from one to another, both included, as far as they belong in a window. */
export interface KnownRounds {
  /** Newest first. */
  rows: readonly WindowRow[];
  fromSequence: number;
  throughSequence: number;
}

interface Kept extends KnownRounds {
  /** Texts were cut to this; a window of another size must not take them. */
  maxCharacters: number;
  humanVersion: number;
  characters: number;
}

/** What tells whether rounds that were kept are still those of the database. */
export interface WindowKey {
  conversationId: string;
  maxCharacters: number;
  humanVersion: number;
}

const sizeOf = ({ question, answer, files }: WindowRow): number =>
  question.length + answer.length + files.length;

/** A text as the database gives it back: whole, and with nothing in it that a database would change. */
const isKeptAsItIs = (text: string, maxCharacters: number): boolean =>
  text.length < maxCharacters && text.isWellFormed() && !text.includes('\0');

/**
 * Rounds of conversations that are going on. A round that has ended changes only by what people add to it,
 * and then the conversation's human version does too. The same on every process, and never more than a
 * saving: what is not here is read.
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
    /** A round has ended here; without a row when it belongs in no window. */
    add: (conversationId: string, sequence: number, row: WindowRow | undefined): void => {
      const kept = conversations.get(conversationId);
      if (!kept) return;
      const isKept =
        !row || [row.question, row.answer, row.files].every((text) => isKeptAsItIs(text, kept.maxCharacters));
      // Another process has ended a round in between, or the text must be read as the database has it.
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
