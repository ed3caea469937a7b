import { countTokens } from '../../lib/tokens.ts';

/** Tokens of a pair of messages besides its texts: roles and separators. */
export const tokensAroundRound = 8;

const longestCache = 20_000;

/**
 * Counts a round once: an ended round changes only if a person adds to it, and the same rounds are
 * read again with each new one. The cache drops the least recently used entries.
 */
export const createRoundTokens = () => {
  const known = new Map<string, number>();
  return (round: { id: string; question: string; answer: string }): number => {
    const key = `${round.id} ${round.answer.length}`;
    const cached = known.get(key);
    if (cached !== undefined) {
      known.delete(key);
      known.set(key, cached);
      return cached;
    }
    const tokens = countTokens(round.question) + countTokens(round.answer) + tokensAroundRound;
    if (known.size >= longestCache) known.delete(known.keys().next().value!);
    known.set(key, tokens);
    return tokens;
  };
};
