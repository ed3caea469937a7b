import type { ShortTerm } from '../short-term/short-term.ts';

/** From here on the next long answer may push rounds out. */
const nearlyFull = 0.75;
/** So many of the oldest rounds should be distilled already while they can still be seen. */
const roundsAhead = 3;

/**
 * Whether rounds have left the window, or are about to, that long-term memory does not hold yet. Each time
 * half a window is distilled, so that this is true once in several rounds and not at each.
 */
export const isDistillingDue = (window: ShortTerm, budgetTokens: number): boolean => {
  const { turns, turnTokens, oldestSequence, distilledSequence } = window;
  if (oldestSequence - 1 > distilledSequence) return true;
  const usedTokens = turnTokens.reduce((sum, tokens) => sum + tokens, 0);
  const ahead = turns[Math.min(roundsAhead, turns.length) - 1];
  return usedTokens > nearlyFull * budgetTokens && ahead !== undefined && distilledSequence < ahead.sequence;
};
