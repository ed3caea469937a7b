import type { Handle } from './database.ts';

/** Fails if the database does not answer. */
export const ping = async (db: Handle): Promise<void> => {
  await db.selectFrom('workspaces').select('id').limit(1).execute();
};
