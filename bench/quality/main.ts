import { defaultSettings } from '../../src/agents/index.ts';
import { createEmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { createKeywordRun } from './keyword-run.ts';
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
};
/** Sets on which the combination must be better than either alone. */
const mustGain = ['cranfield', 'med'];

const rank = ({ passages }: RetrievalSet, scores: ArrayLike<number>): string[] =>
  Array.from(passages.keys())
    .filter((at) => scores[at]! > 0)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, 100)
    .map((at) => passages[at]!.id);

const measureAt = (
  set: RetrievalSet,
  keyword: Float64Array[],
  { scores }: SemanticRun,
  rate: number,
): RankingMeasures =>
  meanMeasures(
    set.queries.map(({ relevant }, query) => {
      const mixed = set.passages.map(
        (_, at) => rate * scores[query]![at]! + (1 - rate) * keyword[query]![at]!,
      );
      return measureRanking(rank(set, mixed), relevant);
    }),
  );

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

const missedTargets = (set: RetrievalSet, byRate: Map<number, RankingMeasures>): string[] => {
  const at = (rate: number): number => byRate.get(rate)!.ndcg10;
  const [keyword, semantic, hybrid] = [at(0), at(1), at(defaultEmbeddingRate)];
  const broken: string[] = [];
  const target = keywordTargets[set.name];
  if (target !== undefined && keyword < target - 0.01)
    broken.push(`keywords reach ${keyword}, not ${target}`);
  if (mustGain.includes(set.name) && hybrid <= Math.max(keyword, semantic))
    broken.push('both are not better than one');
  if (hybrid < Math.max(keyword, semantic) - 0.02) broken.push('both are worse than one');
  return broken.map((text) => `${set.name}: ${text}`);
};

const measureSet = async (set: RetrievalSet, embedders: ReturnType<typeof createEmbeddedEmbedders>) => {
  const scoreKeywords = createKeywordRun(set.passages.map(({ text }) => text));
  const keyword = set.queries.map(({ text }) => scoreKeywords(text));
  const semantic = await runSemantic(set, embedders);
  const byRate = new Map(rates.map((rate) => [rate, measureAt(set, keyword, semantic, rate)]));
  const [bestRate, best] = [...byRate].reduce((a, b) => (b[1].ndcg10 > a[1].ndcg10 ? b : a));
  const { related, unrelated } = mediansOf(set, semantic);
  console.log(
    [
      set.name.padEnd(15),
      show(byRate.get(0)!),
      show(byRate.get(1)!),
      show(byRate.get(defaultEmbeddingRate)!),
      `${show(best)} at ${bestRate}`,
      `${unrelated.toFixed(2)} / ${related.toFixed(2)}`,
    ].join(' | '),
  );
  console.log(`  nDCG by rate: ${rates.map((rate) => byRate.get(rate)!.ndcg10.toFixed(3)).join(' ')}`);
  return missedTargets(set, byRate);
};

const main = async (): Promise<void> => {
  if (!hasRetrievalSets()) {
    console.log('No judged sets beside the repository (../shared/data/retrieval): nothing to measure.');
    return;
  }
  const embedders = createEmbeddedEmbedders();
  console.log('Each group: nDCG@10 recall@10 recall@100');
  console.log(
    `set | keywords | meaning | both at ${defaultEmbeddingRate} | both at the best rate | median cosine unrelated / relevant`,
  );
  const broken: string[] = [];
  for (const set of [
    readRetrievalSet('cranfield', 'cranfield'),
    readRetrievalSet('med', 'med'),
    readRetrievalSet('cmrc2018-trial', 'cmrc2018-trial'),
    readRetrievalSet('xquad-en', 'xquad-en'),
    readRetrievalSet('xquad-es', 'xquad-es'),
    readRetrievalSet('xquad es→en', 'xquad-en', 'xquad-es'),
  ])
    broken.push(...(await measureSet(set, embedders)));
  await embedders.close();
  for (const text of broken) console.log(`BROKEN ${text}`);
  if (broken.length > 0) process.exitCode = 1;
};

await main();
