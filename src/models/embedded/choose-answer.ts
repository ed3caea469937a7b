import type { GroundingPassage } from '../port.ts';
import { type RankedSentence, rankSentences } from './rank-sentences.ts';
import { joinSentences } from './read-passage.ts';

export interface ChosenAnswer {
  text: string;
  /** Passages the sentences came from, in the order they are quoted. */
  sources: GroundingPassage[];
}

/** Reading more passages than this only adds noise; they come best first. */
const passagesRead = 20;
const sentencesSaid = 4;
const sourcesQuoted = 3;
/** A further sentence must be nearly as good as the best one to be said too. */
const nearlyAsGood = 0.65;
/** Longer answers are not read. Counted in UTF-16 units, generous for either script. */
const answerLength = 900;

/**
 * When a passage counts as speaking of the question. Words alone must cover a good part of it; with the
 * retriever's good opinion (which also knows meaning) fewer words, or none at all, are enough.
 */
const speaksOf = (coverage: number, score: number): boolean =>
  coverage >= 0.45 || (coverage >= 0.25 && score >= 0.45) || score >= 0.7;

/** A file comes with the question and was not searched for: its score is no opinion on the question. */
const opinionOn = ({ source, score, isEarlier }: GroundingPassage): number =>
  source === 'file' && !isEarlier ? 0.5 : score;

const pick = (ranked: readonly RankedSentence[]): RankedSentence[] => {
  const best = ranked[0];
  if (best === undefined) return [];
  const picked: RankedSentence[] = [];
  const seen = new Set<string>();
  let length = 0;
  for (const sentence of ranked) {
    if (picked.length >= sentencesSaid || sentence.score < best.score * nearlyAsGood) break;
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

/** The sentences that answer, as prose in their original order, or nothing where no passage speaks of it. */
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
    speaksOf(coverage[evidenceIndex] ?? 0, opinions[evidenceIndex] ?? 0),
  );
  const picked = pick(trusted);
  if (picked.length === 0) return undefined;
  // The passage with the best sentence comes first; inside a passage the author's order stays.
  const order = [...new Set(picked.map((sentence) => sentence.evidenceIndex))];
  const said = order.flatMap((evidenceIndex) =>
    picked
      .filter((sentence) => sentence.evidenceIndex === evidenceIndex)
      .sort((a, b) => a.position - b.position)
      .map((sentence) => sentence.text),
  );
  return { text: joinSentences(said), sources: order.map((index) => read[index]!) };
};
