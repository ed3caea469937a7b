import { type SelectQueryBuilder, sql } from 'kysely';
import { type Handle, prepared, type Schema } from '../db/index.ts';
import type { CorrectionFields, CorrectionRow } from './correction.ts';

/** Without the vector, which lists do not need. */
const listed = [
  'id',
  'workspace_id',
  'agent_id',
  'knowledge_base_id',
  'question',
  'question_key',
  'answer',
  'is_enabled',
  'conversation_id',
  'round_id',
  'author_id',
  'author_email',
  'revision',
  'hit_count',
  'last_hit_at',
  'created_at',
  'updated_at',
] as const;

export interface CorrectionState {
  revision: number;
  correction_count: number;
}

const stateOfAgent = prepared<{ agentId: string }, CorrectionState>((db, value) =>
  db
    .selectFrom('correction_states')
    .select(['revision', 'correction_count'])
    .where('agent_id', '=', value('agentId')),
);

/** Undefined for an agent that never had corrections. */
export const findState = async (db: Handle, agentId: string): Promise<CorrectionState | undefined> =>
  (await stateOfAgent(db, { agentId }))[0];

/**
 * The next revision of the agent's corrections. Called first in the transaction of every change: others wait for its
 * commit, so that revisions become visible in their order.
 */
export const nextState = async (tx: Handle, agentId: string, added: number): Promise<CorrectionState> =>
  tx
    .insertInto('correction_states')
    .values({ agent_id: agentId, revision: 1, correction_count: added })
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet({
        revision: sql<number>`correction_states.revision + 1`,
        correction_count: sql<number>`correction_states.correction_count + ${sql.lit(added)}`,
      }),
    )
    .returning(['revision', 'correction_count'])
    .executeTakeFirstOrThrow();

export interface CorrectionFilter {
  agentId: string;
  /** Part of the question or of the answer, in lower case. */
  search?: string | undefined;
  isEnabled?: boolean | undefined;
}

export type CorrectionOrder = 'newest' | 'hits' | 'lastHit';

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

const filtered = (db: Handle, { agentId, search, isEnabled }: CorrectionFilter) => {
  let query: SelectQueryBuilder<Schema, 'corrections', object> = db
    .selectFrom('corrections')
    .where('agent_id', '=', agentId);
  if (isEnabled !== undefined) query = query.where('is_enabled', '=', isEnabled ? 1 : 0);
  if (search)
    query = query.where((eb) => {
      const pattern = `%${escapeLike(search)}%`;
      return eb.or([
        eb(sql`lower(question)`, 'like', sql`${pattern} escape '\\'`),
        eb(sql`lower(answer)`, 'like', sql`${pattern} escape '\\'`),
      ]);
    });
  return query;
};

