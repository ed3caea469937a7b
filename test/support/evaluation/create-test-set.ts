import assert from 'node:assert/strict';
import { openConsoleCalls } from '../console/console-calls.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

/** A test set of the default agent with these cases, and calls to run it. */
export const createTestSet = async (service: TestService, cases: object[], settings: object = {}) => {
  const calls = await openConsoleCalls(service);
  const { body: set } = await calls.call('POST', `${calls.agent}/test-sets`, { name: 'Basics', ...settings });
  const path = `${calls.agent}/test-sets/${set.id}`;
  const content = cases.map((one) => JSON.stringify(one)).join('\n');
  const imported = await calls.call('POST', `${path}/import`, { format: 'jsonl', content });
  assert.equal(imported.status, 200, imported.text);
  const ended = async (id: string) => {
    let run: { status: string } | undefined;
    await eventually(`the end of run ${id}`, async () => {
      run = (await calls.call('GET', `${path}/runs/${id}`)).body;
      return !['queued', 'running'].includes(run!.status);
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
    return run as any;
  };
  const start = async (body: object = {}) => {
    const started = await calls.call('POST', `${path}/runs`, body);
    assert.equal(started.status, 201, started.text);
    return ended(started.body.id);
  };
  const resultsOf = async (runId: string, number: number) =>
    (await calls.call('GET', `${path}/runs/${runId}/cases/${number}`)).body.results;
  return { ...calls, set, path, start, ended, resultsOf };
};

/** A case with one message. */
export const expecting = (question: string, ...expectations: object[]) => ({ question, expectations });
export const contains = (text: string) => ({ type: 'contains', text });
