import { createDraw, createRandom } from '../retrieval/random.ts';

const wordsPerPassage = 200;
const wordsPerSentence = 20;
const vocabulary = 5000;

const consonants = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'st', 'tr', 'ch'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ea', 'io'];

/** Syllables, more for rarer words: tokens and stems are about as long as in English. */
const wordOf = (rank: number): string => {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / (consonants.length * vowels.length)))
    word += consonants[rest % consonants.length]! + vowels[Math.floor(rest / 16) % vowels.length]!;
  return word;
};

/** Markdown of 200 words, in sentences of 20 under a heading; words by Zipf's law. The same in every run. */
export const createPassages = () => {
  const random = createRandom(1);
  const draw = createDraw(Float64Array.from({ length: vocabulary }, (_, rank) => 1 / (rank + 1.2)));
  return (number: number): string => {
    const sentences = Array.from({ length: wordsPerPassage / wordsPerSentence }, () => {
      const words = Array.from({ length: wordsPerSentence }, () => wordOf(draw(random)));
      return `${words.join(' ')}.`;
    });
    return `# Passage ${number}\n\n${sentences.join(' ')}\n`;
  };
};
