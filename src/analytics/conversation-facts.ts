import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { isTestChannel } from '../lib/test-chat-channel.ts';
import type { Fact } from './fact.ts';

/** Ratings of earlier rounds do not decide whether a conversation is resolved. */
const ratedRounds = 200;

const readConversations = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('conversations')
    .select([
      'id',
      'workspace_id as workspaceId',
      'agent_id as agentId',
      'channel',
      'created_at as createdAtMs',
      (eb) =>
        eb
          .selectFrom('human_sessions')
          .select('human_sessions.id')
          .whereRef('human_sessions.conversation_id', '=', 'conversations.id')
          .limit(1)
          .as('sessionId'),
    ])
    .where('id', 'in', ids)
    .where('message_count', '>', 0)
    .execute();

/** Conversations whose newest rating, of the user or of an operator, is bad. */
const findBadlyRated = async (db: Handle, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .select(['rounds.conversation_id as id', 'rounds.feedback', 'rounds.quality'])
    .where('rounds.conversation_id', 'in', ids)
    .where('rounds.sequence', '>', sql<number>`conversations.message_count - ${sql.lit(ratedRounds)}`)
    .where('rounds.replaced_by', 'is', null)
    .where((eb) => eb.or([eb('rounds.feedback', '<>', 'NONE'), eb('rounds.quality', '<>', 'NONE')]))
    .orderBy('rounds.sequence')
    .execute();
  // The newest rated round of each conversation.
  const newest = new Map(rows.map((row) => [row.id, row]));
  const bad = [...newest.values()].filter(
    ({ feedback, quality }) => quality === 'UNRESOLVED' || (quality === 'NONE' && feedback === 'BAD'),
  );
  return new Set(bad.map(({ id }) => id));
};

/** Empty conversations and test chats do not count. */
export const readConversationFacts = async (db: Handle, ids: readonly string[]): Promise<Fact[]> => {
  if (ids.length === 0) return [];
  const conversations = (await readConversations(db, ids)).filter(({ channel }) => !isTestChannel(channel));
  const badlyRated = await findBadlyRated(db, ids);
  return conversations.map(({ id, workspaceId, agentId, channel, createdAtMs, sessionId }) => ({
    workspaceId,
    sourceId: id,
    agentId,
    channel,
    atMs: Number(createdAtMs),
    parts: {
      n: {
        conversations: 1,
        ...(sessionId === null ? {} : { handedOff: 1 }),
        ...(sessionId === null && badlyRated.has(id) ? { unresolved: 1 } : {}),
      },
    },
  }));
};
