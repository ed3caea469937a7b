import type { Handle, Schema } from '../db/index.ts';
import { isTestChannel } from '../lib/test-chat-channel.ts';
import type { Fact, FactParts } from './fact.ts';
import type { CounterName } from './figures.ts';
import { bucketOf } from './histogram.ts';

const missedCounters = {
  not_taken: 'missedNotTaken',
  no_reply: 'missedNoReply',
  user_left: 'missedUserLeft',
  unreachable: 'missedUnreachable',
} as const satisfies Record<NonNullable<Schema['human_sessions']['missed']>, CounterName>;

const readSessions = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('human_sessions')
    .select([
      'id',
      'workspace_id as workspaceId',
      'agent_id as agentId',
      'conversation_id as conversationId',
      'channel',
      'has_replied as hasReplied',
      'first_reply_at as firstReplyAtMs',
      'missed',
      'close_reason as closeReason',
      'rating',
      'created_at as createdAtMs',
    ])
    .where('id', 'in', ids)
    .execute();

type RawSession = Awaited<ReturnType<typeof readSessions>>[number];

const partsOf = (session: RawSession): FactParts => {
  const { hasReplied, firstReplyAtMs, missed, closeReason, rating, createdAtMs } = session;
  return {
    n: {
      handoffs: 1,
      ...(hasReplied === 1 ? { handoffsAnswered: 1 } : {}),
      ...(closeReason === null ? { handoffsOpen: 1 } : {}),
      ...(missed === null ? {} : { [missedCounters[missed]]: 1 }),
      ...(rating === null ? {} : { [`stars${rating}` as CounterName]: 1 }),
    },
    ...(firstReplyAtMs === null
      ? {}
      : { h: { waits: bucketOf(Number(firstReplyAtMs) - Number(createdAtMs)) } }),
  };
};

/** Test chats do not count. */
export const readSessionFacts = async (
  db: Handle,
  ids: readonly string[],
): Promise<{ facts: Fact[]; conversationIds: string[] }> => {
  if (ids.length === 0) return { facts: [], conversationIds: [] };
  const sessions = (await readSessions(db, ids)).filter(({ channel }) => !isTestChannel(channel));
  return {
    facts: sessions.map((session) => ({
      workspaceId: session.workspaceId,
      sourceId: session.id,
      agentId: session.agentId,
      channel: session.channel,
      atMs: Number(session.createdAtMs),
      parts: partsOf(session),
    })),
    conversationIds: [...new Set(sessions.map(({ conversationId }) => conversationId))],
  };
};
