import { matchWithin } from '../lib/match-within.ts';

const limitMs = 50;

/**
 * A regular expression with a time limit: patterns come with imported schemas and texts from a model. No answer in
 * time is no match.
 */
export const boundedPattern = (pattern: string, flags: string) => {
  const expression = new RegExp(pattern, flags);
  return {
    // Ajv tells patterns apart by this text: without it all of them would be one.
    toString: () => String(expression),
    test: (text: string): boolean => !!matchWithin(expression, text, limitMs),
  };
};
boundedPattern.code = 'boundedPattern';
