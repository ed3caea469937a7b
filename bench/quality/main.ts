import { defaultSettings } from '../../src/agents/index.ts';
import { createEmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { measureFollowUps } from './follow-ups.ts';
import { createKeywordRun } from './keyword-run.ts';
import { measureMinimumScore } from './minimum-score.ts';
import { measurePassages } from './passages.ts';
import { createPlainBm25 } from './plain-bm25.ts';
import { meanMeasures, measureRanking, type RankingMeasures } from './ranking-measures.ts';
import { hasRetrievalSets, type RetrievalSet, readRetrievalSet } from './retrieval-set.ts';
import { runSemantic, type SemanticRun } from './semantic-run.ts';

/**
 * Retrieval quality on sets with human judgments: keywords only, embeddings only, and both.
 * Exits with 1 if one of the limits below is not met.
 */

const defaultEmbeddingRate = defaultSettings().knowledge.embeddingRate;
const rates = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** nDCG@10 of the bm25s library on the same sets. The result must be within 0.01. */
const keywordTargets: Record<string, number> = {
  cranfield: 0.437,
  med: 0.696,
  'cmrc2018-trial': 0.989,
  'xquad-en': 0.966,
  'xquad-ar': 0.93,
  'xquad-tr': 0.94,
  'xquad-ru': 0.95,
  'xquad-es': 0.965,
  'xquad-vi': 0.96,
};
/** Sets on which the combination must be better than either alone. */
const mustGain = ['cranfield', 'med'];
/** Differences of a few questions are noise. */
const tolerance = 0.002;
/** A minimum score that keeps the right passage of nearly every question, in every language. */
const usualMinimum = 0.3;
const mustKeep = 0.85;

const rank = ({ passages }: RetrievalSet, scores: ArrayLike<number>): string[] =>
  Array.from(passages.keys())
    .filter((at) => scores[at]! > 0)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, 100)
    .map((at) => passages[at]!.id);

const mixedScores = (
  { passages }: RetrievalSet,
  keyword: Float64Array,
  { scores, confidences }: { scores: Float64Array; confidences: Float64Array },
  rate: number,
): number[] =>
  passages.map((_, at) => {
    const weight = rate * confidences[at]!;
    return weight * scores[at]! + (1 - weight) * keyword[at]!;
  });

const measureAt = (
  set: RetrievalSet,
  keyword: Float64Array[],
  { scores, confidences }: SemanticRun,
  rate: number,
): RankingMeasures =>
  meanMeasures(
    set.queries.map(({ relevant }, query) => {
      const mixed = mixedScores(
        set,
        keyword[query]!,
        { scores: scores[query]!, confidences: confidences[query]! },
        rate,
      );
      return measureRanking(rank(set, mixed), relevant);
    }),
  );

