import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';

export interface ExportFilter {
  agentId: string;
  userId?: string | undefined;
  channel?: string | undefined;
  /** Both inclusive: time of the question, and of a conversation's first question. */
  startMs?: number | undefined;
  endMs: number;
}

interface Key {
  created_at: number;
  id: string;
}

const pageSize = 200;

/**
 * Reads rounds along an index whose keys never change, so that nothing is missed or repeated while people continue to
 * talk. Page by page: no connection is held between two pages, and at most one page is in memory.
 */
export const keysQuery = (db: Handle, { agentId, startMs = 0, endMs }: ExportFilter, after?: Key) =>
  db
    .selectFrom('rounds')
    .select(['created_at', 'id', 'conversation_id'])
    .where('agent_id', '=', agentId)
    .where(sql<boolean>`(created_at, id) > (${after?.created_at ?? startMs}, ${after?.id ?? ''})`)
    .where('created_at', '<=', endMs)
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize);

/** Written as a literal: the index contains only first rounds, and SQLite must see that condition. */
export const firstKeysQuery = (db: Handle, filter: ExportFilter, after?: Key) =>
  keysQuery(db, filter, after).where(sql<boolean>`sequence = 1`);

async function* pagesOf<Found extends Key>(read: (after?: Key) => Promise<Found[]>): AsyncGenerator<Found[]> {
  for (let after: Key | undefined; ; ) {
    const keys = await read(after);
    if (keys.length > 0) yield keys;
    if (keys.length < pageSize) return;
    after = keys.at(-1);
    // On SQLite nothing above yields, so other work runs here.
    await nextTick();
  }
}

const roundColumns = [
  'rounds.id',
  'rounds.answer_id',
  'rounds.conversation_id',
  'rounds.user_id',
  'rounds.question_text',
  'rounds.answer_text',
  'rounds.human_text',
  'rounds.status',
  'rounds.feedback',
  'rounds.feedback_reason',
  'rounds.feedback_comment',
  'rounds.quality',
  'rounds.cost_nano',
  'rounds.created_at',
  'rounds.ended_at',
  'conversations.channel',
] as const;

/** Oldest first. */
export async function* walkRounds(db: Handle, filter: ExportFilter) {
  const { userId, channel } = filter;
  for await (const keys of pagesOf((after) => keysQuery(db, filter, after).execute())) {
    const ids = keys.map(({ id }) => id);
    const rows = await db
      .selectFrom('rounds')
      .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
      .select(roundColumns)
      .where('rounds.id', 'in', ids)
      .where('conversations.channel', '<>', testRunChannel)
      .$if(userId !== undefined, (query) => query.where('rounds.user_id', '=', userId!))
      .$if(channel !== undefined, (query) => query.where('conversations.channel', '=', channel!))
      .orderBy('rounds.created_at')
      // Within one millisecond, rounds of a conversation are in their own order.
      .orderBy('rounds.sequence')
      .orderBy('rounds.id')
      .execute();
    yield* rows;
  }
}

export type WalkedRound = ReturnType<typeof walkRounds> extends AsyncGenerator<infer Row> ? Row : never;

/** Ids of conversations, page by page, in order of creation. */
export async function* walkFirstRounds(db: Handle, filter: ExportFilter): AsyncGenerator<string[]> {
  for await (const keys of pagesOf((after) => firstKeysQuery(db, filter, after).execute()))
    yield keys.map((key) => key.conversation_id);
}
