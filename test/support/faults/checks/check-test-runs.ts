import assert from 'node:assert/strict';
import type { Database } from '../../../../src/db/index.ts';

/** Every attempt has one result that is counted once, the cost is what was charged, and no test chat is left. */
export const checkTestRuns = async ({ query }: Database): Promise<void> => {
  const results = await query
    .selectFrom('test_results')
    .select(['run_id', 'status', 'conversation_id'])
    .execute();
  const runs = await query.selectFrom('test_runs').selectAll().execute();
  for (const run of runs) {
    const own = results.filter(({ run_id }) => run_id === run.id);
    const count = (status: string): number => own.filter((result) => result.status === status).length;
    assert.deepEqual(
      [run.passed, run.failed, run.errors],
      [count('passed'), count('failed'), count('error')],
    );
    assert.equal(count('running'), 0, 'no attempt is left without a result');
    if (run.status === 'completed') assert.equal(own.length, run.attempts);
  }
  assert.ok(
    results.every(({ conversation_id }) => conversation_id === null),
    'every test chat was erased',
  );
  if (runs.length === 0) return;
  const charges = await query
    .selectFrom('ledger_entries')
    .select('credits_nano')
    .where('is_test', '=', 1)
    .execute();
  assert.equal(
    runs.reduce((sum, run) => sum + run.cost_nano, 0),
    charges.reduce((sum, charge) => sum + charge.credits_nano, 0),
    'a run has the cost of every attempt, also of interrupted ones',
  );
};
