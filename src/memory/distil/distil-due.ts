import type { ShortTerm } from '../short-term/short-term.ts';

/** Above this share the next long answer may push rounds out of the window. */
const nearlyFull = 0.75;
/** This many of the oldest rounds should be distilled before they leave the window. */
const roundsAhead = 3;

/**
 * Whether rounds that are not distilled have left the window, or are about to. Each run distils half a window,
 * so this is true once in several rounds.
 */
export const isDistillingDue = (window: ShortTerm, budgetTokens: number): boolean => {
  const { turns, turnTokens, oldestSequence, distilledSequence } = window;
  if (oldestSequence - 1 > distilledSequence) return true;
  const usedTokens = turnTokens.reduce((sum, tokens) => sum + tokens, 0);
  const ahead = turns[Math.min(roundsAhead, turns.length) - 1];
  return usedTokens > nearlyFull * budgetTokens && ahead !== undefined && distilledSequence < ahead.sequence;
};
