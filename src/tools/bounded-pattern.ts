import { createContext, Script } from 'node:vm';

const timeoutMs = 50;

const match = new Script('expression.test(text)');
const place = createContext({ expression: undefined, text: '' });

/**
 * A regular expression with a time limit. Patterns come with imported schemas and texts from a model; some
 * pairs of them take an ordinary engine years, on the thread everybody shares. No answer in time is no match.
 */
export const boundedPattern = (pattern: string, flags: string) => {
  const expression = new RegExp(pattern, flags);
  return {
    // Ajv tells patterns apart by this text: without it all of them would be one.
    toString: () => String(expression),
    test: (text: string): boolean => {
      Object.assign(place, { expression, text });
      try {
        return match.runInContext(place, { timeout: timeoutMs }) === true;
      } catch {
        return false;
      } finally {
        Object.assign(place, { expression: undefined, text: '' });
      }
    },
  };
};
boundedPattern.code = 'boundedPattern';
