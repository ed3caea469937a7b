import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../src/agents/index.ts';
import type { EmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { retrievalQuery } from '../../src/runtime/context/retrieval-query.ts';
import { createKeywordRun } from './keyword-run.ts';
import { type RetrievalSet, readRetrievalSet, retrievalFolder } from './retrieval-set.ts';
import { runSemantic } from './semantic-run.ts';

/** Recall of questions in conversations: by the question alone, and with the previous one, as without a model. */

const { topK, embeddingRate } = defaultSettings().knowledge;

interface Line {
  _id: string;
  text: string;
  metadata: { history: { role: string; content: string }[] };
}

/** The questions of the user before each question, oldest first. */
const readEarlier = (): Map<string, string[]> =>
  new Map(
    readFileSync(join(retrievalFolder, 'multi-turn/queries.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .map(({ _id, metadata }) => [
        _id,
        metadata.history.filter(({ role }) => role === 'user').map(({ content }) => content),
      ]),
  );

const measure = async (set: RetrievalSet, embedders: EmbeddedEmbedders, rate: number): Promise<number> => {
  const semantic = await runSemantic(set, embedders);
  const score = createKeywordRun(set.passages.map(({ text }) => text));
  const recalls = set.queries.map(({ text, relevant }, query) => {
    const keyword = score(text);
    const found = set.passages
      .map(({ id }, at) => {
        const weight = rate * semantic.confidences[query]![at]!;
        return { id, score: weight * semantic.scores[query]![at]! + (1 - weight) * keyword[at]! };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
    return found.filter(({ id }) => (relevant.get(id) ?? 0) > 0).length / relevant.size;
  });
  return recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
};

export const measureFollowUps = async (embedders: EmbeddedEmbedders): Promise<void> => {
  const set = readRetrievalSet('multi-turn', 'multi-turn');
  const earlier = readEarlier();
  const withPrevious = {
    ...set,
    queries: set.queries.map((query) => ({
      ...query,
      text: retrievalQuery(query.text, earlier.get(query.id) ?? []),
    })),
  };
  console.log(`\nQuestions in conversations (multi-turn, ${set.queries.length} questions), recall@${topK}`);
  for (const rate of [0, embeddingRate, 1]) {
    const [alone, previous] = [
      await measure(set, embedders, rate),
      await measure(withPrevious, embedders, rate),
    ];
    console.log(
      `rate ${rate} | question alone ${alone.toFixed(3)} | with the previous one ${previous.toFixed(3)}`,
    );
  }
};
