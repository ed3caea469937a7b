import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import type { Database } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Table } from '../table.ts';
import { findTable, insertTable } from '../table-store.ts';
import { insertRecords } from './insert-records.ts';

const seedTable = async (db: Database): Promise<Table> => {
  const { workspaceId, agentId } = await seedConversation(db, []);
  const id = newId();
  const plain = { description: '', required: false, unique: false };
  const fields = [
    { ...plain, name: 'code', type: 'TEXT' as const, required: true, unique: true },
    { ...plain, name: 'note', type: 'TEXT' as const },
  ];
  const about = { id, workspaceId, agentId, ownerId: 'x', name: 'codes', description: 'Codes', nowMs: 1 };
  await db.transaction((tx) => insertTable(tx, { ...about, fields }));
  return (await findTable(db.query, id))!;
};

forEachDatabase(
  'the database itself rejects a duplicate unique value and a missing required value',
  async (db) => {
    const table = await seedTable(db);
    const [code] = table.fields;
    const claim = () =>
      db.query
        .insertInto('unique_values')
        .values({ field_no: code!.fieldNo, key: '=a', record_no: 1 })
        .execute();
    await claim();
    await assert.rejects(claim, /unique/i);
    await assert.rejects(
      () => db.query.insertInto('absent_values').values({ field_no: code!.fieldNo, record_no: 1 }).execute(),
      /foreign key/i,
    );
    const note = table.fields[1]!.fieldNo;
    await db.query.insertInto('absent_values').values({ field_no: note, record_no: 1 }).execute();
  },
);

forEachDatabase(
  'of concurrent writers of one unique value exactly one succeeds, and the others leave nothing',
  async (db) => {
    const table = await seedTable(db);
    const rows = (writer: number) =>
      Array.from({ length: 40 }, (_, index) => [`shared ${(index * 7 + writer) % 40}`, `by ${writer}`]);
    const results = await Promise.all(
      [1, 2, 3, 4].map((writer) => db.transaction((tx) => insertRecords(tx, table, rows(writer), 1))),
    );
    const inserted = results.flatMap((result) => result!.results).filter((one) => 'recordId' in one);
    assert.equal(inserted.length, 40);
    const count = async (name: string) => {
      const { rows: counted } = await sql<{
        n: number;
      }>`select count(*) as n from ${sql.table(name)}`.execute(db.query);
      return Number(counted[0]!.n);
    };
    for (const name of ['records', 'unique_values', 'record_values'])
      assert.equal(await count(name), 40, name);
    assert.equal((await findTable(db.query, table.id))!.recordCount, 40);
  },
);

forEachDatabase('an insert that is rolled back leaves no entry in any index', async (db) => {
  const table = await seedTable(db);
  await assert.rejects(
    db.transaction(async (tx) => {
      await insertRecords(tx, table, [['a', 'needle']], 1);
      throw new Error('undone');
    }),
    /undone/,
  );
  const again = await db.transaction((tx) => insertRecords(tx, table, [['a', null]], 1));
  assert.ok('recordId' in again!.results[0]!);
  assert.equal((await findTable(db.query, table.id))!.recordCount, 1);
});
