import { defaultSettings } from '../../src/agents/index.ts';
import type { EmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { type Evidence, isAbout, withoutNoise } from '../../src/knowledge/retrieve/relevant-chunks.ts';
import { everydayQuestions } from './everyday-questions.ts';
import { createKeywordRun } from './keyword-run.ts';
import { type RetrievalSet, readRetrievalSet } from './retrieval-set.ts';
import { runSemantic, type SemanticRun } from './semantic-run.ts';

/**
 * The default minimum of prompts: questions of one half of a judged set are asked of knowledge bases with the articles
 * of this half, which answer them, and of the other half, which do not. The limits were set with the first half; the
 * figures of the second one count. Articles have five passages and are in order.
 */

const { topK, embeddingRate } = defaultSettings().knowledge;
const names = ['xquad-en', 'cmrc2018-trial', 'xquad-ru', 'xquad-ar', 'xquad-es', 'xquad-tr', 'xquad-vi'];
const halves = ['calibration', 'held out'] as const;
const basesOf = [5, 20, 120];
const passagesPerArticle = 5;
/** Of the questions without an answer that are asked of each small knowledge base. All would take minutes. */
const eachSmall = 20;
/** Of the questions whose right passage is among the best: at most this share may lose it, on the held-out half. */
const mostLost = 0.03;

interface Found extends Evidence {
  score: number;
  isRight: boolean;
}

interface Counts {
  questions: number;
  lost: number;
  passages: number;
  unrelated: number;
  withPassages: number;
  unrelatedPassages: number;
}

const noCounts = (): Counts => ({
  questions: 0,
  lost: 0,
  passages: 0,
  unrelated: 0,
  withPassages: 0,
  unrelatedPassages: 0,
});

const halfOf = (at: number): number => Math.floor(at / passagesPerArticle) % halves.length;

const findBest = (
  semantic: SemanticRun,
  query: number,
  base: readonly number[],
  keyword: Float64Array,
  rightPlaces: ReadonlySet<number>,
): Found[] =>
  base
    .map((at, index): Found => {
      const confidence = semantic.confidences[query]![at]!;
      const semanticScore = semantic.scores[query]![at]!;
      const keywordScore = keyword[index]!;
      const weight = embeddingRate * confidence;
      const score = weight * semanticScore + (1 - weight) * keywordScore;
      return { score, semanticScore, keywordScore, confidence, isRight: rightPlaces.has(at) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);

const count = (counts: Counts, text: string, found: readonly Found[], isAnswerable: boolean): void => {
  const kept = isAbout(text, found) ? withoutNoise(found) : [];
  if (!isAnswerable) {
    counts.unrelated += 1;
    counts.withPassages += kept.length > 0 ? 1 : 0;
    counts.unrelatedPassages += kept.length;
  } else if (found.some(({ isRight }) => isRight)) {
    counts.questions += 1;
    counts.passages += kept.length;
    counts.lost += kept.some(({ isRight }) => isRight) ? 0 : 1;
  }
};

interface Measured {
  related: Counts;
  everyday: Counts;
}

const measureHalf = (
  set: RetrievalSet,
  semantic: SemanticRun,
  judgedCount: number,
  half: number,
  size: number,
): Measured => {
  const placeOf = new Map(set.passages.map(({ id }, at) => [id, at]));
  const own = Array.from(set.passages.keys()).filter((at) => halfOf(at) === half);
  const [related, everyday] = [noCounts(), noCounts()];
  for (let start = 0; start + size <= own.length; start += size) {
    const base = own.slice(start, start + size);
    const score = createKeywordRun(base.map((at) => set.passages[at]!.text));
    for (const [query, { text, relevant }] of set.queries.entries()) {
      const right = new Set(relevant.keys().map((id) => placeOf.get(id)!));
      const isAnswerable = base.some((at) => right.has(at));
      const isEveryday = query >= judgedCount;
      const isOther = right.values().every((at) => halfOf(at) !== half);
      if (!isAnswerable && !isEveryday && (!isOther || (size < own.length && query % eachSmall !== 0)))
        continue;
      const found = findBest(semantic, query, base, score(text), right);
      count(isEveryday ? everyday : related, text, found, isAnswerable);
    }
  }
  return { related, everyday };
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const show = ({ related, everyday }: Measured): string =>
  [
    `lost ${percent(related.lost, related.questions)}`,
    `passages ${(related.passages / related.questions).toFixed(1)}`,
    `unrelated with passages ${percent(related.withPassages, related.unrelated)}`,
    `passages ${(related.unrelatedPassages / related.unrelated).toFixed(2)}`,
    `everyday ${percent(everyday.withPassages, everyday.unrelated)}`,
  ].join(', ');

/** Prints both error rates, and returns what is worse than promised. */
export const measureMinimumScore = async (embedders: EmbeddedEmbedders): Promise<string[]> => {
  console.log(`\nDefault minimum of prompts, of ${topK} passages by rate ${embeddingRate}`);
  const broken: string[] = [];
  for (const name of names) {
    const judged = readRetrievalSet(name, name);
    const everyday = (everydayQuestions[name] ?? []).map((text) => ({
      id: '',
      text,
      relevant: new Map<string, number>(),
    }));
    const set = { ...judged, queries: [...judged.queries, ...everyday] };
    const semantic = await runSemantic(set, embedders);
    for (const [half, label] of halves.entries()) {
      const total = noCounts();
      for (const size of basesOf) {
        const measured = measureHalf(set, semantic, judged.queries.length, half, size);
        total.lost += measured.related.lost;
        total.questions += measured.related.questions;
        console.log(`${name} | ${label} | ${size} passages | ${show(measured)}`);
      }
      if (half === 1 && total.lost > mostLost * total.questions)
        broken.push(`${name}: ${percent(total.lost, total.questions)} lose their right passage`);
    }
  }
  return broken;
};
