import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';

/**
 * Orders changes that depend on all rows of a workspace: a limit of labels or canned replies, or the next operator in turn. Taken
 * after the lock of a conversation, never before it. SQLite has one writer.
 */
export const lockTeamData = async (tx: Handle, workspaceId: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${workspaceId}, 13))`.execute(tx);
};
