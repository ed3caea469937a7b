import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { sideBySide } from './side-by-side.ts';

const workspace = (id: string) => ({ id, name: id, balance_nano: null, reserved_nano: 0, created_at: 0 });

forEachDatabase('nothing of a failed transaction is written into the next one', async (db) => {
  const failing = db.transaction((tx) => {
    const insert = async (id: string, stepsBefore: number) => {
      for (let step = 0; step < stepsBefore; step += 1) await Promise.resolve();
      await tx.insertInto('workspaces').values(workspace(id)).execute();
    };
    return sideBySide([Promise.reject(new Error('first')), insert('late', 40), insert('later', 200)]);
  });
  const other = db.transaction(async (tx) => {
    for (let step = 0; step < 400; step += 1) await Promise.resolve();
    await tx.insertInto('workspaces').values(workspace('other')).execute();
  });
  await assert.rejects(failing, /first/);
  await other;
  const rows = await db.query.selectFrom('workspaces').select('id').execute();
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['other'],
  );
});

forEachDatabase('results are in the order of the list, and the first error counts', async (db) => {
  const fail = async (message: string, steps: number): Promise<never> => {
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    throw new Error(message);
  };
  await db.transaction(async () => {
    assert.deepEqual(await sideBySide([Promise.resolve(1), Promise.resolve('two')]), [1, 'two']);
    await assert.rejects(sideBySide([fail('slow', 50), fail('quick', 1)]), /slow/);
  });
});
