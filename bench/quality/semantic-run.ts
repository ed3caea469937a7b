import type { ConfidentEmbedder, EmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { embedRemembered } from './cached-vectors.ts';
import type { RetrievalSet } from './retrieval-set.ts';

export interface SemanticRun {
  /** By query, then passage. */
  cosines: Float64Array[];
  scores: Float64Array[];
  /** Of the model of the passage in the language of the query. */
  confidences: Float64Array[];
}

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
};

/** Embeds every passage with its model, and every query with each model that has passages. */
export const runSemantic = async (
  { passages, queries }: RetrievalSet,
  embedders: EmbeddedEmbedders,
): Promise<SemanticRun> => {
  const empty = () => queries.map(() => new Float64Array(passages.length));
  const run = { cosines: empty(), scores: empty(), confidences: empty() };
  const groups = Map.groupBy(passages.keys(), (at): ConfidentEmbedder => embedders.for(passages[at]!.text));
  for (const [embedder, places] of groups) {
    // Without confidence the vectors have no effect.
    if (queries.every(({ text }) => embedder.confidence(text) === 0)) continue;
    const passageTexts = places.map((at) => passages[at]!.text);
    const passageVectors = await embedRemembered(embedder, passageTexts, 'passage');
    const queryVectors = await embedRemembered(
      embedder,
      queries.map(({ text }) => text),
      'query',
    );
    for (const [query, { text }] of queries.entries()) {
      const confidence = embedder.confidence(text);
      for (const [index, at] of places.entries()) {
        const cosine = dot(queryVectors[query]!, passageVectors[index]!);
        run.cosines[query]![at] = cosine;
        run.scores[query]![at] = embedder.calibrate(cosine);
        run.confidences[query]![at] = confidence;
      }
    }
  }
  return run;
};
