import { detectLatin, type Language, type LanguageClass, languageClass } from '../../lib/language/index.ts';
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
 * The lowest relevance of a passage that may be quoted. Languages differ, because the embedding models know only two of
 * them and a word of Vietnamese is a syllable. Measured on judged questions in seven languages, each asked of a
 * knowledge base with its article and of one without: `npm run bench:answers` prints both error rates.
 */
const limits: Readonly<Record<LanguageClass, number>> = {
  english: 0.53,
  latin: 0.52,
  chinese: 0.52,
  'traditional-chinese': 0.48,
  'japanese-korean': 0.46,
  other: 0.46,
};
const latinLimits: Partial<Record<Language, number>> = { vi: 0.72, tr: 0.42 };

const limitFor = (question: string): number => {
  const language = languageClass(question);
  const latin = language === 'latin' ? detectLatin(question)?.language : undefined;
  return (latin && latinLimits[latin]) ?? limits[language];
};

/** Weight of the covered part of the question, compared with the score of the retriever. */
const coverageWeight = 0.3;

/** For passages whose score has another scale: files, table records and memories. */
const isAboutByWords = (coverage: number, score: number): boolean =>
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

/** A prepared answer is given if its questions match about as well as the best passage. */
const asGoodAsBest = 0.9;

/** The best answer that was written for this question, whole: its sentences need not have words of the question. */
const preparedAnswer = (
  passages: readonly GroundingPassage[],
  isAbout: readonly boolean[],
): GroundingPassage | undefined => {
  const best = Math.max(
    0,
    ...passages.filter(({ source }) => source === 'knowledge').map(({ score }) => score),
  );
  return passages.find(
    ({ questions, score }, index) => questions && isAbout[index] && score >= asGoodAsBest * best,
  );
};

/** The answering sentences in their original order, or nothing if no passage is relevant. */
export const chooseAnswer = (
  question: string,
  context: string,
  passages: readonly GroundingPassage[],
): ChosenAnswer | undefined => {
  const read = passages.slice(0, passagesRead);
  const opinions = read.map(opinionOn);
  const evidence = read.map(({ title, text, questions = '' }, index) => ({
    title: `${title} ${questions}`,
    text,
    score: opinions[index] ?? 0,
  }));
  const { sentences, coverage } = rankSentences(question, context, evidence);
  const limit = limitFor(question);
  const isAbout = read.map(({ source }, index) => {
    const [covered = 0, score = 0] = [coverage[index], opinions[index]];
    if (source !== 'knowledge') return isAboutByWords(covered, score);
    return score + coverageWeight * covered >= limit;
  });
  const prepared = preparedAnswer(read, isAbout);
  if (prepared) return { text: prepared.text, sources: [prepared] };
  const trusted = sentences.filter(({ evidenceIndex }) => isAbout[evidenceIndex]);
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
