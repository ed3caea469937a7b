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

const makeAgent = async (service: ServiceProcess) => {
  const [workspace] = (await manage(service, 'GET', '/console/api/workspaces')).items;
  const root = `/console/api/workspaces/${workspace.id}/agents`;
  const { id } = await manage(service, 'POST', root, { name: 'Flow', kind: 'flow' });
  const { key } = await manage(service, 'POST', `${root}/${id}/keys`, { name: 'test' });
  const graph = chain([ask('one', 'First?'), ask('two', 'Second?'), reply('end', '{{one}} {{two}}')]);
  const { revision } = await manage(service, 'PUT', `${root}/${id}/flow`, { revision: 0, graph });
  await manage(service, 'POST', `${root}/${id}/flow/publish`, { revision });
  return callWith(key);
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
    const call = await makeAgent(first);
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
