import { setImmediate as nextTick } from 'node:timers/promises';
import { type Handle, prepared, type Schema } from '../db/index.ts';

type PauseRow = Schema['flow_pauses'];

/** The newest pauses of a conversation that are kept: the current one, and those before it for a repeated round. */
const keptPauses = 10;

/** Part of the transaction that ends the round. */
export const insertPause = async (tx: Handle, row: PauseRow): Promise<void> => {
  await tx.insertInto('flow_pauses').values(row).execute();
  const oldest = await tx
    .selectFrom('flow_pauses')
    .select('sequence')
    .where('conversation_id', '=', row.conversation_id)
    .orderBy('sequence', 'desc')
    .offset(keptPauses - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await tx
      .deleteFrom('flow_pauses')
      .where('conversation_id', '=', row.conversation_id)
      .where('sequence', '<', oldest.sequence)
      .execute();
};

const sweptAtOnce = 500;

/**
 * Deletes pauses that expired before this time, in small steps. A pause must be kept for a while after it expires: a
 * round that was sent in time may run later.
 */
export const sweepPauses = async (db: Handle, expiredBeforeMs: number): Promise<number> => {
  for (let removed = 0; ; ) {
    const expired = db
      .selectFrom('flow_pauses')
      .select('round_id')
      .where('expires_at', '<', expiredBeforeMs)
      .orderBy('expires_at')
      .limit(sweptAtOnce);
    const { numDeletedRows } = await db
      .deleteFrom('flow_pauses')
      .where('round_id', 'in', expired)
      .executeTakeFirst();
    removed += Number(numDeletedRows);
    if (Number(numDeletedRows) < sweptAtOnce) return removed;
    await nextTick();
  }
};

type Place = { conversationId: string; sequence: number };
type FoundPause = Pick<PauseRow, 'flow_version' | 'draft_sha256' | 'state' | 'expires_at'>;
type PreviousRound = { [Column in keyof FoundPause]: FoundPause[Column] | null };

const previousRound = prepared<Place, PreviousRound>((db, value) =>
  db
    .selectFrom('rounds')
    .leftJoin('flow_pauses', 'flow_pauses.round_id', 'rounds.id')
    .select(['flow_version', 'draft_sha256', 'state', 'expires_at'])
    .where('rounds.conversation_id', '=', value('conversationId'))
    .where('rounds.sequence', '<', value('sequence'))
    .where('rounds.replaced_by', 'is', null)
    .where((eb) => eb.or([eb('rounds.status', '=', 'done'), eb('rounds.human_session_id', 'is not', null)]))
    .orderBy('rounds.sequence', 'desc')
    .limit(1),
);

/**
 * The pause of the round before. A round that failed or was stopped is skipped, so that the user can answer again. A
 * round that a person answered has no pause: after a handoff the flow starts again.
 */
export const findPauseBefore = async (db: Handle, place: Place): Promise<FoundPause | undefined> => {
  const [row] = await previousRound(db, place);
  return row && row.state !== null ? (row as FoundPause) : undefined;
};
