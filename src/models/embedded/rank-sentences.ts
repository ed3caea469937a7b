import { readPassage } from './read-passage.ts';
import { questionTermsOf, termsOf } from './terms.ts';

export interface Evidence {
  /** Source of the text, as the reply names it. */
  title: string;
  text: string;
  /** Score of the retriever, 0 to 1. */
  score: number;
}

export interface RankedSentence {
  text: string;
  /** Index of its evidence, and its position there. */
  evidenceIndex: number;
  position: number;
  score: number;
}

export interface Ranking {
  sentences: RankedSentence[];
  /** How much of the question each evidence covers as a whole, 0 to 1. */
  coverage: number[];
}

interface Candidate extends RankedSentence {
  terms: ReadonlySet<string>;
  isRow: boolean;
}

/** Weight of the words of a heading or title for the sentences below it. */
const headingWeight = 0.3;
/** Weight of a neighbouring sentence about the subject ("It costs 12 euros." after "The Pro plan …"). */
const neighbourWeight = 0.25;
const retrieverWeight = 0.25;
const contextWeight = 0.1;
const longestTitle = 300;
/** Number of terms above which the length of a sentence lowers its score. */
const comfortableTerms = 25;

type Terms = ReadonlySet<string>;

const inverseFrequency = (candidates: readonly Candidate[]): ((term: string) => number) => {
  const counts = new Map<string, number>();
  for (const candidate of candidates) {
    for (const term of candidate.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (term) => Math.log(1 + (candidates.length + 0.5) / ((counts.get(term) ?? 0) + 0.5));
};

/** How much of the question some terms cover, 0 to 1. Rare words count more than frequent ones. */
const createShare = (
  asked: readonly string[],
  weightOf: (term: string) => number,
): ((terms: Terms) => number) => {
  const weights = new Map(asked.map((term) => [term, weightOf(term)]));
  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return (terms) => {
    let found = 0;
    for (const [term, weight] of weights) if (terms.has(term)) found += weight;
    return total === 0 ? 0 : found / total;
  };
};

const readEvidence = (evidence: readonly Evidence[]): { candidates: Candidate[]; headings: Terms[] } => {
  const candidates: Candidate[] = [];
  const headings = evidence.map(({ title, text }, evidenceIndex) => {
    const read = readPassage(text);
    read.sentences.forEach(({ text: said, subject, isRow }, position) => {
      candidates.push({
        text: said,
        evidenceIndex,
        position,
        score: 0,
        terms: new Set(termsOf(subject)),
        isRow,
      });
    });
    return new Set(termsOf(`${title.slice(0, longestTitle)} ${read.headings.join(' ')}`));
  });
  return { candidates, headings };
};

/** Score from the sentences before and after. Rows of a table get none. */
const neighbourHelp = (candidates: readonly Candidate[], own: readonly number[], index: number): number => {
  const candidate = candidates[index];
  if (candidate === undefined || candidate.isRow) return 0;
  const shareAt = (at: number): number =>
    candidates[at]?.evidenceIndex === candidate.evidenceIndex ? (own[at] ?? 0) : 0;
  return neighbourWeight * Math.max(shareAt(index - 1), shareAt(index + 1) / 2);
};

const wholeTerms = (candidates: readonly Candidate[], headings: readonly Terms[]): Set<string>[] => {
  const whole = headings.map((terms) => new Set(terms));
  for (const { evidenceIndex, terms } of candidates)
    for (const term of terms) whole[evidenceIndex]?.add(term);
  return whole;
};

/**
 * Orders the sentences of all evidence by how well they answer the question: shared words weighted by
 * rarity, plus headings, neighbours and the retriever's score. The context (earlier questions) only breaks
 * ties: "and for books?" still means the prices. The result is deterministic.
 */
export const rankSentences = (question: string, context: string, evidence: readonly Evidence[]): Ranking => {
  const { candidates, headings } = readEvidence(evidence);
  const weightOf = inverseFrequency(candidates);
  const asked = questionTermsOf(question);
  const share = createShare(asked, weightOf);
  // Flatter weights, because the main subject of a passage is frequent in it and must still count.
  const flatShare = createShare(asked, (term) => Math.sqrt(weightOf(term)));
  const contextShare = createShare(termsOf(context), weightOf);
  const inHeadings = headings.map(share);
  const own = candidates.map(({ terms }) => share(terms));
  const sentences = candidates.map(({ text, evidenceIndex, position, terms }, index): RankedSentence => {
    const tooLong = Math.max(1, terms.size / comfortableTerms) ** 0.3;
    const score =
      ((own[index] ?? 0) + neighbourHelp(candidates, own, index)) / tooLong +
      headingWeight * (inHeadings[evidenceIndex] ?? 0) +
      contextWeight * contextShare(terms) +
      retrieverWeight * (evidence[evidenceIndex]?.score ?? 0);
    return { text, evidenceIndex, position, score };
  });
  sentences.sort((a, b) => b.score - a.score || a.evidenceIndex - b.evidenceIndex || a.position - b.position);
  return { sentences, coverage: wholeTerms(candidates, headings).map(flatShare) };
};
