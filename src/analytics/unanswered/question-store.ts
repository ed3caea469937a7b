import { dialectOf, type Handle } from '../../db/index.ts';
import type { UnansweredReason } from './find-reason.ts';

export interface UnansweredQuestion {
  roundId: string;
  workspaceId: string;
  agentId: string;
  reason: UnansweredReason;
  question: string;
  /** What the knowledge was searched for, or the question. */
  query: string;
  createdAtMs: number;
}

/** Replaces what is stored of these rounds. Questions whose reason is the same keep their topic. */
export const saveQuestions = async (
  tx: Handle,
  roundIds: readonly string[],
  questions: readonly UnansweredQuestion[],
): Promise<void> => {
  if (roundIds.length === 0) return;
  const stored = await tx
    .selectFrom('unanswered_questions')
    .select(['round_id', 'reason'])
    .where('round_id', 'in', roundIds)
    .execute();
  const reasons = new Map(questions.map(({ roundId, reason }) => [roundId, reason]));
  const changed = stored.filter((row) => reasons.get(row.round_id) !== row.reason);
  if (changed.length > 0)
    await tx
      .deleteFrom('unanswered_questions')
      .where(
        'round_id',
        'in',
        changed.map((row) => row.round_id),
      )
      .execute();
  const kept = new Set(stored.filter((row) => !changed.includes(row)).map((row) => row.round_id));
  const added = questions.filter(({ roundId }) => !kept.has(roundId));
  if (added.length === 0) return;
  await tx
    .insertInto('unanswered_questions')
    .values(
      added.map((question) => ({
        round_id: question.roundId,
        workspace_id: question.workspaceId,
        agent_id: question.agentId,
        topic_id: null,
        reason: question.reason,
        question: question.question,
        query: question.query,
        created_at: question.createdAtMs,
      })),
    )
    .execute();
};

/** Questions without a topic, oldest first. */
export const findWaiting = async (db: Handle, limit: number): Promise<UnansweredQuestion[]> =>
  (
    await db
      .selectFrom('unanswered_questions')
      .select([
        'round_id as roundId',
        'workspace_id as workspaceId',
        'agent_id as agentId',
        'reason',
        'question',
        'query',
        'created_at as createdAtMs',
      ])
      .where('topic_id', 'is', null)
      .orderBy('created_at')
      .orderBy('round_id')
      .limit(limit)
      .execute()
  ).map((row) => ({ ...row, createdAtMs: Number(row.createdAtMs) }));

/** Those of the questions that still exist and have no topic. They cannot be deleted until the transaction ends. */
export const lockWaiting = async (tx: Handle, roundIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('unanswered_questions')
    .select('round_id')
    .where('round_id', 'in', roundIds)
    .where('topic_id', 'is', null)
    .orderBy('round_id')
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .execute();
  return new Set(rows.map((row) => row.round_id));
};

export const setTopic = async (tx: Handle, roundId: string, topicId: string): Promise<void> => {
  await tx
    .updateTable('unanswered_questions')
    .set({ topic_id: topicId })
    .where('round_id', '=', roundId)
    .execute();
};

/** Returns the number of deleted questions. */
export const deleteQuestionsBefore = async (db: Handle, beforeMs: number, limit: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('unanswered_questions')
    .where('round_id', 'in', (eb) =>
      eb
        .selectFrom('unanswered_questions')
        .select('round_id')
        .where('created_at', '<', beforeMs)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
