import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import { findPassages } from './citation-store.ts';
import { decodeQuestion } from './message-parts.ts';
import { decodeUsage } from './round-usage.ts';
import { findTrace } from './trace-store.ts';

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

/** By the id of the round, or by that of its answer. */
export const findRoundOfAgent = (db: Handle, agentId: string, column: 'id' | 'answer_id', id: string) =>
  db
    .selectFrom('rounds')
    .select(['id', 'answer_id', 'conversation_id', 'human_session_id', 'status'])
    .where(column, '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();

/** By either of its ids. Two lookups instead of OR: each is one step in an index. */
export const findRoundOrAnswer = async (db: Handle, agentId: string, id: string) =>
  (await findRoundOfAgent(db, agentId, 'answer_id', id)) ?? (await findRoundOfAgent(db, agentId, 'id', id));

/** A round with its trace, which is empty while it runs, and the passages its answer rests on. */
export const findRoundDetail = async (db: Handle, agentId: string, id: string) => {
  const row = await db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .selectAll('rounds')
    .select('conversations.channel')
    .where('rounds.id', '=', id)
    .where('rounds.agent_id', '=', agentId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { question, usage, ...round } = row;
  return {
    round: { ...round, question: decodeQuestion(question), usage: decodeUsage(usage) },
    steps: await findTrace(db, id),
    citations: await findPassages(db, [id]),
  };
};

export type RoundDetail = NonNullable<Awaited<ReturnType<typeof findRoundDetail>>>;
