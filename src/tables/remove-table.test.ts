import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { openTables } from '../../test/support/tables/open-tables.ts';

forEachDatabase(
  'a deleted table disappears at once with all its records, and other tables do not change',
  async (db) => {
    const { tables, agent, create, addAll, jobs } = await openTables(db);
    const fields = [
      { name: 'code', type: 'TEXT', unique: true },
      { name: 'note', type: 'TEXT' },
      { name: 'size', type: 'INT' },
    ];
    const [doomed, kept] = [await create('doomed', fields), await create('kept', fields)];
    const rows = (word: string) => [
      { code: 'a', note: `${word} one`, size: null },
      { code: 'b', note: `${word} two`, size: 2 },
      { code: null, note: null, size: 3 },
    ];
    await addAll(doomed, rows('canary'));
    await addAll(kept, rows('sparrow'));

    await db.transaction((tx) => tables.remove(tx, doomed));
    await assert.rejects(tables.require(agent, doomed.id), /Table not found/);
    await assert.rejects(tables.insert(doomed, { code: 'late' }), /Table not found/);
    await db.transaction((tx) => tables.remove(tx, doomed));
    const again = await create('doomed', fields);
    assert.notEqual(again.id, doomed.id);

    await jobs.start();
    await jobs.idle();
    await jobs.stop({ graceMs: 1000 });
    const count = async (name: string) => {
      const { rows: counted } = await sql<{
        n: number;
      }>`select count(*) as n from ${sql.table(name)}`.execute(db.query);
      return Number(counted[0]!.n);
    };
    assert.equal(await count('records'), 3);
    assert.equal(await count('unique_values'), 2);
    assert.equal(await count('record_values'), 4);
    assert.equal(await count('absent_values'), 3);
    assert.equal(await count('agent_tables'), 2);
    const found = await tables.page(
      await tables.require(agent, kept.id),
      { keyword: 'sparrow' },
      { limit: 9, offset: 0 },
    );
    assert.equal(found.total, 2);
  },
);
