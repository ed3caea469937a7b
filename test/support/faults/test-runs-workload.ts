import assert from 'node:assert/strict';
import type { Client } from './journal.ts';
import { once, readAgents, until, type Workload } from './workload-steps.ts';

interface ListedRun {
  status: string;
  cases: number;
  passed: number;
  failed: number;
  errors: number;
  error: unknown;
}

const cases = Array.from({ length: 6 }, (_, at) => ({
  turns: at === 0 ? ['first test message', 'second test message'] : [`test message ${at}`],
}));

/** The set of this name. One that an earlier process stored without an answer is used. */
const provideSet = async (client: Client, path: string): Promise<string> => {
  const find = async () =>
    ((await client.read('GET', path)).json.items as { id: string }[]).map(({ id }) => id)[0];
  const existing = await find();
  if (existing !== undefined) return existing;
  await client.read('POST', path, { name: 'Faults' });
  return (await find())!;
};

/** Runs a test set. Every case has exactly one result, whatever happens to the process. */
export const testRuns: Workload = async (client) => {
  const { workspace, agents } = await readAgents(client);
  const sets = `${workspace}/agents/${agents[0]!.id}/test-sets`;
  const path = `${sets}/${await provideSet(client, sets)}`;
  const content = cases.map((one) => JSON.stringify(one)).join('\n');
  await once(client, 'import cases', ['POST', `${path}/import`, { format: 'jsonl', content, replace: true }]);
  const list = async () => (await client.read('GET', `${path}/runs`)).json.items as ListedRun[];
  if ((await list()).length === 0) await client.read('POST', `${path}/runs`, { concurrency: 2 });
  let runs = await list();
  await until('the test run has ended', async () => {
    runs = await list();
    return runs.length > 0 && !['queued', 'running'].includes(runs[0]!.status);
  });
  assert.equal(runs.length, 1, 'one run for each request');
  const { status, error, passed, failed, errors } = runs[0]!;
  assert.deepEqual([status, error], ['completed', null]);
  assert.deepEqual([passed, failed, errors], [cases.length, 0, 0], 'one result per case');
};
