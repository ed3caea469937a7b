import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import type { AnsweredSession } from './expected-wait.ts';

/** Sessions of an agent that nobody has taken, oldest first, as in the inbox. Read from an index. */
export const readQueue = async (
  db: Handle,
  { agentId, nowMs, limit }: { agentId: string; nowMs: number; limit: number },
): Promise<string[]> => {
  // Literals, because partial indexes are only used for them.
  const { rows } = await sql<{ id: string }>`select id from human_sessions
    where agent_id = ${agentId} and backend = 'inbox' and status = 'open' and assignee_id is null
      and (snoozed_until is null or snoozed_until <= ${nowMs})
    order by created_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Sessions of an agent with a reply since then, the newest first. Left messages are answered at any time, so they do not count. */
export const readAnswered = async (
  db: Handle,
  { agentId, sinceMs, limit }: { agentId: string; sinceMs: number; limit: number },
): Promise<AnsweredSession[]> => {
  const { rows } = await sql<AnsweredSession>`select
      created_at as "createdAtMs", first_reply_at as "firstReplyAtMs" from human_sessions
    where agent_id = ${agentId} and backend = 'inbox' and first_reply_at is not null
      and first_reply_at > ${sinceMs} and leave_reason is null
    order by first_reply_at desc limit ${limit}`.execute(db);
  return rows;
};
