import { defaultSettings } from '../../src/agents/index.ts';
import { createEmbeddedEmbedders, type EmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { isAbout, withoutNoise } from '../../src/knowledge/retrieve/relevant-chunks.ts';
import { chooseAnswer } from '../../src/models/embedded/choose-answer.ts';
import { createKeywordRun } from '../quality/keyword-run.ts';
import { hasRetrievalSets, type RetrievalSet, readRetrievalSet } from '../quality/retrieval-set.ts';
import { runSemantic, type SemanticRun } from '../quality/semantic-run.ts';

/**
 * Errors of the embedded model: answerable questions that it refuses, and unanswerable ones that it answers. Each
 * question of a judged set is asked of a knowledge base with the article that answers it, and of others. The others
 * are articles of the same encyclopedia, so that the figures are worse than for questions about something else.
 */

const { topK, embeddingRate } = defaultSettings().knowledge;
const names = ['xquad-en', 'cmrc2018-trial', 'xquad-es', 'xquad-ru', 'xquad-ar', 'xquad-tr', 'xquad-vi'];
const chunksPerBase = [5, 120];
/** Unanswerable questions asked of each small knowledge base. All of them would take minutes. */
const unansweredPerBase = 60;

const answers = (
  { passages, queries }: RetrievalSet,
  semantic: SemanticRun,
  query: number,
  base: readonly number[],
  keyword: Float64Array,
): boolean => {
  const found = base
    .map((at, index) => {
      const confidence = semantic.confidences[query]![at]!;
      const semanticScore = semantic.scores[query]![at]!;
      const keywordScore = keyword[index]!;
      const weight = embeddingRate * confidence;
      const score = weight * semanticScore + (1 - weight) * keywordScore;
      return { at, score, semanticScore, keywordScore, confidence };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);
  const related = isAbout(queries[query]!.text, found) ? withoutNoise(found) : [];
  const grounding = related.map(({ at, score }) => ({
    source: 'knowledge' as const,
    title: '',
    text: passages[at]!.text,
    score,
  }));
  return chooseAnswer(queries[query]!.text, '', grounding) !== undefined;
};

const measure = (set: RetrievalSet, semantic: SemanticRun, size: number) => {
  const counts = { answerable: 0, refused: 0, unanswerable: 0, answered: 0 };
  for (let start = 0; start + size <= set.passages.length; start += size) {
    const base = Array.from({ length: size }, (_, index) => start + index);
    const score = createKeywordRun(base.map((at) => set.passages[at]!.text));
    const ids = new Set(base.map((at) => set.passages[at]!.id));
    const step = size < 50 ? Math.ceil(set.queries.length / unansweredPerBase) : 1;
    for (const [query, { text, relevant }] of set.queries.entries()) {
      const isAnswerable = relevant.keys().some((id) => ids.has(id));
      if (!isAnswerable && query % step !== 0) continue;
      const isAnswered = answers(set, semantic, query, base, score(text));
      counts[isAnswerable ? 'answerable' : 'unanswerable'] += 1;
      if (isAnswerable && !isAnswered) counts.refused += 1;
      if (!isAnswerable && isAnswered) counts.answered += 1;
    }
  }
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  return {
    refused: share(counts.refused, counts.answerable),
    answered: share(counts.answered, counts.unanswerable),
  };
};

const measureSet = async (name: string, embedders: EmbeddedEmbedders): Promise<void> => {
  const set = readRetrievalSet(name, name);
  const semantic = await runSemantic(set, embedders);
  const columns = chunksPerBase.map((size) => {
    const { refused, answered } = measure(set, semantic, size);
    return `${size} chunks: ${refused} refused, ${answered} answered`;
  });
  console.log([name.padEnd(15), ...columns].join(' | '));
};

const main = async (): Promise<void> => {
  if (!hasRetrievalSets()) {
    console.log('No judged sets beside the repository (../shared/data/retrieval): nothing to measure.');
    return;
  }
  const embedders = createEmbeddedEmbedders();
  console.log('Answerable questions that were refused, unanswerable questions that were answered');
  for (const name of names) await measureSet(name, embedders);
  await embedders.close();
};

await main();
