import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/index.ts';
import { filePath } from '../../../files/index.ts';
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { type Finding, fail, ok } from '../finding.ts';
import { advice, describeIds } from './check-invariants.ts';

const rowsAtOnce = 500;
const sizesAtOnce = 8;

interface CheckedPlace {
  /** For people. */
  what: string;
  storedIn: 'local' | 'objects';
  /** Undefined if there is no content. */
  sizeOf(id: string): Promise<number | undefined>;
}

/** Every file of a place exists with its full size. */
export const checkSizes = async (
  { query }: Database,
  { what, storedIn, sizeOf }: CheckedPlace,
): Promise<Finding[]> => {
  const withLimit = createConcurrencyLimit(sizesAtOnce);
  const isStillNamed = async (id: string): Promise<boolean> =>
    (await query
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .where('stored_in', '=', storedIn)
      .executeTakeFirst()) !== undefined;
  const broken: string[] = [];
  let count = 0;
  for (let after = ''; ; ) {
    const rows = await query
      .selectFrom('files')
      .select(['id', 'size_bytes'])
      .where('stored_in', '=', storedIn)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    count += rows.length;
    // Removed or moved meanwhile: the row is changed first.
    await Promise.all(
      rows.map(({ id, size_bytes }) =>
        withLimit(async () => {
          if ((await sizeOf(id)) !== size_bytes && (await isStillNamed(id))) broken.push(id);
        }),
      ),
    );
    if (rows.length < rowsAtOnce) break;
    after = rows.at(-1)!.id;
  }
  return broken.length > 0
    ? [fail(what, `every file exists with its full size: ${describeIds(broken)}`, advice)]
    : [ok(what, `${count} exist with their full size`)];
};

/** On SQLite, whose files are beside the database. */
export const checkStoredFiles = (db: Database, dataDir: string): Promise<Finding[]> =>
  checkSizes(db, {
    what: 'Files',
    storedIn: 'local',
    sizeOf: async (id) => (await stat(filePath(join(dataDir, 'files'), id)).catch(() => undefined))?.size,
  });
