import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

/** What an operator is told of a round beside what was said in it. */
const stateColumns = [
  'id',
  'sequence',
  'status',
  'mode',
  'error_code',
  'error_message',
  'error_cause',
  'cost_nano',
  'feedback',
  'quality',
  'human_session_id',
] as const;

export type RoundState = Pick<Selectable<Schema['rounds']>, (typeof stateColumns)[number]>;

export const findRoundStates = async (
  db: Handle,
  ids: readonly string[],
): Promise<Map<string, RoundState>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('rounds').select(stateColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** By round, in their order. */
export const findCitations = async (db: Handle, roundIds: readonly string[]) => {
  const rows = roundIds.length
    ? await db
        .selectFrom('citations')
        .select(['round_id', 'data_id', 'data_name', 'chunk_id', 'source_url', 'score'])
        .where('round_id', 'in', roundIds)
        .orderBy('round_id')
        .orderBy('position')
        .execute()
    : [];
  return Map.groupBy(rows, (row) => row.round_id);
};

export type FoundCitations = Awaited<ReturnType<typeof findCitations>>;

/** A round with its trace (JSON, null while it runs) and the passages its answer rests on. */
export const findRoundDetail = async (db: Handle, agentId: string, id: string) => {
  const round = await db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .selectAll('rounds')
    .select('conversations.channel')
    .where('rounds.id', '=', id)
    .where('rounds.agent_id', '=', agentId)
    .executeTakeFirst();
  if (!round) return undefined;
  const trace = await db.selectFrom('traces').select('steps').where('round_id', '=', id).executeTakeFirst();
  const citations = await db
    .selectFrom('citations')
    .selectAll()
    .where('round_id', '=', id)
    .orderBy('position')
    .execute();
  return { round, steps: trace?.steps ?? null, citations };
};

export type RoundDetail = NonNullable<Awaited<ReturnType<typeof findRoundDetail>>>;
