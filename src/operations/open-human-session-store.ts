import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

const mostSessions = 200;

/** Open human sessions, longest first, with details to identify them. */
export const listOpenHumanSessions = async (db: Handle, workspaceId: string) => {
  const rows = await db
    .selectFrom('human_sessions')
    .innerJoin('conversations', 'conversations.id', 'human_sessions.conversation_id')
    .innerJoin('agents', 'agents.id', 'human_sessions.agent_id')
    .select([
      'human_sessions.id',
      'human_sessions.agent_id as agentId',
      'agents.name as agentName',
      'human_sessions.conversation_id as conversationId',
      'human_sessions.channel',
      'human_sessions.status',
      'human_sessions.backend',
      'human_sessions.trigger_kind as trigger',
      'human_sessions.has_replied as hasReplied',
      'human_sessions.created_at as createdAtMs',
      'human_sessions.opened_at as openedAtMs',
      'human_sessions.deadline_at as deadlineAtMs',
      'conversations.user_id as userId',
      'conversations.subject',
      'conversations.message_count as messageCount',
      'conversations.recent_chat_at as recentChatAtMs',
    ])
    .where('human_sessions.workspace_id', '=', workspaceId)
    // Written as a literal, because SQLite uses a partial index only for a visible condition.
    .where(sql<boolean>`human_sessions.status <> 'closed' and human_sessions.status <> 'left_message'`)
    .orderBy('human_sessions.created_at')
    .orderBy('human_sessions.id')
    .limit(mostSessions)
    .execute();
  return rows.map((row) => ({ ...row, hasReplied: row.hasReplied === 1 }));
};

export type OpenHumanSession = Awaited<ReturnType<typeof listOpenHumanSessions>>[number];
