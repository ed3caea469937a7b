import { countTokens } from '../../lib/tokens.ts';
import { type Chunk, numberPassages, type Passage } from './chunk.ts';
import type { QaPair } from './qa-pairs.ts';

/** The questions of a pair are searched. Its answer is the text, below the first question. */
export const pairPassage = ({ questions, answer }: QaPair): Passage & { matchText: string } => ({
  text: answer,
  headingPath: questions.slice(0, 1),
  matchText: questions.join('\n'),
  tokens: countTokens(answer),
});

/** One chunk for each pair, whatever its length, because part of an answer may be misleading. */
export const chunkPairs = (pairs: readonly QaPair[]): Chunk[] => numberPassages(pairs.map(pairPassage));
