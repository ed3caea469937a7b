import type { Database } from '../../db/index.ts';
import type { FileText } from '../file-texts.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { createReadRounds, mostRounds } from './read-rounds.ts';
import { createRoundTokens, tokensAroundRound } from './round-tokens.ts';
import { createShownFiles } from './shown-files.ts';
import { createWindowCache, type WindowCache } from './window-cache.ts';
import { findWindowState, type WindowRow } from './window-store.ts';

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
  /** Of each turn, what it takes of the budget. */
  turnTokens: number[];
  /** What fell out of the window, in short; empty when nothing did. */
  summary: string;
  /** The sequence of the oldest turn; that of the round asking when there is none. */
  oldestSequence: number;
  /** Rounds whose files are all shown from beginning to end. */
  wholeFiles: number[];
  /** Some file of a round in the window is not shown, or not all of it. */
  hasHiddenFiles: boolean;
  /** Rounds up to this one are in the summary and in long-term memory; 0 when none is. */
  distilledSequence: number;
}

export interface ShortTermInput {
  conversationId: string;
  /** The round that asks. */
  beforeSequence: number;
  budgetTokens: number;
}

/** Texts beyond so many characters for each token of the budget cannot fit, whatever the language. */
const charactersPerToken = 8;

/** Of the budget. Files must not push the dialogue out; what does not fit is recalled. */
const mostOfFiles = 0.5;

/** The newest round alone may be larger than the budget: it is told in part rather than forgotten. */
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

  return async ({ conversationId, beforeSequence, budgetTokens }: ShortTermInput): Promise<ShortTerm> => {
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
    // The first round of a conversation has nothing to remember and asks for nothing.
    if (beforeSequence <= 1) {
      const nothing = { rows: [], fromSequence: 1, throughSequence: 0 };
      cache.keep({ conversationId, maxCharacters, humanVersion: 0 }, nothing);
      return window;
    }

    let leftTokens = budgetTokens;
    let leftFileTokens = Math.floor(budgetTokens * mostOfFiles);
    /** False when this round, and so every older one, stays out. */
    const take = (row: WindowRow): boolean => {
      const isCut = row.question.length >= maxCharacters || row.answer.length >= maxCharacters;
      const tokens = isCut ? Number.POSITIVE_INFINITY : tokensOf(row);
      if (window.turns.length === mostRounds || (tokens > leftTokens && window.turns.length > 0))
        return false;
      const fits = tokens <= leftTokens;
      const { sequence, question, answer } = row;
      const room = fits ? Math.min(leftTokens - tokens, leftFileTokens) : 0;
      const shown = showFiles(row, { maxTokens: room, isCut: row.files.length >= maxCharacters });
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

    const [state] = await findWindowState(db.query, { conversationId });
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
    // With the first that did not fit: next time it tells that there is no room for older ones.
    stored.keep(key, rounds, window.turns.length + 1);
    window.turns.reverse();
    window.turnTokens.reverse();
    return window;
  };
};
