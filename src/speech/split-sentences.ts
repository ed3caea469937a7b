import { sentenceEnds } from '../lib/language/index.ts';

/** Nobody should wait for the end of a sentence that has none. */
const longestCharacters = 400;

/** Where a sentence longer than the limit is cut: behind the last space within the limit. */
const cutLong = (text: string): number => {
  const space = text.lastIndexOf(' ', longestCharacters);
  return space > 0 ? space + 1 : longestCharacters;
};

/**
 * Cuts a text that is still being written into sentences, each with the white space after it. The pieces and the
 * rest, joined, are the text. A sentence counts as ended once something follows it.
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
