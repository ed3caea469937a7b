import type { Selectable } from 'kysely';
import { type Handle, prepared, type Schema } from '../../db/index.ts';

export type ReplyRow = Selectable<Schema['channel_replies']>;

/** Keeps where the reply of a round goes. */
export const insertReply = (tx: Handle, row: ReplyRow) =>
  tx.insertInto('channel_replies').values(row).execute();

const replyById = prepared<{ roundId: string }, ReplyRow>((db, value) =>
  db.selectFrom('channel_replies').selectAll().where('round_id', '=', value('roundId')),
);

export const findReply = async (db: Handle, roundId: string): Promise<ReplyRow | undefined> =>
  (await replyById(db, { roundId }))[0];

export const deleteReply = (tx: Handle, roundId: string) =>
  tx.deleteFrom('channel_replies').where('round_id', '=', roundId).execute();

/** Of rounds that ended without a reply, because a person answered. */
export const sweepReplies = (db: Handle, createdBeforeMs: number) =>
  db.deleteFrom('channel_replies').where('created_at', '<', createdBeforeMs).execute();
