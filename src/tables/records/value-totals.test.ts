import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openTables } from '../../../test/support/tables/open-tables.ts';
import type { FieldValue } from '../table.ts';
import { insertRecords } from './insert-records.ts';

const first = { limit: 1, offset: 0 };

forEachDatabase(
  'totals of common values stay exact while records are inserted, changed and deleted',
  async (db) => {
    const { tables, agent, create, jobs } = await openTables(db);
    const table = await create('orders', [
      { name: 'number', type: 'INT', unique: true },
      { name: 'status', type: 'TEXT' },
      { name: 'paid', type: 'BOOLEAN' },
    ]);
    const add = (rows: FieldValue[][]) =>
      db.transaction((tx) => insertRecords(tx, table, rows, 1)).then((done) => done!.results);
    const rows = (from: number, count: number, status: string | null) =>
      Array.from({ length: count }, (_, index): FieldValue[] => [from + index, status, index % 2 === 0]);
    const total = async (filter: Record<string, unknown>) => {
      const found = await tables.page(await tables.require(agent, table.id), { filter }, first);
      assert.equal(found.records.length, Math.min(1, found.total));
      return found.total;
    };
    const kept = async () =>
      (await db.query.selectFrom('value_totals').select('key').orderBy('key').execute()).map(
        ({ key }) => key,
      );

    await add([...rows(0, 1001, 'open'), ...rows(2000, 1000, 'shut'), ...rows(4000, 1001, null)]);
    assert.deepEqual(
      await kept(),
      ['0', '1', '=open', '=shut'],
      'totals of common values in a batch are stored at once',
    );
    for (const [status, expected] of [
      ['open', 1001],
      ['shut', 1000],
    ] as const)
      assert.equal(await total({ status }), expected);
    // As if the records had been inserted one by one: common values are then counted and stored on first use.
    await db.query.deleteFrom('value_totals').execute();
    await add([[3000, 'shut', null]]);
    await tables.removeMany(table, [{ filter: { number: 3000 } }]);
    assert.equal(await total({ status: 'shut' }), 1000);
    assert.deepEqual(await kept(), []);
    // Two concurrent queries store one total.
    assert.deepEqual(await Promise.all([total({ status: 'open' }), total({ status: 'open' })]), [1001, 1001]);
    assert.equal(await total({ status: null }), 1001);
    assert.equal(await total({ paid: true }), 501 + 500 + 501);
    assert.deepEqual(await kept(), ['', '1', '=open']);

    // A row with a duplicate number is rejected and not counted.
    await add([...rows(7000, 3, 'open'), [0, 'open', true], [8000, null, null]]);
    assert.equal(await total({ status: 'open' }), 1004);
    assert.equal(await total({ status: null }), 1002);
    assert.equal(await total({ paid: true }), 1504);

    const change = (number: number, fields: Record<string, unknown>) =>
      tables.update(table, { filter: { number }, fields });
    await change(7000, { status: 'shut', paid: null });
    await change(7001, { status: null });
    await change(4000, { status: 'open' });
    await change(4000, { paid: true });
    assert.equal(await total({ status: 'open' }), 1003);
    assert.equal(await total({ status: null }), 1002);
    assert.equal(await total({ paid: true }), 1503);
    assert.equal(await total({ status: 'shut' }), 1001);

    await tables.removeMany(table, [{ filter: { number: 4000 } }, { filter: { number: 8000 } }]);
    assert.equal(await total({ status: 'open' }), 1002);
    assert.equal(await total({ status: null }), 1001);
    assert.equal(await total({ status: 'open', paid: true }), 502);

    await db.transaction((tx) => tables.remove(tx, table));
    await jobs.start();
    await jobs.idle();
    await jobs.stop({ graceMs: 1000 });
    assert.deepEqual(await kept(), []);
  },
);
