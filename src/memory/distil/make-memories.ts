import { termSet } from '../term-set.ts';
import { extractFacts } from './extract-facts.ts';
import { splitPassages } from './split-passages.ts';

export interface MadeMemory {
  kind: 'passage' | 'fact';
  text: string;
  terms: Uint32Array;
  /** Topics of a fact. */
  topics: string[];
  /** Position in the round: the fact with the higher one was stated later. */
  position: number;
}

type Analyse = (text: string) => string[];

/** Words, and topics of facts about the user: "who am I?" and "call me Ada" have no common word. */
export const indexTerms = (text: string, topics: readonly string[], analyse: Analyse): string[] => [
  ...topics.map((topic) => `#${topic}`),
  ...analyse(text),
];

/** All memories of a round: its passages and the facts that its user stated. */
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
