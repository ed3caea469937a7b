import { splitSentences } from '../../lib/language/index.ts';

/** Only the beginning of a text is read: facts about the user hardly occur after eight thousand characters. */
const longestRead = 8000;

/** Sentences of a chat message without the list, quote and emphasis marks of markdown. */
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
