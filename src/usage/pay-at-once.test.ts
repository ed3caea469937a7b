import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createWorkspaces } from '../workspaces/index.ts';
import { createBalances } from './balances.ts';
import { type Payment, payAllAtOnce } from './pay-at-once.ts';
import { noTokens } from './usage.ts';

forEachDatabase(
  'payments of several workspaces are charged together, or a caller learns of the lack',
  async (db) => {
    const clock = createTestClock();
    const workspaces = createWorkspaces({ db, clock });
    const balances = createBalances({ clock });
    const [first, second] = [
      await workspaces.create(db.query, { name: 'First' }),
      await workspaces.create(db.query, { name: 'Second' }),
    ];
    for (const { id } of [first, second]) await balances.set(db.query, id, 100);
    const payment = (id: string, workspaceId: string, costNano: number): Payment => ({
      id,
      workspaceId,
      agentId: 'agent',
      kind: 'knowledge_doc_indexing',
      model: 'words',
      tokens: noTokens(),
      costNano,
      nowMs: 1,
    });
    const pay = (...payments: Payment[]) => db.transaction((tx) => payAllAtOnce(tx, payments));
    const isPaid = await pay(
      payment('1', first.id, 60),
      payment('2', second.id, 30),
      payment('3', first.id, 40),
      payment('4', second.id, 0),
    );
    const balance = async (id: string) => (await workspaces.find(db.query, id))?.balanceNano;
    assert.deepEqual([isPaid, await balance(first.id), await balance(second.id)], [true, 0, 70]);
    const entries = await db.query
      .selectFrom('ledger_entries')
      .select(['id', 'credits_nano'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      entries.map(({ id, credits_nano }) => [id, credits_nano]),
      [
        ['1', 60],
        ['2', 30],
        ['3', 40],
        ['4', 0],
      ],
    );
    assert.equal(await pay(payment('5', first.id, 1)), false);
    assert.equal(await pay(payment('6', second.id, 71)), false);
    assert.deepEqual([await balance(first.id), await balance(second.id)], [0, 70]);
  },
);
