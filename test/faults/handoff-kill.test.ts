import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLive } from '../support/channels/visitor.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { testOperatorToken } from '../support/service/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';
import { eventually } from '../support/time/eventually.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

const configure = async ({ address }: ServiceProcess, settings: object): Promise<string> => {
  const headers = { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' };
  const read = async (path: string): Promise<Body> =>
    (await fetch(`${address}/console/api${path}`, { headers })).json();
  const [workspace] = (await read('/workspaces')).items;
  const [agent] = (await read(`/workspaces/${workspace.id}/agents`)).items;
  const response = await fetch(`${address}/console/api/workspaces/${workspace.id}/agents/${agent.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ version: agent.version, settings }),
  });
  assert.equal(response.status, 200, await response.text());
  return agent.id;
};

/** The page keeps its token across restarts of the service. */
const pageOf = (root: string, token: string) => ({
  root,
  token,
  call: async ({ address }: ServiceProcess, method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(address + root + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  },
});

/** Kills the service during the next call of this kind, before it is answered. */
const killAt = (desk: Receiver, step: string, service: ServiceProcess): Promise<void> =>
  new Promise((resolve) => {
    let isDone = false;
    desk.answerWith((call, response) => {
      if (isDone || !call.path.endsWith(step)) return void response.writeHead(200).end('{"code":0}');
      isDone = true;
      void service.kill().then(resolve);
    });
  });

const ledgerOf = ({ calls }: Receiver) =>
  calls.map(({ path, headers, body }) => ({
    step: path.split('/').at(-1)!,
    id: String(headers['webhook-id']),
    body: JSON.parse(body),
  }));

test('after kills during a handoff the session, its calls and its messages are complete', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-handoff-'));
  const desk = await startReceiver();
  const services: ServiceProcess[] = [];
  const start = async (): Promise<ServiceProcess> => {
    const service = await startServiceProcess({ FRONTDESK_DATA_DIR: folder });
    services.push(service);
    return service;
  };
  try {
    let service = await start();
    const agentId = await configure(service, {
      humanService: { baseUrl: desk.url, phrases: ['a person please'], firstReplySeconds: 3600 },
      channels: { enabled: { share: true } },
    });
    const root = `/channels/${agentId}`;
    const session = (await (await service.post(`${root}/session`, { channel: 'SHARE' })).json()) as Body;
    const page = pageOf(root, session.token);
    // Set by the developer, so that the chat does not ask the visitor for it.
    const preset = await service.post('/v1/property/update', {
      user_id: session.visitor.anonymous_id,
      property_values: [{ property_name: 'email', value: 'ada@example.com' }],
    });
    assert.equal(preset.status, 200, await preset.text());
    const { conversation_id } = (await page.call(service, 'POST', '/conversations')).body;
    const say = (text: string) => page.call(service, 'POST', '/messages', { conversation_id, text });
    const reply = (body: string, timestamp: number) =>
      service.post('/v1/human/message/receive', { conversation_id, timestamp, body });

    // During the first call of the human service.
    let killed = killAt(desk, '/establish', service);
    assert.equal((await say('a person please')).body.status, 'waiting');
    await killed;
    service = await start();
    await eventually('establish came again', () => desk.calls.length === 2);

    // While a message of the user is sent to the human service, and right after a reply was acknowledged. The human
    // service does not get the acknowledgement and sends the reply again.
    assert.equal((await reply('Who is there?', 7)).status, 200);
    killed = killAt(desk, '/chat', service);
    assert.equal((await say('My order is lost')).body.status, 'human');
    await killed;
    service = await start();
    await eventually('chat came again', () => desk.calls.length === 4);
    assert.equal((await reply('Who is there?', 7)).status, 200);
    const live = await openLive(service.address, page, {
      conversationId: conversation_id,
      lastEventId: '1-0',
    });
    assert.deepEqual(
      (await live.news(2)).map(({ type, text }) => [type, text]),
      [
        ['human-message', 'Who is there?'],
        ['message', 'My order is lost'],
      ],
    );
    assert.equal(live.events[0]!.data.status, 'human');
    live.leave();
    assert.equal((await page.call(service, 'POST', '/handoff/leave', { conversation_id })).status, 200);
    await eventually('close came', () => desk.calls.length === 5);

    const ledger = ledgerOf(desk);
    assert.deepEqual(
      ledger.map(({ step }) => step),
      ['establish', 'establish', 'chat', 'chat', 'close'],
    );
    assert.equal(new Set(ledger.map(({ id }) => id)).size, 3, 'a duplicate has the same id');
    assert.deepEqual(ledger[2]!.body.body, 'My order is lost');
    const shown = (await page.call(service, 'GET', `/conversations/${conversation_id}/messages`)).body
      .messages;
    assert.deepEqual(
      shown.map(({ role, text }: Body) => [role, text]),
      [
        ['user', 'a person please'],
        ['human', 'Who is there?'],
        ['user', 'My order is lost'],
        ['notice', ''],
      ],
    );
    assert.equal((await reply('Too late', 8)).status, 400, 'the session is closed');
    assert.equal(await service.terminate(), 0);
  } finally {
    for (const service of services)
      if (service.process.exitCode === null && service.process.signalCode === null) await service.kill();
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
