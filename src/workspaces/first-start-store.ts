import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

/** Any number that no other part of the program locks. */
const lockNumber = 7_210_001;

/** Locks the first start against other processes until the commit. SQLite has one process. */
export const lockFirstStart = async (tx: Handle): Promise<void> => {
  if (dialectOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx);
};

export const hasWorkspace = async (db: Handle): Promise<boolean> =>
  (await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Includes revoked keys. */
export const isKnownKey = async (db: Handle, sha256: string): Promise<boolean> =>
  (await db.selectFrom('api_keys').select('id').where('sha256', '=', sha256).executeTakeFirst()) !==
  undefined;

export const findOldestAgent = (db: Handle): Promise<{ id: string; workspaceId: string } | undefined> =>
  db
    .selectFrom('agents')
    .select(['id', 'workspace_id as workspaceId'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
