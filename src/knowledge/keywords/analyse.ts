import { stemWord } from '../../lib/language/index.ts';
import { splitWords } from './split-words.ts';
import { stopWords } from './stop-words.ts';

/** Longer "words" are data (base64, hashes). Their beginning is enough to distinguish them. */
const longestTerm = 64;
/** Words and emoji. Each emoji is a word, even if it has several code points. */
const runs = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu;
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]|\p{Variation_Selector}/gu;
/** Scripts that need split-words. All others, nearly all of most texts, skip it. */
const needsSplitting =
  /[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u30FF\u3130-\u318F\u31F0-\u31FF\u3400-\u9FFF\uA9E0-\uA9FF\uAA60-\uAA7F\uAC00-\uD7FF\uF900-\uFAFF]|[\uD840-\uD88D]/;

const wordsOf = (text: string): string[] => {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(invisible, '');
  const words: string[] = [];
  for (const [run] of plain.matchAll(runs)) {
    if (!needsSplitting.test(run)) words.push(run);
    // One by one: a run of a million characters has too many words for the arguments of one call.
    else for (const word of splitWords(run)) words.push(word);
  }
  return words.map((word) => (word.length > longestTerm ? word.slice(0, longestTerm).toWellFormed() : word));
};

/** The terms of a text, in order and with repetitions, as they are indexed. */
export const analyse = (text: string): string[] => wordsOf(text).map(stemWord);

/** The terms of a query: those of the text without stop words, unless there are no others. */
export const analyseQuery = (text: string): string[] => {
  const words = wordsOf(text);
  const telling = words.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : words).map(stemWord);
};
