import { splitSentences } from '../../lib/language/index.ts';

/** Texts are read by their beginning: nobody states who they are after eight thousand characters. */
const longestRead = 8000;

/** Sentences of a chat message, without markdown's list, quote and emphasis marks. */
export const plainSentences = (text: string): string[] =>
  splitSentences(text.slice(0, longestRead).toWellFormed(), 'chat')
    .map((sentence) =>
      sentence
        .replace(/^(?:[-*+•>#]+\s+|\d{1,3}[.)]\s+)/u, '')
        .replace(/\*\*|__|`/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
