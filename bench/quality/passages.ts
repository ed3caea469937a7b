import { defaultSettings } from '../../src/agents/index.ts';
import type { EmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { candidatesFor, type PassageChunk, toPassages } from '../../src/knowledge/retrieve/passages.ts';
import { countTokens } from '../../src/lib/tokens.ts';
import { createKeywordRun } from './keyword-run.ts';
import { type RetrievalSet, readRetrievalSet } from './retrieval-set.ts';
import { runSemantic } from './semantic-run.ts';

/**
 * Effect of merging neighbours and of leaving out repeated chunks on the prompt: the same search with chunks and with
 * passages, on sets whose passages are parts of documents. In the second half of the table every document exists
 * twice, as after a page was read from two addresses.
 */

const { topK, embeddingRate } = defaultSettings().knowledge;

/** The place of a passage in its document. */
type PlaceOf = (id: string, at: number) => { dataId: string; position: number };

const xquadPlace: PlaceOf = (id) => {
  const [article = '', position = ''] = id.split('_');
  return { dataId: article, position: Number(position) };
};

/** Ids are "document-start-end". A passage begins where the one before it ends, or a little earlier. */
const createOffsetPlace = (ids: readonly string[]): PlaceOf => {
  const parts = ids.map((id) => {
    const [end, start, ...document] = id.split('-').reverse();
    return { id, dataId: document.join('-'), start: Number(start), end: Number(end) };
  });
  const places = new Map<string, { dataId: string; position: number }>();
  for (const [dataId, own] of Map.groupBy(parts, (part) => part.dataId)) {
    let position = 0;
    let previousEnd = 0;
    for (const { id, start, end } of own.sort((a, b) => a.start - b.start)) {
      // A gap in the sample is no neighbourhood.
      position += start <= previousEnd + 50 ? 1 : 2;
      previousEnd = end;
      places.set(id, { dataId, position });
    }
  }
  return (id) => places.get(id)!;
};

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);

interface Measures {
  recall: number;
  ndcg: number;
  count: number;
  tokens: number;
}

interface Candidate extends PassageChunk {
  id: string;
}

/** The gain of a passage is the sum of the grades of its parts. Every part counts once. */
const measure = (
  passages: readonly { ids: string[]; content: string }[],
  relevant: ReadonlyMap<string, number>,
): Measures => {
  const wanted = [...relevant].filter(([, grade]) => grade > 0).map(([id]) => id);
  const seen = new Set<string>();
  const grades = passages.map(({ ids }) => {
    const fresh = ids.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    return fresh.reduce((sum, id) => sum + (relevant.get(id) ?? 0), 0);
  });
  const ideal = [...relevant.values()].sort((a, b) => b - a).slice(0, topK);
  return {
    recall: wanted.filter((id) => seen.has(id)).length / wanted.length,
    ndcg: Math.min(1, discounted(grades) / discounted(ideal)),
    count: passages.length,
    tokens: passages.reduce((sum, { content }) => sum + countTokens(content), 0),
  };
};

const mean = (all: readonly Measures[], of: (measures: Measures) => number): number =>
  all.reduce((sum, measures) => sum + of(measures), 0) / all.length;

const show = (all: readonly Measures[]): string =>
  [
    `recall@${topK} ${mean(all, ({ recall }) => recall).toFixed(3)}`,
    `nDCG@${topK} ${mean(all, ({ ndcg }) => ndcg).toFixed(3)}`,
    `passages ${mean(all, ({ count }) => count).toFixed(1)}`,
    `tokens ${mean(all, ({ tokens }) => tokens).toFixed(0)}`,
  ].join(' ');

const measureSet = async (
  set: RetrievalSet,
  placeOf: PlaceOf,
  embedders: EmbeddedEmbedders,
  copies: number,
): Promise<void> => {
  const semantic = await runSemantic(set, embedders);
  const texts = set.passages.map(({ text }) => text);
  const score = createKeywordRun(Array.from({ length: copies }, () => texts).flat());
  const tokens = texts.map(countTokens);
  const before: Measures[] = [];
  const after: Measures[] = [];
  for (const [query, { text, relevant }] of set.queries.entries()) {
    const keyword = score(text);
    const ranked = texts
      .map((_, at) => {
        const weight = embeddingRate * semantic.confidences[query]![at]!;
        return { at, score: weight * semantic.scores[query]![at]! + (1 - weight) * keyword[at]! };
      })
      .filter((one) => one.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, candidatesFor(topK))
      .flatMap(({ at }) =>
        Array.from({ length: copies }, (_, copy): Candidate => {
          const { id } = set.passages[at]!;
          const { dataId, position } = placeOf(id, at);
          const own = { dataId: `${copy} ${dataId}`, position, headings: [], standsAlone: false };
          return { ...own, id, chunkId: id, content: texts[at]!, tokens: tokens[at]! };
        }),
      )
      .slice(0, candidatesFor(topK));
    const chunks = ranked.slice(0, topK).map(({ id, content }) => ({ ids: [id], content }));
    const passages = toPassages(text, ranked, topK).map(({ id, chunkIds, content }) => ({
      ids: chunkIds ?? [id],
      content,
    }));
    before.push(measure(chunks, relevant));
    after.push(measure(passages, relevant));
  }
  const label = `${set.name}${copies > 1 ? ', every document twice' : ''}`;
  console.log(`${label} | chunks: ${show(before)} | passages: ${show(after)}`);
};

const readMultiTurn = (): RetrievalSet => readRetrievalSet('multi-turn', 'multi-turn');

/** Prints the prompts' recall with chunks and with passages, in one run. */
export const measurePassages = async (embedders: EmbeddedEmbedders): Promise<void> => {
  console.log(`\nPrompts of ${topK} chunks, and of ${topK} passages of neighbouring chunks`);
  const multiTurn = readMultiTurn();
  const offsets = createOffsetPlace(multiTurn.passages.map(({ id }) => id));
  for (const copies of [1, 2]) {
    for (const name of ['xquad-en', 'xquad-ru', 'xquad-ar'])
      await measureSet(readRetrievalSet(name, name), xquadPlace, embedders, copies);
    await measureSet(multiTurn, offsets, embedders, copies);
  }
};
