import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

const mostSessions = 200;

/** Sessions with people that are going on, the longest open first, with what tells them apart. */
export const listOpenSessions = (db: Handle, workspaceId: string) =>
  db
    .selectFrom('human_sessions')
    .innerJoin('conversations', 'conversations.id', 'human_sessions.conversation_id')
    .innerJoin('agents', 'agents.id', 'human_sessions.agent_id')
    .select([
      'human_sessions.id',
      'human_sessions.agent_id',
      'agents.name as agent_name',
      'human_sessions.conversation_id',
      'human_sessions.channel',
      'human_sessions.status',
      'human_sessions.trigger_kind',
      'human_sessions.has_replied',
      'human_sessions.created_at',
      'human_sessions.opened_at',
      'human_sessions.deadline_at',
      'conversations.user_id',
      'conversations.subject',
      'conversations.message_count',
      'conversations.recent_chat_at',
    ])
    .where('human_sessions.workspace_id', '=', workspaceId)
    // Written into the statement: SQLite uses a partial index only for what it can see.
    .where(sql<boolean>`human_sessions.status <> 'closed'`)
    .orderBy('human_sessions.created_at')
    .orderBy('human_sessions.id')
    .limit(mostSessions)
    .execute();

export type OpenSession = Awaited<ReturnType<typeof listOpenSessions>>[number];
