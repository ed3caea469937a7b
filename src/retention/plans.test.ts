import assert from 'node:assert/strict';
import { type Compilable, sql } from 'kysely';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import type { Database } from '../db/index.ts';
import { expiredQuery } from '../erasure/index.ts';
import { messagesWithFilesQuery } from '../handoff/index.ts';
import { newId } from '../lib/ids.ts';
import { olderRoundsQuery } from '../rounds/index.ts';

/** The plan as text. Tables of tests are empty, so that PostgreSQL must be told not to scan them. */
const planOf = async (db: Database, query: Compilable): Promise<string> => {
  const { sql: text, parameters } = query.compile();
  const explain = db.kind === 'sqlite' ? 'explain query plan' : 'explain';
  return db.transaction(async (tx) => {
    if (db.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await tx.executeQuery({
      ...query.compile(),
      sql: `${explain} ${text}`,
      parameters,
    } as Parameters<typeof tx.executeQuery>[0]);
    return rows.map((row) => Object.values(row as object).join(' ')).join('\n');
  });
};

const page = { agentId: newId(), beforeMs: 1000, limit: 100 };

forEachDatabase('a batch is found along an index, without a scan or a sort', async (db) => {
  const used = await planOf(db, expiredQuery(db.query, { ...page, kind: 'used' }));
  assert.match(used, /conversations_listed/);
  const unused = await planOf(db, expiredQuery(db.query, { ...page, kind: 'unused' }));
  assert.match(unused, /conversations_unused/);
  const after = { createdAtMs: 1, id: '' };
  const rounds = await planOf(db, olderRoundsQuery(db.query, { ...page, after }));
  assert.match(rounds, /rounds_listed/);
  const messages = await planOf(db, messagesWithFilesQuery(db.query, { ...page, after: 0 }));
  assert.match(messages, /human_messages_with_files/);
  for (const plan of [used, unused, rounds, messages]) {
    // A join may read all messages or sessions for each batch.
    assert.doesNotMatch(plan, /SCAN (?!CONSTANT)|Seq Scan|TEMP B-TREE|Sort|Join/, plan);
  }
});

/** Foreign keys of other tables to these, whose rows the database looks for when a row is deleted. */
const deletedTables = ['conversations', 'rounds', 'human_sessions', 'human_messages', 'deliveries', 'files'];

const readKeys = async (db: Database): Promise<{ table: string; column: string; first: string[] }[]> => {
  if (db.kind === 'postgres') {
    const { rows } = await sql<{ table: string; column: string; first: string[] }>`
      select child.relname as table, attribute.attname as column,
        coalesce((select array_agg(first.attname::text) from pg_index
          join pg_attribute as first on first.attrelid = pg_index.indrelid and first.attnum = pg_index.indkey[0]
          where pg_index.indrelid = child.oid), '{}') as first
      from pg_constraint
      join pg_class as child on child.oid = conrelid
      join pg_class as parent on parent.oid = confrelid
      join pg_attribute as attribute on attribute.attrelid = conrelid and attribute.attnum = conkey[1]
      where contype = 'f' and parent.relname in (${sql.join(deletedTables)})`.execute(db.query);
    return rows;
  }
  const { rows } = await sql<{ table: string; column: string }>`
    select tables.name as "table", keys."from" as "column" from sqlite_master as tables
    join pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' and keys."table" in (${sql.join(deletedTables)})`.execute(db.query);
  return Promise.all(
    rows.map(async ({ table, column }) => {
      const indexes = await sql<{ first: string }>`
        select info.name as first from pragma_index_list(${table}) as list
        join pragma_index_info(list.name) as info where info.seqno = 0`.execute(db.query);
      const primary = await sql<{ first: string }>`
        select name as first from pragma_table_info(${table}) where pk = 1`.execute(db.query);
      return { table, column, first: [...indexes.rows, ...primary.rows].map(({ first }) => first) };
    }),
  );
};

forEachDatabase('what belongs to a deleted row is found with an index', async (db) => {
  const keys = await readKeys(db);
  assert.ok(keys.length > 15, `${keys.length} foreign keys`);
  for (const { table, column, first } of keys)
    assert.ok(first.includes(column), `${table}.${column} is the first column of an index`);
});
