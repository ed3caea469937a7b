import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/**
 * Pieces stored from now on are not compressed by PostgreSQL, which would have to unpack a piece from its start to
 * read a part of it. Pieces stored before stay as they are and remain readable.
 */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  if (kind === 'postgres')
    await sql.raw('alter table file_pieces alter column bytes set storage external').execute(db);
};
