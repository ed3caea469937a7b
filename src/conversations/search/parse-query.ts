import { AppError } from '../../lib/errors.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';
import { tokensOf } from './tokens.ts';

/** Words that stand next to each other in this order. */
export interface Phrase {
  tokens: string[];
  /** The last word is the beginning of a word. */
  isPrefix: boolean;
}

/** More would make one search as expensive as many. */
const mostTokens = 24;

const toPhrase = (text: string, isQuoted: boolean): Phrase | undefined => {
  const tokens = [...tokensOf(text)];
  if (tokens.length === 0) return undefined;
  const last = tokens.at(-1)!;
  // The pairs before it already contain the last character of a script without spaces.
  const isOpen = last.isTail && tokens.length > 1 && tokens.at(-2)!.end === last.end;
  if (isOpen) tokens.pop();
  const isPrefix = (last.isTail && !isOpen) || (!isQuoted && text.endsWith('*'));
  return { tokens: tokens.map((token) => token.text), isPrefix };
};

/**
 * The phrases of a query, which must all occur. Quotes surround a phrase, an asterisk ends the beginning of a word, and
 * words that only punctuation separates (A-1234, ada@example.com) belong together. Everything else is ignored.
 */
export const parseQuery = (query: string): Phrase[] => {
  const phrases = new Map<string, Phrase>();
  let count = 0;
  for (const [index, part] of normalizeText(query, 'NFC')
    .split(/["“”„«»]/u)
    .entries()) {
    const isQuoted = index % 2 === 1;
    for (const text of isQuoted ? [part] : part.split(/\s+/u)) {
      const phrase = toPhrase(text, isQuoted);
      if (!phrase) continue;
      const key = `${phrase.tokens.join(' ')}${phrase.isPrefix ? '*' : ''}`;
      if (phrases.has(key)) continue;
      count += phrase.tokens.length;
      phrases.set(key, phrase);
    }
  }
  if (count > mostTokens)
    throw new AppError('invalidParameter', `words must have at most ${mostTokens} words`);
  return [...phrases.values()];
};
