import type { Database } from '../../db/index.ts';
import { type FileText, mostStoredCharacters } from '../file-texts.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { createReadRounds, mostRounds } from './read-rounds.ts';
import { createRoundTokens, tokensAroundRound } from './round-tokens.ts';
import { createShownFiles } from './shown-files.ts';
import { createWindowCache, type WindowCache } from './window-cache.ts';
import { readWindowState, type WindowRow, type WindowState } from './window-store.ts';

export interface Turn {
  sequence: number;
  question: string;
  answer: string;
  /** Files sent with the question, as far as they fit. */
  files: FileText[];
}

export interface ShortTerm {
  /** Oldest first. */
  turns: Turn[];
  /** Tokens of each turn. */
  turnTokens: number[];
  /** Summary of the rounds that left the window. Empty if none did. */
  summary: string;
  /** The sequence of the oldest turn, or of the current round if there is none. */
  oldestSequence: number;
  /** Rounds whose files are all shown completely. */
  wholeFiles: number[];
  /** A file of a round in the window is not shown, or not completely. */
  hasHiddenFiles: boolean;
  /** Rounds up to this one are in the summary and in long-term memory. 0 if none is. */
  distilledSequence: number;
}

export interface ShortTermInput {
  conversationId: string;
  /** The current round. */
  beforeSequence: number;
  budgetTokens: number;
  /** If it was read already. */
  state?: Promise<WindowState | undefined> | undefined;
}

/** A text with more characters per token of the budget cannot fit, in any language. */
const charactersPerToken = 8;

/** Share of the budget. Files must not push out the dialogue. Parts that do not fit are recalled. */
const mostOfFiles = 0.5;

/** The newest round may be larger than the budget by itself: it is cut instead of left out. */
const cutRound = (row: WindowRow, budgetTokens: number): Turn => {
  const room = Math.max(0, budgetTokens - tokensAroundRound);
  const question = cutToTokens(row.question, Math.floor(room / 2));
  const answer = cutToTokens(row.answer, Math.ceil(room / 2));
  return { sequence: row.sequence, question, answer, files: [] };
};

export const createShortTerm = ({
  db,
  cache = createWindowCache(),
}: {
  db: Database;
  cache?: WindowCache;
}) => {
  const tokensOf = createRoundTokens();
  const showFiles = createShownFiles();
  const stored = createReadRounds({ db, cache });

  return async ({
    conversationId,
    beforeSequence,
    budgetTokens,
    state: read,
  }: ShortTermInput): Promise<ShortTerm> => {
    const window: ShortTerm = {
      turns: [],
      turnTokens: [],
      summary: '',
      oldestSequence: beforeSequence,
      wholeFiles: [],
      hasHiddenFiles: false,
      distilledSequence: 0,
    };
    if (budgetTokens <= 0) return window;
    const maxCharacters = budgetTokens * charactersPerToken;
    // The first round of a conversation has no history, so no query is needed.
    if (beforeSequence <= 1) {
      const nothing = { rows: [], fromSequence: 1, throughSequence: 0 };
      cache.keep({ conversationId, maxCharacters, humanVersion: 0 }, nothing);
      return window;
    }

    let leftTokens = budgetTokens;
    let leftFileTokens = Math.floor(budgetTokens * mostOfFiles);
    /** False if this round, and so every older one, does not fit. */
    const take = (row: WindowRow): boolean => {
      const isCut = row.question.length >= maxCharacters || row.answer.length >= maxCharacters;
      const tokens = isCut ? Number.POSITIVE_INFINITY : tokensOf(row);
      if (window.turns.length === mostRounds || (tokens > leftTokens && window.turns.length > 0))
        return false;
      const fits = tokens <= leftTokens;
      const { sequence, question, answer } = row;
      const room = fits ? Math.min(leftTokens - tokens, leftFileTokens) : 0;
      const shown = showFiles(row, {
        maxTokens: room,
        isCut: row.files.length >= Math.min(maxCharacters, mostStoredCharacters),
      });
      window.turns.push(
        fits ? { sequence, question, answer, files: shown.files } : cutRound(row, budgetTokens),
      );
      if (shown.isWhole && row.files !== '') window.wholeFiles.push(sequence);
      window.hasHiddenFiles ||= !shown.isWhole;
      const takenTokens = fits ? tokens + shown.tokens : budgetTokens;
      window.turnTokens.push(takenTokens);
      window.oldestSequence = sequence;
      leftTokens -= takenTokens;
      leftFileTokens -= shown.tokens;
      return true;
    };

    const state = await (read ?? readWindowState(db.query, conversationId));
    if (state && state.summary_sequence > 0) {
      window.summary = state.summary;
      window.distilledSequence = state.summary_sequence;
    }
    const key = { conversationId, maxCharacters, humanVersion: state?.human_version ?? 0 };
    let rounds = await stored.newest(key, beforeSequence);
    const allTaken = rounds.rows.every(take);
    if (allTaken && rounds.fromSequence > 1) {
      rounds = await stored.withOlder(key, rounds);
      rounds.rows.slice(window.turns.length).every(take);
    }
    // With the first round that did not fit: next time it shows that there is no room for older ones.
    stored.keep(key, rounds, window.turns.length + 1);
    window.turns.reverse();
    window.turnTokens.reverse();
    return window;
  };
};
