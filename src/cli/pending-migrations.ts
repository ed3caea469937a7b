import { sql } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import type { Database } from '../db/index.ts';

/** Migrations that are not applied to the database yet. */
export const pendingMigrations = async (db: Database): Promise<string[]> => {
  const tables = await db.query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'schema_migrations')) return Object.keys(migrations);
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db.query);
  const applied = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).filter((name) => !applied.has(name));
};
