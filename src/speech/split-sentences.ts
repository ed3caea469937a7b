import { sentenceEnds } from '../lib/language/index.ts';

/** Maximum length of a sentence, so that nobody waits for an end that never comes. */
const longestCharacters = 400;

/** Where a longer sentence is split: after the last space within the limit. */
const cutLong = (text: string): number => {
  const space = text.lastIndexOf(' ', longestCharacters);
  return space > 0 ? space + 1 : longestCharacters;
};

/**
 * Splits a growing text into sentences, each with the white space after it. The pieces and the
 * rest, joined, are the text. A sentence is complete once something follows it.
 */
export const splitSentences = (text: string): { sentences: string[]; rest: string } => {
  const sentences: string[] = [];
  let rest = text;
  for (const end of sentenceEnds(text, 'chat')) {
    const next = end + /^\s*/.exec(text.slice(end))![0].length;
    sentences.push(rest.slice(0, rest.length - (text.length - next)));
    rest = text.slice(next);
  }
  while (rest.length > longestCharacters) {
    const end = cutLong(rest);
    sentences.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return { sentences, rest };
};
