import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { storeTogether } from './store-together.ts';

const insert = prepared<{ id: string; name: string }, never>((db, value) =>
  db
    .insertInto('workspaces')
    .values({ id: value('id'), name: value('name'), balance_nano: null, reserved_nano: 0, created_at: 0 }),
);
const reserve = prepared<{ id: string; nano: number }, { reserved_nano: number }>((db, value) =>
  db
    .updateTable('workspaces')
    .set((eb) => ({ reserved_nano: eb('reserved_nano', '+', value('nano')) }))
    .where('id', '=', value('id'))
    .returning('reserved_nano'),
);

const storeWith = (db: Database, id: string, added: string[], isLast = true) =>
  db.transactionTogether((tx) =>
    storeTogether(tx, {
      first: reserve.statement({ id, nano: 5 }),
      column: 'reserved_nano',
      others: added.map((name) => insert.statement({ id: name, name })),
      isLast,
    }),
  );

const readAll = async (db: Database) => {
  const rows = await db.query
    .selectFrom('workspaces')
    .select(['id', 'reserved_nano'])
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.id} ${row.reserved_nano}`);
};

forEachDatabase('a row is changed and others are inserted together', async (db) => {
  await insert(db.query, { id: 'w', name: 'W' });
  assert.equal(await storeWith(db, 'w', ['a', 'b']), 5);
  assert.equal(await storeWith(db, 'w', ['c'], false), 10);
  assert.equal(await storeWith(db, 'w', []), 15);
  assert.deepEqual(await readAll(db), ['a 0', 'b 0', 'c 0', 'w 15']);
});

forEachDatabase('without a row to change nothing is stored', async (db) => {
  assert.equal(await storeWith(db, 'missing', ['a']), undefined);
  assert.deepEqual(await readAll(db), []);
});

forEachDatabase('if one of them fails, none is stored, and the connection stays usable', async (db) => {
  await insert(db.query, { id: 'w', name: 'W' });
  for (const isLast of [true, false])
    await assert.rejects(storeWith(db, 'w', ['a', 'w', 'b'], isLast), /unique/i);
  assert.deepEqual(await readAll(db), ['w 0']);
  assert.equal(await storeWith(db, 'w', ['a']), 5);
  assert.deepEqual(await readAll(db), ['a 0', 'w 5']);
});

forEachDatabase('statements before the last one belong to the same transaction', async (db) => {
  const failing = db.transactionTogether(async (tx) => {
    await insert(tx, { id: 'w', name: 'W' });
    return storeTogether(tx, {
      first: reserve.statement({ id: 'w', nano: 1 }),
      column: 'reserved_nano',
      others: [insert.statement({ id: 'w', name: 'again' })],
      isLast: true,
    });
  });
  await assert.rejects(failing, /unique/i);
  assert.deepEqual(await readAll(db), []);
});

forEachDatabase('concurrent changes of one row are counted one after the other', async (db) => {
  await insert(db.query, { id: 'w', name: 'W' });
  const counted = await Promise.all(
    Array.from({ length: 20 }, (_, index) => storeWith(db, 'w', [`n${index}`])),
  );
  assert.deepEqual(
    counted.toSorted((a, b) => a! - b!),
    Array.from({ length: 20 }, (_, index) => (index + 1) * 5),
  );
});