/** Share of the questions of which a right passage, and of which another one, reaches the usual minimum score. */
const keptOf = (set: RetrievalSet, keyword: Float64Array[], semantic: SemanticRun, rate: number) => {
  let right = 0;
  let other = 0;
  for (const [query, { relevant }] of set.queries.entries()) {
    const mixed = mixedScores(
      set,
      keyword[query]!,
      { scores: semantic.scores[query]!, confidences: semantic.confidences[query]! },
      rate,
    );
    const kept = set.passages.filter((_, at) => mixed[at]! >= usualMinimum);
    if (kept.some(({ id }) => (relevant.get(id) ?? 0) > 0)) right += 1;
    if (kept.some(({ id }) => (relevant.get(id) ?? 0) === 0)) other += 1;
  }
  return { right: right / set.queries.length, other: other / set.queries.length };
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The two points of the calibration line. */
const mediansOf = (set: RetrievalSet, { cosines }: SemanticRun): { related: number; unrelated: number } => {
  const related: number[] = [];
  const unrelated: number[] = [];
  for (const [query, { relevant }] of set.queries.entries())
    for (const [at, { id }] of set.passages.entries())
      ((relevant.get(id) ?? 0) > 0 ? related : unrelated).push(cosines[query]![at]!);
  return { related: median(related), unrelated: median(unrelated) };
};

const show = ({ ndcg10, recall10, recall100 }: RankingMeasures): string =>
  [ndcg10, recall10, recall100].map((value) => value.toFixed(3)).join(' ');

interface Outcome {
  byRate: Map<number, RankingMeasures>;
  plain: number;
  kept: { right: number; other: number };
}

const missedTargets = (set: RetrievalSet, { byRate, plain, kept }: Outcome): string[] => {
  const at = (rate: number): number => byRate.get(rate)!.ndcg10;
  const [keyword, semantic, hybrid] = [at(0), at(1), at(defaultEmbeddingRate)];
  const broken: string[] = [];
  const target = keywordTargets[set.name];
  if (target !== undefined && keyword < target - 0.01)
    broken.push(`keywords reach ${keyword}, not ${target}`);
  if (keyword < plain - tolerance) broken.push(`keywords reach ${keyword}, plain BM25 ${plain}`);
  if (hybrid < keyword - tolerance) broken.push('both are worse than keywords');
  if (mustGain.includes(set.name) && hybrid <= Math.max(keyword, semantic))
    broken.push('both are not better than one');
  if (kept.right < mustKeep) broken.push(`only ${kept.right} of the right passages reach ${usualMinimum}`);
  return broken.map((text) => `${set.name}: ${text}`);
};

const measureSet = async (set: RetrievalSet, embedders: ReturnType<typeof createEmbeddedEmbedders>) => {
  const texts = set.passages.map(({ text }) => text);
  const [scoreKeywords, scorePlain] = [createKeywordRun(texts), createPlainBm25(texts)];
  const keyword = set.queries.map(({ text }) => scoreKeywords(text));
  const plain = meanMeasures(
    set.queries.map(({ text, relevant }) => measureRanking(rank(set, scorePlain(text)), relevant)),
  ).ndcg10;
  const semantic = await runSemantic(set, embedders);
  const byRate = new Map(rates.map((rate) => [rate, measureAt(set, keyword, semantic, rate)]));
  const kept = keptOf(set, keyword, semantic, defaultEmbeddingRate);
  const { related, unrelated } = mediansOf(set, semantic);
  console.log(
    [
      set.name.padEnd(15),
      plain.toFixed(3),
      show(byRate.get(0)!),
      show(byRate.get(1)!),
      show(byRate.get(defaultEmbeddingRate)!),
      `${kept.right.toFixed(2)} / ${kept.other.toFixed(2)}`,
      `${unrelated.toFixed(2)} / ${related.toFixed(2)}`,
    ].join(' | '),
  );
  console.log(`  nDCG by rate: ${rates.map((rate) => byRate.get(rate)!.ndcg10.toFixed(3)).join(' ')}`);
  return missedTargets(set, { byRate, plain, kept });
};

const main = async (): Promise<void> => {
  if (!hasRetrievalSets()) {
    console.log('No judged sets beside the repository (../shared/data/retrieval): nothing to measure.');
    return;
  }
  const embedders = createEmbeddedEmbedders();
  console.log('Each group: nDCG@10 recall@10 recall@100');
  console.log(
    `set | plain BM25 | keywords | rate 1 | rate ${defaultEmbeddingRate} | right / other passages above ${usualMinimum} | median cosine unrelated / relevant`,
  );
  const broken: string[] = [];
  for (const set of [
    readRetrievalSet('cranfield', 'cranfield'),
    readRetrievalSet('med', 'med'),
    readRetrievalSet('cmrc2018-trial', 'cmrc2018-trial'),
    readRetrievalSet('xquad-en', 'xquad-en'),
    ...['xquad-es', 'xquad-ar', 'xquad-tr', 'xquad-vi', 'xquad-ru'].map((name) =>
      readRetrievalSet(name, name),
    ),
  ])
    broken.push(...(await measureSet(set, embedders)));
  broken.push(...(await measureMinimumScore(embedders)));
  await measurePassages(embedders);
  await measureFollowUps(embedders);
  await embedders.close();
  for (const text of broken) console.log(`BROKEN ${text}`);
  if (broken.length > 0) process.exitCode = 1;
};

await main();
