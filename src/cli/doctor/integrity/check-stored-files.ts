import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/index.ts';
import { filePath } from '../../../files/index.ts';
import { type Finding, fail, ok } from '../finding.ts';
import { advice, describeIds } from './check-invariants.ts';

const rowsAtOnce = 500;

/** On SQLite, whose files are beside the database: every file of the database exists with its full size. */
export const checkStoredFiles = async ({ query }: Database, dataDir: string): Promise<Finding[]> => {
  const folder = join(dataDir, 'files');
  const sizeOf = async (id: string): Promise<number | undefined> =>
    (await stat(filePath(folder, id)).catch(() => undefined))?.size;
  const isStillNamed = async (id: string): Promise<boolean> =>
    (await query.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  const broken: string[] = [];
  let count = 0;
  for (let after = ''; ; ) {
    const rows = await query
      .selectFrom('files')
      .select(['id', 'size_bytes'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    count += rows.length;
    // Removed meanwhile: the row is deleted first.
    for (const { id, size_bytes } of rows)
      if ((await sizeOf(id)) !== size_bytes && (await isStillNamed(id))) broken.push(id);
    if (rows.length < rowsAtOnce) break;
    after = rows.at(-1)!.id;
  }
  return broken.length > 0
    ? [fail('Files', `every file exists with its full size: ${describeIds(broken)}`, advice)]
    : [ok('Files', `${count} exist with their full size`)];
};
