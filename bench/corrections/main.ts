/**
 * How often a correction answers the right questions and the wrong ones, for several thresholds, and the time of a search
 * among 10,000 corrections.
 *
 *   npm run bench:corrections            with -- --show: also the wrong pairs
 *
 * `same`: pairs of bench/corrections/question-pairs.ts that one answer fits. `other`: pairs with similar words that need
 * another answer. `wrong`: questions of the judged sets, each asked of an agent that has a correction for every other
 * question of its set, of which several are about the same paragraph, and the found one has another answer.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCorrectionIndex, type QuestionVector } from '../../src/corrections/correction-index.ts';
import { createEmbeddedEmbedders } from '../../src/knowledge/embed/index.ts';
import { retrievalFolder } from '../quality/retrieval-set.ts';
import { questionPairs } from './question-pairs.ts';

const thresholds = [0.75, 0.8, 0.85, 0.9, 0.95];
const sets = ['xquad-en', 'cmrc2018-trial', 'xquad-es', 'xquad-ru', 'xquad-ar', 'xquad-tr', 'xquad-vi'];
const timedCorrections = 10_000;

const embedders = createEmbeddedEmbedders();
const signal = AbortSignal.timeout(3_600_000);
const known = new Map<string, Float32Array>();

const embed = async (question: string, embedder: (typeof embedders.all)[number]): Promise<Float32Array> => {
  const key = `${embedder.modelId} ${question}`;
  const vector = known.get(key) ?? (await embedder.embed([question], 'query', signal))[0]!;
  known.set(key, vector);
  return vector;
};

const correctionOf = async (id: string, question: string) => {
  const embedder = embedders.for(question);
  return {
    id,
    knowledgeBaseId: '',
    question,
    isEnabled: true,
    model: embedder.modelId,
    vector: await embed(question, embedder),
    confidence: embedder.confidence(question),
  };
};

const vectorsOf = async (question: string): Promise<QuestionVector[]> =>
  Promise.all(
    embedders.all
      .filter((embedder) => embedder.confidence(question) > 0)
      .map(async (embedder) => ({
        model: embedder.modelId,
        vector: await embed(question, embedder),
        confidence: embedder.confidence(question),
      })),
  );

const queryOf = async (question: string, limit: number) => ({
  question,
  vectors: await vectorsOf(question),
  scope: null,
  limit,
  withDisabled: false,
});

const shares = (scores: readonly number[]): string =>
  thresholds
    .map((threshold) =>
      ((100 * scores.filter((score) => score >= threshold).length) / Math.max(1, scores.length))
        .toFixed(1)
        .padStart(7),
    )
    .join('');

const print = (name: string, scores: readonly number[]): void =>
  console.log(`${name.padEnd(26)}${String(scores.length).padStart(6)}${shares(scores)}`);

console.log(
  `${'% answered at threshold'.padEnd(26)}${'n'.padStart(6)}${thresholds.map((one) => String(one).padStart(7)).join('')}`,
);
for (const { language, same, other } of questionPairs) {
  for (const [kind, pairs] of Object.entries({ same, other })) {
    const scores: number[] = [];
    for (const [corrected, asked] of pairs) {
      const index = createCorrectionIndex();
      index.put(await correctionOf('1', corrected));
      const [found] = index.search(await queryOf(asked, 1));
      scores.push(found?.score ?? 0);
    }
    print(`${language}, ${kind}`, scores);
  }
}

interface JudgedQuestion {
  text: string;
  answers: string[];
}

const questionsOf = (set: string): JudgedQuestion[] =>
  readFileSync(join(retrievalFolder, set, 'queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string; metadata: { answers: string[] } })
    .map(({ text, metadata }) => ({ text, answers: metadata.answers.map((one) => one.toLowerCase()) }));

/** Questions of two people about one fact: the shorter answer is part of the longer one. */
const haveOneAnswer = (a: JudgedQuestion, b: JudgedQuestion): boolean =>
  a.answers.some((one) => b.answers.some((other) => one.includes(other) || other.includes(one)));

for (const set of existsSync(retrievalFolder) ? sets : []) {
  const questions = [...new Map(questionsOf(set).map((one) => [one.text, one])).values()];
  const index = createCorrectionIndex();
  for (const [at, { text }] of questions.entries()) index.put(await correctionOf(String(at), text));
  const wrong: number[] = [];
  for (const [at, question] of questions.entries()) {
    const found = index.search(await queryOf(question.text, 2)).find(({ id }) => id !== String(at));
    const other = found && questions[Number(found.id)]!;
    const isWrong = found !== undefined && !haveOneAnswer(question, other!);
    wrong.push(isWrong ? found.score : 0);
    if (process.argv.includes('--show') && isWrong && found.score >= 0.85)
      console.log(found.score.toFixed(3), found.comparedBy, question.text, '|', other!.text);
  }
  print(`${set}, wrong`, wrong);
}

const vector = new Float32Array(384).map(() => Math.random() - 0.5);
const large = createCorrectionIndex();
for (let at = 0; at < timedCorrections; at += 1)
  large.put({ ...(await correctionOf('1', 'How do I reset my password?')), id: String(at), vector });
const query = await queryOf('How can I reset the password of my account?', 5);
const timesMs: number[] = [];
for (let run = 0; run < 50; run += 1) {
  const startedAt = performance.now();
  large.search(query);
  timesMs.push(performance.now() - startedAt);
}
timesMs.sort((a, b) => a - b);
console.log(`search among ${timedCorrections} corrections: p50 ${timesMs[25]!.toFixed(1)} ms`);
await embedders.close();