export const listCorrections = async (
  db: Handle,
  filter: CorrectionFilter,
  { order, offset, limit }: { order: CorrectionOrder; offset: number; limit: number },
): Promise<{ rows: CorrectionFields[]; total: number }> => {
  let query = filtered(db, filter).select(listed);
  if (order === 'hits') query = query.orderBy('hit_count', 'desc');
  if (order === 'lastHit') query = query.orderBy(sql`coalesce(last_hit_at, 0)`, 'desc');
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

/** A page of all, in the order of their ids, for the export. */
export const pageCorrections = (
  db: Handle,
  agentId: string,
  { after, limit }: { after: string; limit: number },
): Promise<CorrectionFields[]> =>
  db
    .selectFrom('corrections')
    .select(listed)
    .where('agent_id', '=', agentId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const findCorrections = (
  db: Handle,
  agentId: string,
  ids: readonly string[],
): Promise<CorrectionFields[]> =>
  db
    .selectFrom('corrections')
    .select(listed)
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids.length === 0 ? [''] : ids)
    .execute();

/** Those with one of these questions, in any knowledge base. */
export const findByQuestions = (
  db: Handle,
  agentId: string,
  keys: readonly string[],
): Promise<CorrectionFields[]> =>
  db
    .selectFrom('corrections')
    .select(listed)
    .where('agent_id', '=', agentId)
    .where('question_key', 'in', keys)
    .execute();

export const insertCorrections = async (tx: Handle, rows: readonly CorrectionRow[]): Promise<void> => {
  if (rows.length > 0) await tx.insertInto('corrections').values(rows).execute();
};

export type CorrectionChange = Partial<
  Pick<
    CorrectionRow,
    | 'question'
    | 'question_key'
    | 'answer'
    | 'knowledge_base_id'
    | 'is_enabled'
    | 'model'
    | 'vector'
    | 'confidence'
  >
> &
  Pick<CorrectionRow, 'revision' | 'author_id' | 'author_email' | 'updated_at'>;

export const updateCorrection = async (tx: Handle, id: string, change: CorrectionChange): Promise<void> => {
  await tx.updateTable('corrections').set(change).where('id', '=', id).execute();
};

export const deleteCorrection = async (tx: Handle, id: string): Promise<void> => {
  await tx.deleteFrom('corrections').where('id', '=', id).execute();
};

export type IndexedRow = Pick<
  CorrectionRow,
  'id' | 'knowledge_base_id' | 'question' | 'is_enabled' | 'model' | 'vector' | 'confidence' | 'revision'
>;

/** A page of those that changed after a revision, for the index in memory. */
export const listChanged = (
  db: Handle,
  agentId: string,
  { afterRevision, afterId, limit }: { afterRevision: number; afterId: string; limit: number },
): Promise<IndexedRow[]> =>
  db
    .selectFrom('corrections')
    .select([
      'id',
      'knowledge_base_id',
      'question',
      'is_enabled',
      'model',
      'vector',
      'confidence',
      'revision',
    ])
    .where('agent_id', '=', agentId)
    .where((eb) =>
      eb.or([
        eb('revision', '>', afterRevision),
        eb.and([eb('revision', '=', afterRevision), eb('id', '>', afterId)]),
      ]),
    )
    .orderBy('revision')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Corrections without a vector of one of these models, of any agent. */
export const listAgentsToEmbed = async (
  db: Handle,
  models: readonly string[],
): Promise<{ agentId: string; workspaceId: string }[]> => {
  const rows = await db
    .selectFrom('corrections')
    .select(['agent_id', 'workspace_id'])
    .distinct()
    .where((eb) => eb.or([eb('model', 'is', null), eb('model', 'not in', models)]))
    .execute();
  return rows.map((row) => ({ agentId: row.agent_id, workspaceId: row.workspace_id }));
};

export const listToEmbed = (
  db: Handle,
  agentId: string,
  { models, limit }: { models: readonly string[]; limit: number },
): Promise<{ id: string; question: string }[]> =>
  db
    .selectFrom('corrections')
    .select(['id', 'question'])
    .where('agent_id', '=', agentId)
    .where((eb) => eb.or([eb('model', 'is', null), eb('model', 'not in', models)]))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Nothing if the question was changed meanwhile. */
export const storeVector = async (
  tx: Handle,
  { id, question }: { id: string; question: string },
  vector: Pick<CorrectionRow, 'model' | 'vector' | 'confidence' | 'revision'>,
): Promise<void> => {
  await tx
    .updateTable('corrections')
    .set(vector)
    .where('id', '=', id)
    .where('question', '=', question)
    .execute();
};

export const addHits = async (
  db: Handle,
  id: string,
  { count, lastHitAtMs }: { count: number; lastHitAtMs: number },
): Promise<void> => {
  await db
    .updateTable('corrections')
    .set({
      hit_count: sql<number>`hit_count + ${count}`,
      last_hit_at: sql<number>`case when coalesce(last_hit_at, 0) < ${lastHitAtMs} then ${lastHitAtMs} else last_hit_at end`,
    })
    .where('id', '=', id)
    .execute();
};

/** Part of an erasure: the corrections stay, without the link to the conversation. */
export const forgetSources = async (tx: Handle, conversationIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('corrections')
    .set({ conversation_id: null, round_id: null })
    .where('conversation_id', 'in', conversationIds)
    .execute();
};
