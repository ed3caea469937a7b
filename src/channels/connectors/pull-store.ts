import type { Selectable } from 'kysely';
import { type Handle, prepared, type Schema } from '../../db/index.ts';

export type PullRow = Selectable<Schema['channel_pulls']>;

const byConnection = prepared<{ id: string }, PullRow>((db, value) =>
  db.selectFrom('channel_pulls').selectAll().where('connection_id', '=', value('id')),
);

export const findPull = async (db: Handle, connectionId: string): Promise<PullRow | undefined> =>
  (await byConnection(db, { id: connectionId }))[0];

/** Counts a request. Other writers of the row wait until the transaction ends. */
export const countPullRequest = (tx: Handle, connectionId: string, hint: string | null) =>
  tx
    .insertInto('channel_pulls')
    .values({
      connection_id: connectionId,
      requests: 1,
      hint,
      account_key: '',
      cursor: null,
      failures: 0,
      retry_at: null,
      pulled_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet((eb) => ({
        requests: eb('channel_pulls.requests', '+', 1),
        ...(hint === null ? {} : { hint }),
      })),
    )
    .execute();

/** Other writers of the row wait until the transaction ends. Undefined if the connection was deleted. */
export const updatePull = (
  tx: Handle,
  connectionId: string,
  change: Partial<Pick<PullRow, 'account_key' | 'cursor' | 'failures' | 'retry_at' | 'pulled_at'>>,
): Promise<PullRow | undefined> =>
  tx
    .updateTable('channel_pulls')
    // A change is needed for the lock, and a stopped connection changes nothing.
    .set((eb) => ({ requests: eb.ref('requests'), ...change }))
    .where('connection_id', '=', connectionId)
    .returningAll()
    .executeTakeFirst();

export const forgetHint = (tx: Handle, connectionId: string) =>
  tx.updateTable('channel_pulls').set({ hint: null }).where('connection_id', '=', connectionId).execute();

/** Before the connection, because jobs lock in this order. */
export const deletePull = (tx: Handle, connectionId: string) =>
  tx.deleteFrom('channel_pulls').where('connection_id', '=', connectionId).execute();
