import type { GroundingPassage } from '../port.ts';
import { type RankedSentence, rankSentences } from './rank-sentences.ts';
import { joinSentences } from './read-passage.ts';

export interface ChosenAnswer {
  text: string;
  /** Passages the sentences came from, in the order they are quoted. */
  sources: GroundingPassage[];
}

/** More passages only add noise. They are sorted by score. */
const passagesRead = 20;
const sentencesInAnswer = 4;
const sourcesQuoted = 3;
/** A further sentence is included if it scores nearly as well as the best one. */
const nearlyAsGood = 0.65;
/** Longer replies are not read. In UTF-16 units. */
const answerLength = 900;

/**
 * When a passage counts as relevant. Keywords alone must cover a good part of the question. With a good score of
 * the retriever (which includes meaning) fewer keywords, or none, are enough.
 */
const isAbout = (coverage: number, score: number): boolean =>
  coverage >= 0.45 || (coverage >= 0.25 && score >= 0.45) || score >= 0.7;

/** A file comes with the question and was not retrieved, so its score says nothing about relevance. */
const opinionOn = ({ source, score, isEarlier }: GroundingPassage): number =>
  source === 'file' && !isEarlier ? 0.5 : score;

const pick = (ranked: readonly RankedSentence[]): RankedSentence[] => {
  const best = ranked[0];
  if (best === undefined) return [];
  const picked: RankedSentence[] = [];
  const seen = new Set<string>();
  let length = 0;
  for (const sentence of ranked) {
    if (picked.length >= sentencesInAnswer || sentence.score < best.score * nearlyAsGood) break;
    const same = sentence.text.toLowerCase();
    const quoted = new Set(picked.map((one) => one.evidenceIndex)).add(sentence.evidenceIndex);
    if (
      seen.has(same) ||
      quoted.size > sourcesQuoted ||
      (picked.length > 0 && length + same.length > answerLength)
    ) {
      continue;
    }
    seen.add(same);
    length += same.length;
    picked.push(sentence);
  }
  return picked;
};

/** The answering sentences in their original order, or nothing if no passage is relevant. */
export const chooseAnswer = (
  question: string,
  context: string,
  passages: readonly GroundingPassage[],
): ChosenAnswer | undefined => {
  const read = passages.slice(0, passagesRead);
  const opinions = read.map(opinionOn);
  const evidence = read.map(({ title, text }, index) => ({ title, text, score: opinions[index] ?? 0 }));
  const { sentences, coverage } = rankSentences(question, context, evidence);
  const trusted = sentences.filter(({ evidenceIndex }) =>
    isAbout(coverage[evidenceIndex] ?? 0, opinions[evidenceIndex] ?? 0),
  );
  const picked = pick(trusted);
  if (picked.length === 0) return undefined;
  // The passage with the best sentence comes first. Inside a passage the original order is kept.
  const order = [...new Set(picked.map((sentence) => sentence.evidenceIndex))];
  const said = order.flatMap((evidenceIndex) =>
    picked
      .filter((sentence) => sentence.evidenceIndex === evidenceIndex)
      .sort((a, b) => a.position - b.position)
      .map((sentence) => sentence.text),
  );
  return { text: joinSentences(said), sources: order.map((index) => read[index]!) };
};
