import { termSet } from '../term-set.ts';
import { extractFacts } from './extract-facts.ts';
import { splitPassages } from './split-passages.ts';

export interface MadeMemory {
  kind: 'passage' | 'fact';
  text: string;
  terms: Uint32Array;
  /** What a fact tells. */
  topics: string[];
  /** Its place in the round: of two facts the later one was said later. */
  position: number;
}

type Analyse = (text: string) => string[];

/** Words, and marks of what is told or asked about the user: "who am I?" and "call me Ada" share no word. */
export const indexTerms = (text: string, topics: readonly string[], analyse: Analyse): string[] => [
  ...topics.map((topic) => `#${topic}`),
  ...analyse(text),
];

/** Everything of a round that long-term memory keeps: its passages and the facts its user stated. */
export const roundMemories = (round: { question: string; answer: string }, analyse: Analyse): MadeMemory[] =>
  [
    ...extractFacts(round.question).map(({ text, topics }) => ({
      kind: 'fact' as const,
      text,
      topics,
      terms: termSet(indexTerms(text, topics, analyse)),
    })),
    ...splitPassages(round.question, round.answer).map((text) => ({
      kind: 'passage' as const,
      text,
      topics: [],
      terms: termSet(analyse(text)),
    })),
  ].map((memory, position) => ({ ...memory, position }));
