import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { testChannels, testChatChannel } from '../lib/test-chat-channel.ts';

type Counted = Promise<number>;

const numberOf = (row: { total: number } | undefined): number => Number(row?.total ?? 0);

export const countAgents = async (db: Handle, workspaceId: string): Counted =>
  numberOf(
    await db
      .selectFrom('agents')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );

const agentsOf = (db: Handle, workspaceId: string) =>
  db.selectFrom('agents').select('agents.id').where('agents.workspace_id', '=', workspaceId);

/** Conversations of users, without test chats, with a message since then. */
export const countConversations = async (db: Handle, workspaceId: string, sinceMs: number): Counted =>
  numberOf(
    await db
      .selectFrom('conversations')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('agent_id', 'in', agentsOf(db, workspaceId))
      // Written as a literal here and below, because SQLite uses a partial index only for a visible condition.
      .where(sql<boolean>`message_count > 0`)
      .where('recent_chat_at', '>=', sinceMs)
      .where('channel', 'not in', testChannels)
      .executeTakeFirst(),
  );

/** Rounds of test chats. There are few, so they are counted by conversation and subtracted from all rounds. */
export const countTestRounds = async (
  db: Handle,
  workspaceId: string,
  sinceMs: number,
): Promise<{ all: number; failed: number }> => {
  const row = await db
    .selectFrom('conversations')
    .innerJoin('rounds', 'rounds.conversation_id', 'conversations.id')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`coalesce(sum(case when rounds.status = 'failed' then 1 else 0 end), 0)`.as('failed'),
    ])
    .where('conversations.agent_id', 'in', agentsOf(db, workspaceId))
    .where(sql<boolean>`conversations.message_count > 0`)
    .where('conversations.channel', 'in', testChannels)
    .where('conversations.recent_chat_at', '>=', sinceMs)
    .where('rounds.created_at', '>=', sinceMs)
    .executeTakeFirst();
  return { all: Number(row?.all ?? 0), failed: Number(row?.failed ?? 0) };
};

export const countRounds = async (db: Handle, workspaceId: string, sinceMs: number): Counted =>
  numberOf(
    await db
      .selectFrom('rounds')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('agent_id', 'in', agentsOf(db, workspaceId))
      .where('created_at', '>=', sinceMs)
      .executeTakeFirst(),
  );

export const countFailedRounds = async (db: Handle, workspaceId: string, sinceMs: number): Counted =>
  numberOf(
    await db
      .selectFrom('rounds')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`status = 'failed'`)
      .where('created_at', '>=', sinceMs)
      .executeTakeFirst(),
  );

export const countOpenHumanSessions = async (db: Handle, workspaceId: string): Counted =>
  numberOf(
    await db
      .selectFrom('human_sessions')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`status <> 'closed' and status <> 'left_message'`)
      .executeTakeFirst(),
  );

/** Handoffs that ended since then without a reply, without test chats; and how many of them are of the inbox. */
export const countMissedHandoffs = async (
  db: Handle,
  workspaceId: string,
  sinceMs: number,
): Promise<{ all: number; ofInbox: number }> => {
  const row = await db
    .selectFrom('human_sessions')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`coalesce(sum(case when backend = 'inbox' then 1 else 0 end), 0)`.as('ofInbox'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`missed is not null`)
    .where('closed_at', '>=', sinceMs)
    .where('channel', '<>', testChatChannel)
    .executeTakeFirst();
  return { all: Number(row?.all ?? 0), ofInbox: Number(row?.ofInbox ?? 0) };
};

export const countDocumentsAtWork = async (db: Handle, workspaceId: string): Counted =>
  numberOf(
    await db
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('agent_id', 'in', agentsOf(db, workspaceId))
      .where(sql<boolean>`status in ('PENDING', 'PROCESSING')`)
      .executeTakeFirst(),
  );

export const countFailedDocuments = async (db: Handle, workspaceId: string): Counted =>
  numberOf(
    await db
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`status = 'FAILED'`)
      .executeTakeFirst(),
  );

export const countDeadDeliveries = async (db: Handle, workspaceId: string): Counted =>
  numberOf(
    await db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`status = 'dead'`)
      .executeTakeFirst(),
  );

export const countFailedJobs = async (db: Handle, workspaceId: string): Counted =>
  numberOf(
    await db
      .selectFrom('failed_jobs')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst(),
  );
