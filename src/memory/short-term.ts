import type { Database } from '../db/index.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { createRoundTokens, tokensAroundRound } from './round-tokens.ts';
import { createWindowCache, type WindowCache } from './window-cache.ts';
import { findWindowSummary, newestRounds, type WindowRow } from './window-store.ts';

export interface Turn {
  sequence: number;
  question: string;
  answer: string;
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
  /** Rounds up to this one are in the summary and in long-term memory; 0 when none is. */
  distilledSequence: number;
}

export interface ShortTermInput {
  conversationId: string;
  /** The round that asks. */
  beforeSequence: number;
  budgetTokens: number;
}

/** Holds the whole window of nearly every conversation; only one of very short rounds asks a second time. */
const firstPage = 24;
/** People may still be talking after the newest round; see the cache. */
const readAgain = 3;
/** More rounds than this make no better context, whatever fits. */
const mostRounds = 256;
/** Texts beyond so many characters for each token of the budget cannot fit, whatever the language. */
const charactersPerToken = 8;

/** The newest round alone may be larger than the budget: it is told in part rather than forgotten. */
const cutRound = (row: WindowRow, budgetTokens: number): Turn => {
  const room = Math.max(0, budgetTokens - tokensAroundRound);
  const question = cutToTokens(row.question, Math.floor(room / 2));
  const answer = cutToTokens(row.answer, Math.ceil(room / 2));
  return { sequence: row.sequence, question, answer };
};

export const createShortTerm = ({
  db,
  cache = createWindowCache(),
}: {
  db: Database;
  cache?: WindowCache;
}) => {
  const tokensOf = createRoundTokens();

  return async ({ conversationId, beforeSequence, budgetTokens }: ShortTermInput): Promise<ShortTerm> => {
    const window: ShortTerm = {
      turns: [],
      turnTokens: [],
      summary: '',
      oldestSequence: beforeSequence,
      distilledSequence: 0,
    };
    // The first round of a conversation has nothing to remember and asks for nothing.
    if (beforeSequence <= 1 || budgetTokens <= 0) return window;

    const maxCharacters = budgetTokens * charactersPerToken;
    let leftTokens = budgetTokens;

    /** False when this round, and so every older one, stays out. */
    const take = (row: WindowRow): boolean => {
      const isCut = row.question.length >= maxCharacters || row.answer.length >= maxCharacters;
      const tokens = isCut ? Number.POSITIVE_INFINITY : tokensOf(row);
      if (tokens > leftTokens && window.turns.length > 0) return false;
      const fits = tokens <= leftTokens;
      const turn = fits
        ? { sequence: row.sequence, question: row.question, answer: row.answer }
        : cutRound(row, budgetTokens);
      window.turns.push(turn);
      window.turnTokens.push(fits ? tokens : budgetTokens);
      window.oldestSequence = row.sequence;
      leftTokens -= fits ? tokens : budgetTokens;
      return true;
    };

    const [distilled] = await findWindowSummary(db.query, { conversationId });
    if (distilled && distilled.summary_sequence > 0) {
      window.summary = distilled.summary;
      window.distilledSequence = distilled.summary_sequence;
    }
    const known = cache.get(conversationId, maxCharacters).filter((row) => row.sequence < beforeSequence);
    for (let limit = firstPage, before = beforeSequence; ; limit = mostRounds - firstPage) {
      const isFirst = limit === firstPage;
      const fresh = await newestRounds(db.query, {
        conversationId,
        beforeSequence: before,
        afterSequence: isFirst ? (known[0]?.sequence ?? 0) : 0,
        maxCharacters,
        limit,
      });
      // A full page may end before what is known begins.
      const rounds = isFirst && fresh.length < limit ? [...fresh, ...known].slice(0, limit) : fresh;
      // Only of a conversation that fits one page: of a longer one the cache would not know where it ends.
      if (isFirst && rounds.length < limit)
        cache.keep(
          conversationId,
          maxCharacters,
          rounds.filter((row) => row.sequence <= beforeSequence - readAgain),
        );
      else cache.forget(conversationId);
      const isWhole = rounds.every(take);
      before = window.oldestSequence;
      if (!isWhole || rounds.length < limit || limit !== firstPage || before <= 1) break;
    }
    window.turns.reverse();
    window.turnTokens.reverse();
    return window;
  };
};
