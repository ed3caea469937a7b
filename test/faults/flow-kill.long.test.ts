import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, chain, reply } from '../support/flows/flow-agent.ts';
import { testOperatorToken } from '../support/service/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

const callWith =
  (key: string) =>
  async ({ address }: ServiceProcess, method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.json();
  };

const manage = callWith(testOperatorToken);

const questions = chain([ask('one', 'First?'), ask('two', 'Second?'), reply('end', '{{one}} {{two}}')]);

const makeAgent = async (service: ServiceProcess, graph: object = questions) => {
  const [workspace] = (await manage(service, 'GET', '/console/api/workspaces')).items;
  const root = `/console/api/workspaces/${workspace.id}/agents`;
  const { id } = await manage(service, 'POST', root, { name: 'Flow', kind: 'flow' });
  const { key } = await manage(service, 'POST', `${root}/${id}/keys`, { name: 'test' });
  const { revision } = await manage(service, 'PUT', `${root}/${id}/flow`, { revision: 0, graph });
  await manage(service, 'POST', `${root}/${id}/flow/publish`, { revision });
  return { call: callWith(key), key: key as string };
};

test('a kill neither loses an answer that was stored nor asks again, and leaves a question open otherwise', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-flow-kill-'));
  const services: ServiceProcess[] = [];
  const start = async (more: Record<string, string> = {}): Promise<ServiceProcess> => {
    services.push(await startServiceProcess({ FRONTDESK_DATA_DIR: folder, ...more }));
    return services.at(-1)!;
  };
  try {
    // The round of the first message is the first visit, the round of the answer the second one.
    const first = await start({ FAULT: 'round-committing@2:kill' });
    const { call } = await makeAgent(first);
    const { conversation_id } = await call(first, 'POST', '/v1/conversation', { user_id: 'ada' });
    const say = async (service: ServiceProcess, text: string): Promise<string> =>
      (await call(service, 'POST', '/v1/conversation/message', { conversation_id, text })).text;
    assert.equal(await say(first, 'Hello'), 'First?');
    await assert.rejects(say(first, 'not stored'));
    // The first question is still open. Its answer is stored, but the reply is not sent.
    const second = await start({ FAULT: 'round-durable@1:kill' });
    await assert.rejects(say(second, 'stored'));
    assert.equal(await say(await start(), 'last'), 'stored last');
  } finally {
    for (const { process, kill } of services)
      if (process.exitCode === null && process.signalCode === null) await kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const point of ['message-acknowledged', 'round-committing'])
  test(`an asynchronous run that was acknowledged ends after a kill at ${point}, once`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-workflow-kill-'));
    const services: ServiceProcess[] = [];
    const start = async (more: Record<string, string> = {}): Promise<ServiceProcess> => {
      services.push(await startServiceProcess({ FRONTDESK_DATA_DIR: folder, ...more }));
      return services.at(-1)!;
    };
    const invokeWith = async (service: ServiceProcess, key: string): Promise<Body> => {
      const response = await fetch(`${service.address}/v1/workflow/invoke`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': 'one',
        },
        body: JSON.stringify({ input: { name: 'Ada' }, response_mode: 'async' }),
      });
      return response.json();
    };
    try {
      const graph = { ...chain([reply('end', 'Hello {{name}}')]), variables: { name: '' } };
      const first = await start({ FAULT: `${point}@1:kill` });
      const { call, key } = await makeAgent(first, graph);
      // The kill may come before the response. The call is then repeated with its key.
      await invokeWith(first, key).catch(() => undefined);
      const second = await start();
      const { workflow_run_id } = await invokeWith(second, key);
      let result: Body;
      for (let waited = 0; waited < 100 && result?.status !== 'SUCCEEDED'; waited += 1) {
        result = await call(second, 'GET', `/v1/workflow/query/result?workflow_run_id=${workflow_run_id}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.equal(result.output?.[0].content.text, 'Hello Ada', JSON.stringify(result));
      const { list } = await call(
        second,
        'GET',
        '/v1/bot/conversation/page?conversation_type=ALL&page=1&page_size=10',
      );
      assert.equal(list.length, 1);
    } finally {
      for (const { process, kill } of services)
        if (process.exitCode === null && process.signalCode === null) await kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
