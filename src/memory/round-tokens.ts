import { countTokens } from '../lib/tokens.ts';

/** What a pair of messages costs besides its texts: roles and separators. */
export const tokensAroundRound = 8;

const longestCache = 20_000;

/**
 * Counts a round once: an ended round never changes, and the same rounds are read again with each new one.
 * Bounded by leaving out whichever was not asked for longest.
 */
export const createRoundTokens = () => {
  const known = new Map<string, number>();
  return (round: { id: string; question: string; answer: string }): number => {
    const cached = known.get(round.id);
    if (cached !== undefined) {
      known.delete(round.id);
      known.set(round.id, cached);
      return cached;
    }
    const tokens = countTokens(round.question) + countTokens(round.answer) + tokensAroundRound;
    if (known.size >= longestCache) known.delete(known.keys().next().value!);
    known.set(round.id, tokens);
    return tokens;
  };
};
