import type { Selectable } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema } from '../../db/index.ts';

export type ReplyRow = Selectable<Schema['channel_replies']>;

type NewReply = Pick<ReplyRow, 'round_id' | 'chat_id' | 'address' | 'created_at'>;

/** The first call of a draft has no answer yet, so its message is not known. */
export const unknownDraft = '';

/** Keeps where the reply of a round goes. */
export const insertReply = (tx: Handle, row: NewReply) =>
  tx
    .insertInto('channel_replies')
    .values({ ...row, draft: null, drafted_at: null, is_draft_used: 0 })
    .execute();

const replyById = prepared<{ roundId: string }, ReplyRow>((db, value) =>
  db.selectFrom('channel_replies').selectAll().where('round_id', '=', value('roundId')),
);

export const findReply = async (db: Handle, roundId: string): Promise<ReplyRow | undefined> =>
  (await replyById(db, { roundId }))[0];

export const deleteReply = (tx: Handle, roundId: string) =>
  tx.deleteFrom('channel_replies').where('round_id', '=', roundId).execute();

/**
 * Before the first call of a draft. False if the round has ended, because its reply would not find the draft. The lock makes
 * the end of the round wait for this transaction.
 */
export const startDraft = async (
  tx: Handle,
  { draft, ...row }: NewReply & { draft: string },
): Promise<boolean> => {
  const running = await tx
    .selectFrom('rounds')
    .select('id')
    .where('id', '=', row.round_id)
    .where('status', '=', 'running')
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!running) return false;
  const started = { draft, drafted_at: row.created_at };
  await tx
    .insertInto('channel_replies')
    .values({ ...row, ...started, is_draft_used: 0 })
    .onConflict((conflict) => conflict.column('round_id').doUpdateSet(started))
    .execute();
  return true;
};

/** null: nothing was shown. */
export const keepDraft = (db: Handle, roundId: string, draft: string | null) =>
  db.updateTable('channel_replies').set({ draft }).where('round_id', '=', roundId).execute();

/** A delivery replaces the draft. */
export const markDraftUsed = (tx: Handle, roundId: string) =>
  tx.updateTable('channel_replies').set({ is_draft_used: 1 }).where('round_id', '=', roundId).execute();

/** Of rounds that ended without a reply, and of replies that are delivered. */
export const sweepReplies = (db: Handle, createdBeforeMs: number) =>
  db.deleteFrom('channel_replies').where('created_at', '<', createdBeforeMs).execute();
