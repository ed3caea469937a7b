import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type Handle, prepared, type Schema } from '../../db/index.ts';

export type UpdateRow = Selectable<Schema['channel_updates']>;

type NewUpdate = Omit<UpdateRow, 'payload' | 'processed_at' | 'outcome'> & { payload: string };

const insert = prepared<NewUpdate, { update_key: string }>((db, value) =>
  db
    .insertInto('channel_updates')
    .values({
      connection_id: value('connection_id'),
      update_key: value('update_key'),
      chat_key: value('chat_key'),
      position: value('position'),
      payload: value('payload'),
      received_at: value('received_at'),
      processed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['connection_id', 'update_key']).doNothing())
    .returning('update_key'),
);

/** False if it was stored before. */
export const insertUpdate = async (tx: Handle, update: NewUpdate): Promise<boolean> =>
  (await insert(tx, update)).length > 0;

const updateByKey = prepared<{ connectionId: string; key: string }, { update_key: string }>((db, value) =>
  db
    .selectFrom('channel_updates')
    .select('update_key')
    .where('connection_id', '=', value('connectionId'))
    .where('update_key', '=', value('key')),
);

export const hasUpdate = async (db: Handle, connectionId: string, key: string): Promise<boolean> =>
  (await updateByKey(db, { connectionId, key })).length > 0;

const earlierUpdate = prepared<{ connectionId: string; position: number }, { update_key: string }>(
  (db, value) =>
    db
      .selectFrom('channel_updates')
      .select('update_key')
      .where('connection_id', '=', value('connectionId'))
      .where('position', '<', value('position'))
      .limit(1),
);

export const hasEarlierUpdate = async (
  db: Handle,
  connectionId: string,
  position: number,
): Promise<boolean> => (await earlierUpdate(db, { connectionId, position })).length > 0;

const firstPending = prepared<{ connectionId: string; chatKey: string }, UpdateRow>((db, value) =>
  db
    .selectFrom('channel_updates')
    .selectAll()
    .where('connection_id', '=', value('connectionId'))
    .where('chat_key', '=', value('chatKey'))
    // A literal condition, because SQLite uses a partial index only for one.
    .where(sql<boolean>`processed_at is null`)
    .orderBy('position')
    .orderBy('update_key')
    .limit(1),
);

/** The update of the chat that is processed next. */
export const findPendingUpdate = async (
  db: Handle,
  of: { connectionId: string; chatKey: string },
): Promise<UpdateRow | undefined> => (await firstPending(db, of))[0];

/** The updates of the chat that wait, in the order of processing. */
export const listPendingUpdates = (
  db: Handle,
  { connectionId, chatKey, limit }: { connectionId: string; chatKey: string; limit: number },
): Promise<UpdateRow[]> =>
  db
    .selectFrom('channel_updates')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('chat_key', '=', chatKey)
    .where(sql<boolean>`processed_at is null`)
    .orderBy('position')
    .orderBy('update_key')
    .limit(limit)
    .execute();

/** What followed from an update: a round of the agent, or a text of the service. Without content of users. */
export type UpdateOutcome = { messageId: string } | { text: string };

/** Its content is not needed any more. */
export const endUpdate = (
  tx: Handle,
  { connection_id, update_key }: UpdateRow,
  nowMs: number,
  outcome?: UpdateOutcome,
) =>
  tx
    .updateTable('channel_updates')
    .set({ processed_at: nowMs, payload: null, outcome: outcome ? JSON.stringify(outcome) : null })
    .where('connection_id', '=', connection_id)
    .where('update_key', '=', update_key)
    .execute();

/** Undefined if there is no such update, or it was deleted after its time. `outcome` is null until it is processed. */
export const findUpdateOutcome = async (
  db: Handle,
  { connectionId, key }: { connectionId: string; key: string },
): Promise<{ isProcessed: boolean; outcome: UpdateOutcome | null } | undefined> => {
  const row = await db
    .selectFrom('channel_updates')
    .select(['processed_at', 'outcome'])
    .where('connection_id', '=', connectionId)
    .where('update_key', '=', key)
    .executeTakeFirst();
  return (
    row && {
      isProcessed: row.processed_at !== null,
      outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as UpdateOutcome),
    }
  );
};

/** At most `most`, because counting stops there. */
export const countPendingUpdates = async (
  db: Handle,
  connectionId: string,
  most: number,
): Promise<number> => {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('channel_updates')
        .select('update_key')
        .where('connection_id', '=', connectionId)
        .where(sql<boolean>`processed_at is null`)
        .limit(most)
        .as('pending'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const sweptAtOnce = 1000;

/** Deletes updates that were processed before that time. Returns their number. */
export const sweepUpdates = async (db: Handle, processedBeforeMs: number): Promise<number> => {
  for (let removed = 0; ; ) {
    const rows = await db
      .selectFrom('channel_updates')
      .select(['connection_id', 'update_key'])
      .where('processed_at', '<', processedBeforeMs)
      .limit(sweptAtOnce)
      .execute();
    for (const [connectionId, ofConnection] of Map.groupBy(rows, (row) => row.connection_id))
      await db
        .deleteFrom('channel_updates')
        .where('connection_id', '=', connectionId)
        .where(
          'update_key',
          'in',
          ofConnection.map((row) => row.update_key),
        )
        .execute();
    removed += rows.length;
    if (rows.length < sweptAtOnce) return removed;
  }
};
