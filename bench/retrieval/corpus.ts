import { createDraw, createRandom, type Random, randomDirection } from './random.ts';

export const dimension = 384;
export const chunksPerDocument = 100;
const wordsPerChunk = 200;
const vocabulary = 100_000;
/** The words that a question omits: the most frequent ones carry no meaning. */
const stopRanks = 150;
const wordsPerQuestion = 8;
const topicWords = 120;
const chunksPerTopic = 500;

/** Weights of the parts of a vector; squared they give cosines of .12 across topics, .41 in one, .65 in a document. */
const shares = { everything: 0.35, topic: 0.55, document: 0.5, chunk: 0.6 };

export interface CorpusChunk {
  words: string[];
  vector: Float32Array;
}

export interface Question {
  text: string;
  terms: string[];
  vector: Float32Array;
}

const mixed = (parts: readonly (readonly [number, Float32Array])[]): Float32Array => {
  const vector = new Float32Array(dimension);
  for (const [share, part] of parts)
    for (let at = 0; at < dimension; at += 1) vector[at] = vector[at]! + share * part[at]!;
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
};

const seedOf = (kind: number, number: number): number =>
  Math.imul(number + 1, 0x85ebca77) ^ (kind * 0x1b873593);

interface Topic {
  direction: Float32Array;
  words: Uint32Array;
}

/**
 * Synthetic passages that behave like text. Words follow Zipf's law (rank r has weight 1 / (r + 1.2) of 100,000);
 * three in ten are words of the passage's topic, with their own Zipf order, and one in a hundred occurs
 * nowhere else, like names and numbers. Vectors are clustered: all have something in common, passages of a
 * topic more, those of a document still more. A question has 8 words of a passage without the frequent
 * ones, and a similar vector (cosine 0.8). Every passage is generated from its number alone.
 */
export const createCorpus = (count: number) => {
  const topicCount = Math.max(4, Math.ceil(count / chunksPerTopic));
  const drawWord = createDraw(Float64Array.from({ length: vocabulary }, (_, rank) => 1 / (rank + 1.2)));
  const drawTopicWord = createDraw(Float64Array.from({ length: topicWords }, (_, rank) => 1 / (rank + 1.2)));
  const everything = randomDirection(createRandom(1), dimension);
  const topics = new Map<number, Topic>();

  const topicOf = (document: number): Topic => {
    const number = Math.floor(createRandom(seedOf(2, document))() * topicCount);
    const known = topics.get(number);
    if (known) return known;
    const random = createRandom(seedOf(3, number));
    const topic = {
      direction: randomDirection(random, dimension),
      words: Uint32Array.from({ length: topicWords }, () =>
        Math.floor(stopRanks * (vocabulary / stopRanks) ** random()),
      ),
    };
    topics.set(number, topic);
    return topic;
  };

  const wordOf = (random: Random, topic: Topic): string => {
    const kind = random();
    if (kind < 0.01) return `u${Math.floor(random() * 2 ** 40)}`;
    return `w${kind < 0.31 ? topic.words[drawTopicWord(random)] : drawWord(random)}`;
  };

  const chunkAt = (number: number): CorpusChunk => {
    const document = Math.floor(number / chunksPerDocument);
    const topic = topicOf(document);
    const random = createRandom(seedOf(4, number));
    const words = Array.from({ length: wordsPerChunk }, () => wordOf(random, topic));
    const vector = mixed([
      [shares.everything, everything],
      [shares.topic, topic.direction],
      [shares.document, randomDirection(createRandom(seedOf(5, document)), dimension)],
      [shares.chunk, randomDirection(random, dimension)],
    ]);
    return { words, vector };
  };

  const isSignificant = (word: string): boolean => word.startsWith('u') || Number(word.slice(1)) >= stopRanks;

  const questionAt = (number: number): Question => {
    const random = createRandom(seedOf(6, number));
    const { words, vector } = chunkAt(Math.floor(random() * count));
    const significant = words.filter(isSignificant);
    const terms = Array.from(
      { length: wordsPerQuestion },
      () => significant[Math.floor(random() * significant.length)]!,
    );
    const aside = randomDirection(random, dimension);
    return {
      terms,
      text: terms.join(' '),
      vector: mixed([
        [0.8, vector],
        [0.6, aside],
      ]),
    };
  };

  return { count, chunkAt, questionAt };
};

export type Corpus = ReturnType<typeof createCorpus>;
