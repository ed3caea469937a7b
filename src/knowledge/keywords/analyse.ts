import { stemWord } from '../../lib/language/index.ts';
import { splitWords } from './split-words.ts';
import { stopWords } from './stop-words.ts';

/** Longer "words" are data (base64, hashes); their beginning tells them apart well enough. */
const longestTerm = 64;
/** Words, and pictures among them: each of those is a word, however they are put together. */
const runs = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu;
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]|\p{Variation_Selector}/gu;
/** Scripts that split-words has something to do for; others, nearly all of most texts, skip it. */
const needsSplitting =
  /[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u30FF\u3130-\u318F\u31F0-\u31FF\u3400-\u9FFF\uA9E0-\uA9FF\uAA60-\uAA7F\uAC00-\uD7FF\uF900-\uFAFF]|[\uD840-\uD88D]/;

const wordsOf = (text: string): string[] => {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(invisible, '');
  const words: string[] = [];
  for (const [run] of plain.matchAll(runs)) {
    if (!needsSplitting.test(run)) words.push(run);
    // One by one: a run of a million characters is too many arguments for one call.
    else for (const word of splitWords(run)) words.push(word);
  }
  return words.map((word) => (word.length > longestTerm ? word.slice(0, longestTerm).toWellFormed() : word));
};

/** The terms of a text, in order and with repetitions: what is indexed of it. */
export const analyse = (text: string): string[] => wordsOf(text).map(stemWord);

/** The terms of a query: those of the text without the words that only ask, unless there are no others. */
export const analyseQuery = (text: string): string[] => {
  const words = wordsOf(text);
  const telling = words.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : words).map(stemWord);
};
