import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import {
  type ConnectionStage,
  type ServiceOptions,
  withConnection,
} from '../../support/platforms/with-connection.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type ReceivedCall, startReceiver } from '../../support/servers/receiver.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Stage extends ConnectionStage {
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  url: string;
  post(body: unknown, query?: string, key?: string | null): ReturnType<ConnectionStage['service']['call']>;
  read(query: string): ReturnType<ConnectionStage['service']['call']>;
  /** Events that the receiver got, once there are this many. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every kind of event
  events(count: number): Promise<any[]>;
}

const testAutomation = (
  name: string,
  {
    hasUrl = true,
    answer,
    ...options
  }: ServiceOptions & { hasUrl?: boolean; answer?: Parameters<typeof startReceiver>[0] },
  work: (stage: Stage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const receiver = await startReceiver(answer);
      const fields: Record<string, string> = hasUrl ? { callbackUrl: receiver.url } : {};
      try {
        await withConnection(kind, { platform: 'automation', fields, urls: '' }, options, (stage) => {
          const url = `/channels/inbound/${stage.connection.id}`;
          const { call } = stage.service;
          const own = stage.connection.secrets.hookKey as string;
          return work({
            ...stage,
            receiver,
            url,
            post: (body, query = '', key = own) => call('POST', `${url}${query}`, body, { key }),
            read: (query) => call('GET', `${url}${query}`, undefined, { key: own }),
            events: async (count) => {
              await eventually(`${count} events arrived`, () => receiver.calls.length >= count);
              return receiver.calls.map(({ body }) => JSON.parse(body));
            },
          });
        });
      } finally {
        await receiver.close();
      }
    });
};

const ada = { id: 'ada-1', name: 'Ada', language: 'en', phone: '+4912345', email: 'ada@example.com' };

testAutomation(
  'a message is acknowledged with its id, and the reply is in the response after waiting',
  {},
  async (stage) => {
    const { post, read, service } = stage;
    const stored = await post({ text: 'Hello', user: ada, message_id: 'm-1' });
    assert.equal(stored.status, 202);
    assert.deepEqual(stored.body, {
      message_id: 'm-1',
      status: 'processing',
      text: '',
      conversation_id: '',
    });
    const waited = await post({ text: 'Hello', user: ada, message_id: 'm-1' }, '?wait=30');
    assert.equal(waited.status, 200, 'a repetition gets the reply of the first');
    assert.deepEqual([waited.body.status, waited.body.text], ['answered', 'You said: Hello']);
    const later = await read('?message_id=m-1');
    assert.deepEqual(later.body, waited.body);
    const second = await post({ text: 'Again', user: ada }, '?wait=30');
    assert.equal(second.body.text, 'You said: Again');
    assert.match(second.body.message_id, /^[0-9a-f-]{36}$/);
    assert.equal(second.body.conversation_id, waited.body.conversation_id);

    const page = await service.call('GET', '/v1/bot/conversation/page?conversation_type=AUTOMATION_TOOL_1');
    assert.equal(page.body.total, 1);
    const [conversation] = page.body.list;
    assert.match(conversation.user_id, /^automation-/);
    const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    assert.deepEqual(await service.app.rooms.users.attributes(id, conversation.user_id), {
      name: 'Ada',
      language: 'en',
      phone: '+4912345',
      email: 'ada@example.com',
    });
  },
);

testAutomation(
  'a chat is continued by its id, and each user has conversations of their own',
  {},
  async (stage) => {
    const { post } = stage;
    const ask = async (text: string, chat_id: string, id: string) =>
      (await post({ text, chat_id, user: { id } }, '?wait=30')).body.conversation_id as string;
    const first = await ask('one', 'room', 'a');
    assert.equal(await ask('two', 'room', 'a'), first);
    assert.notEqual(await ask('three', 'other', 'a'), first);
    assert.notEqual(await ask('four', 'room', 'b'), first);
  },
);

testAutomation('the key is required, and wrong bodies name the field and the rule', {}, async (stage) => {
  const { post, read, service } = stage;
  const message = { text: 'Hello', user: { id: 'a' } };
  assert.equal((await post(message, '', null)).status, 401);
  assert.equal((await post(message, '', 'hook-wrong')).status, 401);
  assert.equal((await post(message, `?key=${stage.connection.secrets.hookKey}`, null)).status, 401);
  const refuse = async (body: unknown, expected: RegExp, query = '') => {
    const answer = await post(body, query);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.message, expected);
  };
  await refuse('not json', /body must be JSON/);
  await refuse([], /body must be a JSON object/);
  await refuse({ text: 'x' }, /user must be an object/);
  await refuse({ text: 'x', user: {} }, /user\.id must be a text/);
  await refuse({ text: 'x', user: { id: 'a\0' } }, /user\.id must have 1 to 128/);
  await refuse({ text: 'x', user: { id: 'x'.repeat(129) } }, /user\.id must have 1 to 128/);
  await refuse({ text: 'x', user: { id: 'a', language: 'no language' } }, /user\.language/);
  await refuse({ text: 'x', user: { id: 'a', email: 'nobody' } }, /user\.email/);
  await refuse({ text: 'x', user: { id: 'a', name: 7 } }, /user\.name/);
  await refuse({ text: 7, user: { id: 'a' } }, /text must be a text/);
  await refuse({ text: 'x'.repeat(100_001), user: { id: 'a' } }, /at most 100000/);
  await refuse({ user: { id: 'a' } }, /text or files is required/);
  await refuse({ text: '', files: [{ url: 'file:///etc/passwd' }], user: { id: 'a' } }, /files\[0\]\.url/);
  await refuse({ files: Array(10).fill({ url: 'https://a.example' }), user: { id: 'a' } }, /at most 9/);
  await refuse({ ...message, chat_id: { a: 1 } }, /chat_id must be a text/);
  await refuse(message, /wait must be a number of seconds from 0 to 60/, '?wait=61');
  await refuse(message, /wait must be/, '?wait=-1');
  assert.equal((await read('')).status, 400);
  assert.equal((await read('?message_id=nobody')).status, 404);
  const stored = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
  assert.deepEqual(stored, []);
});

testAutomation('replies are sent to the URL, signed, with files and choices', {}, async (stage) => {
  const { post, events, receiver, connection, service } = stage;
  await post({ text: 'Hello', user: ada, chat_id: 'c-1' }, '?wait=30');
  const [reply] = await events(1);
  assert.deepEqual(
    { ...reply, conversation_id: '' },
    {
      event: 'reply',
      conversation_id: '',
      chat_id: 'c-1',
      user_id: 'ada-1',
      data: { text: 'You said: Hello', choices: [], from: 'agent', files: [] },
    },
  );
  const [{ headers, body }] = receiver.calls as [ReceivedCall];
  const secret = Buffer.from(connection.secrets.signingSecret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.equal(
    headers['webhook-signature'],
    `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  const { workspace_id } = await service.app.db.query
    .selectFrom('agents')
    .select('workspace_id')
    .executeTakeFirstOrThrow();
  const deliveries = await service.app.db.query.selectFrom('deliveries').selectAll().execute();
  assert.deepEqual(
    deliveries.map(({ target, kind, workspace_id: of }) => [target, kind, of]),
    [['channel', 'reply', workspace_id]],
  );
  await sendToChat(stage, { text: 'Which?', choices: ['red', 'blue'] });
  const [, second] = await events(2);
  assert.deepEqual([second.data.choices, second.data.from], [['red', 'blue'], 'human']);
});

testAutomation(
  'without a URL nothing is sent, and the reply can be read',
  { hasUrl: false },
  async (stage) => {
    const { post, service } = stage;
    const { body } = await post({ text: 'Hello', user: ada }, '?wait=30');
    assert.equal(body.text, 'You said: Hello');
    assert.deepEqual(await service.app.db.query.selectFrom('deliveries').selectAll().execute(), []);
  },
);

testAutomation(
  'commands are answered in the response, and the end of a conversation is an event',
  {},
  async ({ post, events }) => {
    await post({ text: 'Hello', user: ada }, '?wait=30');
    const { body } = await post({ text: '/new', user: ada }, '?wait=30');
    assert.match(body.text, /new conversation/);
    const all = await events(3);
    assert.deepEqual(
      all.map(({ event, data }) => [event, data.from ?? data.reason]),
      [
        ['reply', 'agent'],
        ['conversation.ended', 'new'],
        ['reply', 'service'],
      ],
    );
    const stopped = await post({ text: 'STOP', user: ada }, '?wait=30');
    assert.match(stopped.body.text, /not get messages/);
    const ignored = await post({ text: 'Hello?', user: ada }, '?wait=30');
    assert.deepEqual([ignored.status, ignored.body.status], [200, 'ignored']);
  },
);

testAutomation('handoffs are reported, and people answer through the URL', {}, async (stage) => {
  const { post, events, service } = stage;
  await service.configure({ humanService: { type: 'inbox', baseUrl: null, firstReplySeconds: 3600 } });
  await post({ text: 'Hello', user: ada }, '?wait=30');
  await post({ text: '/human', user: ada }, '?wait=30');
  const waiting = await post({ text: 'Anybody?', user: ada }, '?wait=30');
  assert.deepEqual([waiting.status, waiting.body.status], [200, 'handoff']);
  await eventually('the handoff was reported', async () =>
    (await events(1)).some(({ event }) => event === 'handoff.started'),
  );
  await post({ text: '/new', user: ada }, '?wait=30');
  await eventually('the end was reported', async () =>
    (await events(1)).some(({ event }) => event === 'handoff.closed'),
  );
});

testAutomation(
  'a failing URL is tried again, and one that is gone is shown at the connection',
  {
    answer: (call, response) => {
      const isGone = call.body.includes('gone');
      response.writeHead(isGone ? 410 : 500).end('no');
    },
  },
  async ({ post, service, manage, path }) => {
    await post({ text: 'Hello', user: ada }, '?wait=30');
    const rows = () => service.app.db.query.selectFrom('deliveries').selectAll().orderBy('id').execute();
    await eventually('the first attempt failed', async () => (await rows())[0]?.attempts === 1);
    assert.equal((await rows())[0]!.status, 'pending');
    await post({ text: 'gone', user: { id: 'b' } }, '?wait=30');
    await eventually('the second is dead', async () => (await rows())[1]?.status === 'dead');
    assert.match((await manage('GET', path)).body.items[0].lastError, /answered 410/);
  },
);

testAutomation('files are downloaded through the egress protection', {}, async (stage) => {
  const { post, receiver } = stage;
  receiver.answerWith(({ method }, response) =>
    response.writeHead(200).end(method === 'GET' ? 'Shoes cost 40 euros.' : ''),
  );
  const files = [{ url: `${receiver.url}/note.txt`, name: 'note.txt' }];
  const { body } = await post({ text: 'Read it', files, user: ada }, '?wait=30');
  assert.match(body.text, /Shoes cost 40 euros/);
  const secret = [{ url: 'http://169.254.169.254/latest/meta-data', name: 'a.txt' }];
  const refused = await post({ text: 'Read it', files: secret, user: ada }, '?wait=30');
  assert.match(refused.body.text, /could not be downloaded/);
});

testAutomation('the test of a connection sends an event, and secrets can be replaced', {}, async (stage) => {
  const { manage, path, connection, events, post, service, receiver } = stage;
  const one = `${path}/${connection.id}`;
  const tested = await manage('POST', `${one}/test`, {});
  assert.deepEqual(tested.body.problems, []);
  assert.equal((await events(1))[0].event, 'test');
  const listed = await manage('GET', path);
  assert.doesNotMatch(listed.text, /hook-[\w-]{20}|whsec_/);
  assert.equal(listed.body.items[0].settings.callbackUrl, receiver.url);
  const replaced = await manage('POST', `${one}/secrets`, { version: connection.version });
  assert.equal(replaced.status, 200, replaced.text);
  assert.notEqual(replaced.body.secrets.hookKey, connection.secrets.hookKey);
  assert.equal((await post({ text: 'Hello', user: ada })).status, 401, 'the old key is refused');
  const accepted = await post({ text: 'Hello', user: ada }, '?wait=30', replaced.body.secrets.hookKey);
  assert.equal(accepted.body.text, 'You said: Hello');
  assert.equal((await manage('POST', `${one}/secrets`, { version: connection.version })).status, 409);
  const audit = await service.app.db.query.selectFrom('audit_entries').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(audit), /hook-[\w-]{20}|whsec_[\w+/]{20}/);
  const removed = await manage('PATCH', one, {
    version: replaced.body.version,
    fields: { callbackUrl: '' },
  });
  assert.equal(removed.body.settings.callbackUrl, '');
});

testAutomation(
  'a reply can be read after a restart',
  { models: createScriptedModel(() => [{ say: 'Late' }]).models },
  async ({ post, service, url, connection }) => {
    await post({ text: 'Hello', user: ada, message_id: 'm-9' });
    await service.restart();
    const key = connection.secrets.hookKey;
    const { body } = await service.call('GET', `${url}?message_id=m-9&wait=30`, undefined, { key });
    assert.deepEqual([body.status, body.text], ['answered', 'Late']);
  },
);
