import type { Database, Handle } from '../../db/index.ts';
import type { Embedder, Embedders } from '../../knowledge/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { lockFigures } from '../change-store.ts';
import {
  encodeFingerprint,
  type Fingerprint,
  isSameMeaning,
  similarity,
  withQuestion,
  wordFingerprint,
} from './fingerprint.ts';
import { findWaiting, lockWaiting, setTopic, type UnansweredQuestion } from './question-store.ts';
import { significantTerms } from './significant-terms.ts';
import { addToTopic, findFingerprints, insertTopic, reasonColumns } from './topic-store.ts';

interface AssignDependencies {
  db: Database;
  clock: Clock;
  embedders: Pick<Embedders, 'for'>;
}

/** Questions in one transaction. */
const atOnce = 20;
/** The rest waits for the next run, so that many questions of one workspace do not delay the figures. */
const mostInRun = 400;
/** Topics that a question is compared with, newest first. Comparing with 2,000 takes about 2 ms. */
const comparedTopics = 2000;
/** Models are used for languages that they know. Others are compared by words. */
const leastConfidence = 0.3;
/** Titles of other lengths are chosen only if there is no better one. */
const titleLength = { shortest: 12, longest: 160 };
const unsuitable = 0.7;

type Known = { question: UnansweredQuestion; fingerprint: Fingerprint };

const modelFor = (embedders: Pick<Embedders, 'for'>, query: string): Embedder | undefined => {
  const embedder = embedders.for(query);
  const isKnown = (embedder.confidence?.(query) ?? 1) >= leastConfidence;
  return embedder.isCalibrated && isKnown ? embedder : undefined;
};

const readFingerprints = async (
  embedders: Pick<Embedders, 'for'>,
  questions: readonly UnansweredQuestion[],
  signal: AbortSignal,
): Promise<Known[]> => {
  const known: Known[] = [];
  for (const [embedder, some] of Map.groupBy(questions, ({ query }) => modelFor(embedders, query))) {
    if (embedder === undefined) {
      for (const question of some)
        known.push({ question, fingerprint: wordFingerprint(significantTerms(question.query)) });
      continue;
    }
    const texts = some.map(({ query }) => query);
    const vectors = await embedder.embed(texts, 'query', signal);
    for (const [index, question] of some.entries())
      known.push({
        question,
        fingerprint: { model: embedder.modelId, vector: vectors[index]!, calibrate: embedder.calibrate },
      });
  }
  return known;
};

const titleScoreOf = (score: number, { question }: UnansweredQuestion): number => {
  const { shortest, longest } = titleLength;
  return question.length < shortest || question.length > longest ? score * unsuitable : score;
};

type Topic = Awaited<ReturnType<typeof findFingerprints>>[number];

const startTopic = async (tx: Handle, { question, fingerprint }: Known, nowMs: number): Promise<Topic> => {
  const topic = {
    id: newId(nowMs),
    status: 'open' as const,
    fingerprint: encodeFingerprint(fingerprint),
    titleScore: titleScoreOf(0, question),
    total: 1,
    changedAtMs: 0,
  };
  await insertTopic(tx, {
    id: topic.id,
    workspace_id: question.workspaceId,
    agent_id: question.agentId,
    status: topic.status,
    model: fingerprint.model,
    fingerprint: topic.fingerprint,
    title_round_id: question.roundId,
    title_score: topic.titleScore,
    total: 1,
    nothing_found: 0,
    refusals: 0,
    bad_ratings: 0,
    [reasonColumns[question.reason]]: 1,
    first_at: question.createdAtMs,
    last_at: question.createdAtMs,
    changed_at: 0,
    changed_by: '',
  });
  return topic;
};

/** A resolved topic opens again when its question comes back. A dismissed one stays dismissed. */
const extendTopic = async (tx: Handle, topic: Topic, { question, fingerprint }: Known): Promise<Topic> => {
  const after = withQuestion(topic.fingerprint, topic.total, fingerprint);
  const score = titleScoreOf(similarity(fingerprint, after), question);
  const isTitle = score > topic.titleScore;
  const comesBack = topic.status === 'resolved' && question.createdAtMs > topic.changedAtMs;
  await addToTopic(
    tx,
    topic.id,
    { reason: reasonColumns[question.reason], createdAtMs: question.createdAtMs },
    {
      fingerprint: after,
      ...(isTitle ? { title_round_id: question.roundId, title_score: score } : {}),
      ...(comesBack ? { status: 'open' as const } : {}),
    },
  );
  return {
    ...topic,
    fingerprint: after,
    total: topic.total + 1,
    titleScore: isTitle ? score : topic.titleScore,
    status: comesBack ? 'open' : topic.status,
  };
};

const assignIn = async (tx: Handle, some: readonly Known[], nowMs: number): Promise<void> => {
  const first = some[0]!;
  const { agentId } = first.question;
  const topics = await findFingerprints(tx, agentId, first.fingerprint.model, comparedTopics);
  for (const one of some) {
    let [best, bestScore] = [-1, 0];
    for (const [index, topic] of topics.entries()) {
      const score = similarity(one.fingerprint, topic.fingerprint);
      if (score > bestScore) [best, bestScore] = [index, score];
    }
    const found = isSameMeaning(one.fingerprint, bestScore) ? topics[best] : undefined;
    const topic = found ? await extendTopic(tx, found, one) : await startTopic(tx, one, nowMs);
    await setTopic(tx, one.question.roundId, topic.id);
    if (found) topics[best] = topic;
    else topics.push(topic);
  }
};

/** Assigns unanswered questions to topics of the same meaning, or starts new ones. */
export const createAssignTopics =
  ({ db, clock, embedders }: AssignDependencies) =>
  async ({ signal, onBatch }: { signal: AbortSignal; onBatch(): Promise<void> }): Promise<void> => {
    for (let assigned = 0; assigned < mostInRun; assigned += atOnce) {
      signal.throwIfAborted();
      const waiting = await findWaiting(db.query, atOnce);
      if (waiting.length === 0) return;
      const known = await readFingerprints(embedders, waiting, signal);
      await db.transaction(async (tx) => {
        await lockFigures(tx, clock.nowMs());
        // Others were deleted, or assigned by another process, while the model read them.
        const left = await lockWaiting(
          tx,
          known.map(({ question }) => question.roundId),
        );
        const groups = Map.groupBy(
          known.filter(({ question }) => left.has(question.roundId)),
          ({ question, fingerprint }) => `${question.agentId}\n${fingerprint.model}`,
        );
        for (const some of groups.values()) await assignIn(tx, some, clock.nowMs());
      });
      await onBatch();
    }
  };
