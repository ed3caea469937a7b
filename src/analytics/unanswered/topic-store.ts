import type { Insertable, Updateable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

type Topics = Schema['unanswered_topics'];
export type TopicStatus = Topics['status'];

const fingerprintColumns = [
  'id',
  'status',
  'fingerprint',
  'title_score as titleScore',
  'total',
  'changed_at as changedAtMs',
] as const;

/** The newest topics of an agent with fingerprints of a model. */
export const findFingerprints = async (db: Handle, agentId: string, model: string, limit: number) => {
  const rows = await db
    .selectFrom('unanswered_topics')
    .select(fingerprintColumns)
    .where('agent_id', '=', agentId)
    .where('model', '=', model)
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, changedAtMs: Number(row.changedAtMs) }));
};

export const insertTopic = async (tx: Handle, topic: Insertable<Topics>): Promise<void> => {
  await tx.insertInto('unanswered_topics').values(topic).execute();
};

export const reasonColumns = {
  nothing_found: 'nothing_found',
  refusal: 'refusals',
  bad_rating: 'bad_ratings',
} as const satisfies Record<Schema['unanswered_questions']['reason'], keyof Topics>;

type ReasonColumn = (typeof reasonColumns)[keyof typeof reasonColumns];

/** Counts another question of a topic. */
export const addToTopic = async (
  tx: Handle,
  id: string,
  { reason, createdAtMs }: { reason: ReasonColumn; createdAtMs: number },
  change: Pick<Updateable<Topics>, 'fingerprint' | 'title_round_id' | 'title_score' | 'status'>,
): Promise<void> => {
  await tx
    .updateTable('unanswered_topics')
    .set((eb) => ({
      ...change,
      total: eb('total', '+', 1),
      [reason]: eb(reason, '+', 1),
      last_at: eb.case().when('last_at', '<', createdAtMs).then(createdAtMs).else(eb.ref('last_at')).end(),
      first_at: eb.case().when('first_at', '>', createdAtMs).then(createdAtMs).else(eb.ref('first_at')).end(),
    }))
    .where('id', '=', id)
    .execute();
};

export interface TopicFilter {
  agentId: string;
  status: TopicStatus;
  reason?: Schema['unanswered_questions']['reason'] | undefined;
}

const columns = [
  'id',
  'agent_id as agentId',
  'status',
  'title_round_id as titleRoundId',
  'total',
  'nothing_found as nothingFound',
  'refusals',
  'bad_ratings as badRatings',
  'first_at as firstAtMs',
  'last_at as lastAtMs',
] as const;

const filtered = (db: Handle, { agentId, status, reason }: TopicFilter) =>
  db
    .selectFrom('unanswered_topics')
    .where('agent_id', '=', agentId)
    .where('status', '=', status)
    .$if(reason !== undefined, (some) => some.where(reasonColumns[reason!], '>', 0));

/** Topics with most questions first. */
export const listTopicRows = async (
  db: Handle,
  filter: TopicFilter,
  { offset, limit }: { offset: number; limit: number },
) => {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await filtered(db, filter)
    .select(columns)
    .orderBy('total', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: Number(total) };
};

/** The IDs in the same order. */
export const listTopicIds = async (db: Handle, filter: TopicFilter, limit: number): Promise<string[]> => {
  const rows = await filtered(db, filter)
    .select('id')
    .orderBy('total', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** In the order given. Deleted topics are absent. */
export const findTopicRows = async (db: Handle, ids: readonly string[]) => {
  const rows = await db.selectFrom('unanswered_topics').select(columns).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

export const findTopicRow = (db: Handle, agentId: string, id: string) =>
  db
    .selectFrom('unanswered_topics')
    .select(columns)
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();

export const findQuestionTexts = async (
  db: Handle,
  roundIds: readonly string[],
): Promise<Map<string, string>> => {
  if (roundIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('unanswered_questions')
    .select(['round_id', 'question'])
    .where('round_id', 'in', roundIds)
    .execute();
  return new Map(rows.map((row) => [row.round_id, row.question]));
};

/** The newest questions of a topic with the replies, which are cut. */
export const findExamples = async (db: Handle, topicId: string, limit: number, replyLength: number) => {
  const rows = await db
    .selectFrom('unanswered_questions')
    .innerJoin('rounds', 'rounds.id', 'unanswered_questions.round_id')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .select([
      'rounds.id as roundId',
      'rounds.answer_id as answerId',
      'rounds.conversation_id as conversationId',
      'conversations.channel',
      'unanswered_questions.question',
      'unanswered_questions.reason',
      (eb) => eb.fn<string>('substr', ['rounds.answer_text', eb.lit(1), eb.lit(replyLength)]).as('answer'),
      'rounds.feedback_comment as comment',
      'rounds.created_at as createdAtMs',
    ])
    .where('topic_id', '=', topicId)
    .orderBy('unanswered_questions.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, createdAtMs: Number(row.createdAtMs) }));
};

export const setTopicStatus = async (
  tx: Handle,
  {
    agentId,
    id,
    status,
    nowMs,
    by,
  }: Record<'agentId' | 'id' | 'by', string> & {
    status: TopicStatus;
    nowMs: number;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('unanswered_topics')
    .set({ status, changed_at: nowMs, changed_by: by })
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
};
