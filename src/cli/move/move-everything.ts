import { type Kysely, sql } from 'kysely';
import { deleteAllChanges } from '../../conversations/index.ts';
import { type Database, type Handle, migrate } from '../../db/index.ts';
import { exactSearchLimitChunks } from '../../knowledge/exact-search-limit.ts';
import { createVectorIndexes } from '../../knowledge/retrieve/vector-indexes.ts';
import { silentLog } from '../../lib/log.ts';
import { copyFiles } from './copy-files.ts';
import { checksumOf, continueNumbers, copyTable } from './copy-table.ts';
import type { Source } from './open-source.ts';
import { findFilled, listTableNames, listTargetTables, type TargetTable } from './target-tables.ts';

/** Not copied as rows: file contents are copied later, and the target makes its totals and its search index itself. */
const madeByTarget = [
  'file_pieces',
  'file_totals',
  'search_buckets',
  'search_changes',
  'search_entries',
  'search_states',
];

type Print = (line: string) => void;

interface Move {
  source: Source;
  dataDir: string;
  target: Database;
  print: Print;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Locks the target, so that no service starts on it, and refuses a target with data. */
const takeTarget = async (tx: Handle, tables: readonly TargetTable[]): Promise<void> => {
  const names = tables.map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(tx);
  const filled = await findFilled(tx, tables);
  if (filled !== undefined)
    throw new Error(`The target is not empty: its table ${filled} has rows. Use an empty database`);
};

const moveTable = async (tx: Handle, { source, print }: Move, table: TargetTable): Promise<number> => {
  const { name } = table;
  try {
    const read = await copyTable(tx, source, table, (rows) => print(`  ${name}: ${count(rows)} rows so far`));
    const written = await checksumOf(tx, table);
    if (read.rows !== written.rows || read.checksum !== written.checksum)
      throw new Error(
        `${count(read.rows)} rows with checksum ${read.checksum} became ${count(written.rows)} with ${written.checksum}`,
      );
    await continueNumbers(tx, source, table);
    if (read.rows > 0) print(`  ${name}: ${count(read.rows)} rows, checksum ${read.checksum}`);
    return read.rows;
  } catch (error) {
    throw new Error(`Table ${name} could not be moved: ${(error as Error).message}`, { cause: error });
  }
};

const copyAll = (move: Move): Promise<{ tables: number; rows: number; files: number; bytes: number }> =>
  move.target.transaction(async (tx) => {
    const tables = await listTargetTables(tx);
    await takeTarget(tx, tables);
    let rows = 0;
    // Both sides have the same migrations. A table that SQLite lacks is one that only PostgreSQL uses.
    const moved = tables.filter(
      ({ name }) => !madeByTarget.includes(name) && move.source.columnsOf(name).length > 0,
    );
    for (const table of moved) rows += await moveTable(tx, move, table);
    // The service indexes everything when it starts.
    await deleteAllChanges(tx);
    return { tables: moved.length, rows, ...(await copyFiles(tx, move.dataDir)) };
  });

/** Searches work without these indexes, but slowly; the service creates them only when documents are added. */
const indexVectors = async (db: Database, print: Print): Promise<void> => {
  const { rows } = await sql<{ model: string; dimension: number }>`
    select model, dimension from chunk_vectors group by 1, 2 having count(*) > ${exactSearchLimitChunks}`.execute(
    db.query,
  );
  const log = { ...silentLog, warn: (_fields: object, message: string) => print(message) };
  const indexes = createVectorIndexes({ db, log });
  for (const { model, dimension } of rows) {
    print(`Indexing the vectors of ${model}`);
    await indexes.ensure(model, dimension);
  }
};

const dropTables = async (db: Handle): Promise<void> => {
  const names = await listTableNames(db);
  if (names.length > 0)
    await sql`drop table ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(db);
};

/**
 * Copies everything into an empty PostgreSQL database in one transaction. If it fails, the target stays empty. A target
 * with empty tables of Frontdesk is accepted: an interrupted move leaves them behind.
 */
export const moveEverything = async (move: Move): Promise<void> => {
  const { target, print } = move;
  const before = await listTableNames(target.query);
  if (before.length > 0 && !before.includes('schema_migrations'))
    throw new Error(
      `The target is not empty: it has a table ${before[0]} that is not from Frontdesk. Use an empty database`,
    );
  try {
    await migrate(target.query as unknown as Kysely<unknown>);
    const { tables, rows, files, bytes } = await copyAll(move);
    print(
      `Moved ${count(rows)} rows of ${tables} tables and ${count(files)} files of ${(bytes / 2 ** 20).toFixed(1)} MB; all counts and checksums match`,
    );
  } catch (error) {
    if (before.length === 0) await dropTables(target.query);
    throw error;
  }
  await indexVectors(target, print);
  await sql`analyze`.execute(target.query);
};
