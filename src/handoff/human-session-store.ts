import { type Insertable, sql, type Updateable } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema } from '../db/index.ts';
import type { HumanSessionRow, HumanSessionStatus } from './human-session.ts';

const lock = prepared<{ conversationId: string }, unknown>((db, value) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${value('conversationId')}, 11))`.as('locked')),
);

/**
 * Everything that starts, ends or depends on a session of this conversation takes this lock first in
 * its transaction, so that a reply and the session that suppresses it are ordered. SQLite has one writer.
 */
export const lockHumanSessions = async (tx: Handle, conversationId: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres') await lock(tx, { conversationId });
};

const live = prepared<{ conversationId: string }, HumanSessionRow>((db, value) =>
  db
    .selectFrom('human_sessions')
    .selectAll()
    .where('conversation_id', '=', value('conversationId'))
    .where('status', '<>', sql.lit('closed') as never)
    .where('status', '<>', sql.lit('left_message') as never),
);

/** The session because of which the agent does not answer. It answers beside a left message. */
export const findLiveHumanSession = async (
  db: Handle,
  conversationId: string,
): Promise<HumanSessionRow | undefined> => (await live(db, { conversationId }))[0];

const silencing = prepared<{ conversationId: string; sequence: number; roundId: string }, { id: string }>(
  (db, value) =>
    db
      .selectFrom('human_sessions')
      .select('id')
      .where('conversation_id', '=', value('conversationId'))
      .where('start_sequence', '>=', value('sequence'))
      .where((eb) =>
        eb.or([eb('trigger_round_id', 'is', null), eb('trigger_round_id', '<>', value('roundId'))]),
      )
      .orderBy('start_sequence')
      .orderBy('ordinal')
      .limit(1),
);

/** The session that started while the round was waiting or running. */
export const findSilencingHumanSession = async (
  db: Handle,
  round: { conversationId: string; sequence: number; roundId: string },
): Promise<string | undefined> => (await silencing(db, round))[0]?.id;

export const findHumanSession = (db: Handle, id: string): Promise<HumanSessionRow | undefined> =>
  db.selectFrom('human_sessions').selectAll().where('id', '=', id).executeTakeFirst();

export const findHumanSessionByEstablish = (
  db: Handle,
  deliveryId: string,
): Promise<HumanSessionRow | undefined> =>
  db
    .selectFrom('human_sessions')
    .selectAll()
    .where('establish_delivery_id', '=', deliveryId)
    .executeTakeFirst();

/** The session that this round requested. */
export const findHumanSessionByTrigger = (
  db: Handle,
  { conversationId, roundId }: { conversationId: string; roundId: string },
): Promise<HumanSessionRow | undefined> =>
  db
    .selectFrom('human_sessions')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('trigger_round_id', '=', roundId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findNewestHumanSession = (
  db: Handle,
  conversationId: string,
): Promise<HumanSessionRow | undefined> =>
  db
    .selectFrom('human_sessions')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertHumanSession = (tx: Handle, row: Insertable<Schema['human_sessions']>) =>
  tx.insertInto('human_sessions').values(row).execute();

export const updateHumanSession = (
  tx: Handle,
  id: string,
  change: Omit<Updateable<Schema['human_sessions']>, 'version'>,
): Promise<HumanSessionRow> =>
  tx
    .updateTable('human_sessions')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export interface HumanSessionFilter {
  workspaceId: string;
  agentId?: string;
  conversationId?: string;
  status?: HumanSessionStatus;
  /** Only sessions in which nobody replied to the user. */
  isMissed?: boolean;
}

/** Newest first. */
export const listHumanSessions = async (
  db: Handle,
  filter: HumanSessionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: HumanSessionRow[]; total: number }> => {
  let query = db.selectFrom('human_sessions').where('workspace_id', '=', filter.workspaceId);
  if (filter.agentId !== undefined) query = query.where('agent_id', '=', filter.agentId);
  if (filter.conversationId !== undefined) query = query.where('conversation_id', '=', filter.conversationId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.isMissed) query = query.where('missed', 'is not', null);
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('ordinal', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

/** Whether calls of this conversation to the human service are pending. */
export const hasUndelivered = async (db: Handle, conversationId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('target', '=', 'human_service')
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
