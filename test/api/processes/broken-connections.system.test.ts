import assert from 'node:assert/strict';
import { test } from 'node:test';
import { armFault, parseFault } from '../../../src/lib/fault-point.ts';
import { breakAt, startDatabaseProxy } from '../../support/databases/database-proxy.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { readEvents, type TestService, withService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';
import { eventually } from '../../support/time/eventually.ts';

const skip = skipWithout('postgres');
const modes = ['blocking', 'streaming', 'webhook'] as const;
type Mode = (typeof modes)[number];
const firstBalanceNano = 1e12;

// Reports more than was reserved, so that the end of each round reserves more.
const scripted = (wait: Promise<void> = Promise.resolve()) =>
  createScriptedModel(() => [{ say: 'All ' }, { wait }, { say: 'well.' }], { usage: usageOf(900_000, 50) });

const prepare = async (service: TestService, receiver: Receiver): Promise<string> => {
  await service.configure({
    prices: { textInputPerMillion: '3', textOutputPerMillion: '15' },
    webhook: { url: receiver.url },
  });
  await service.app.db.query.updateTable('workspaces').set({ balance_nano: firstBalanceNano }).execute();
  return service.newConversation();
};

const ask = ({ call }: TestService, conversation_id: string, response_mode: Mode, key?: string) =>
  call(
    'POST',
    '/v2/conversation/message',
    { conversation_id, response_mode, messages: [{ role: 'user', content: 'How is it?' }] },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  );

type Answer = Awaited<ReturnType<typeof ask>>;

/** The result for the caller, in any mode. */
const textOf = async (mode: Mode, answer: Answer, receiver: Receiver): Promise<string> => {
  assert.equal(answer.status, 200, answer.text);
  if (mode === 'blocking') return answer.body.output[0].content.text;
  if (mode === 'streaming') {
    const events = readEvents(answer.text);
    assert.equal(events.at(-1)!.code, 0, answer.text);
    return events.flatMap(({ code, data }) => (code === 3 ? [data] : [])).join('');
  }
  const bodyOf = () => receiver.calls.map(({ body }) => JSON.parse(body));
  const own = () => bodyOf().filter(({ message_id }) => message_id === answer.body.message_id);
  await eventually('the reply was delivered', () => own().length > 0);
  assert.equal(own().length, 1);
  return own()[0].output[0]?.content.text;
};

const checkSums = async ({ app: { db } }: TestService, rounds: number): Promise<void> => {
  const stored = await db.query.selectFrom('rounds').select(['id', 'status']).execute();
  assert.deepEqual(
    stored.map(({ status }) => status),
    Array.from({ length: rounds }, () => 'done'),
  );
  const entries = await db.query.selectFrom('ledger_entries').select(['round_id', 'credits_nano']).execute();
  assert.deepEqual(entries.map((entry) => entry.round_id).sort(), stored.map((round) => round.id).sort());
  const workspace = await db.query.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  const spent = entries.reduce((sum, entry) => sum + entry.credits_nano, 0);
  assert.deepEqual([firstBalanceNano - workspace.balance_nano!, workspace.reserved_nano], [spent, 0]);
};

/** Creating a key empties the cache, so that the next call reads its key from the database. */
const emptyKeyCache = async ({ app: { db, rooms } }: TestService): Promise<void> => {
  const { id } = await db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  await rooms.apiKeys.create(db.query, { agentId: id, name: 'Other' });
};

const withReceiver = async (work: (receiver: Receiver) => Promise<void>): Promise<void> => {
  const receiver = await startReceiver();
  try {
    await work(receiver);
  } finally {
    await receiver.close();
  }
};

const moments = {
  'while its API key is looked up': { table: 'api_keys', blocks: 'everything' },
  'while it is stored': { table: 'rounds', blocks: 'writes' },
  'while its context is gathered': { table: 'user_properties', blocks: 'everything' },
  'while more credits are reserved': { table: 'workspaces', blocks: 'writes' },
  'while its end is stored': { table: 'ledger_entries', blocks: 'writes' },
} as const;

test('a round whose database connection breaks succeeds, in every mode and at every moment', { skip }, () =>
  withReceiver((receiver) =>
    withService('postgres', scripted(), async (service) => {
      const conversation = await prepare(service, receiver);
      let rounds = 0;
      for (const [moment, at] of Object.entries(moments))
        for (const mode of modes) {
          await emptyKeyCache(service);
          const { finished } = await breakAt(service.app.db, at, () => ask(service, conversation, mode));
          assert.equal(await textOf(mode, await finished, receiver), 'All well.', `${mode} ${moment}`);
          await checkSums(service, ++rounds);
        }
    }),
  ),
);

test('a round whose database connection breaks while its events are logged succeeds', { skip }, () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return withReceiver((receiver) =>
    withService('postgres', scripted(promise), async (service) => {
      const conversation = await prepare(service, receiver);
      const at = { table: 'round_events', blocks: 'writes' } as const;
      const { finished } = await breakAt(service.app.db, at, () => ask(service, conversation, 'streaming'));
      resolve();
      const answer = await finished;
      assert.equal(await textOf('streaming', answer, receiver), 'All well.');
      const { message_id } = readEvents(answer.text)[0]!.data as { message_id: string };
      const again = await service.call('GET', `/v1/conversation/message/stream?message_id=${message_id}`);
      assert.equal(again.text, answer.text);
      await checkSums(service, 1);
    }),
  );
});

test('after its first words a round runs again if they were not sent to any client', { skip }, () =>
  withReceiver((receiver) =>
    withService('postgres', {}, async (service) => {
      const agent = await createFlowAgent(service, { settings: { webhook: { url: receiver.url } } });
      await tableCalls(agent.calling).create('notes', [{ name: 'text', type: 'TEXT' }]);
      const add = { id: 'add', name: 'Add', type: 'table-add', table: 'notes', saveAs: 'added' };
      await agent.publish({
        nodes: [start, reply('first', 'Noted: '), { ...add, values: { text: 'x' } }, reply('last', 'done.')],
        edges: [edge('start', 'first'), edge('first', 'add'), edge('add', 'last')],
      });
      const at = { table: 'records', blocks: 'writes' } as const;
      for (const mode of ['blocking', 'webhook'] as const) {
        const conversation = await agent.newConversation();
        const { finished } = await breakAt(service.app.db, at, () => ask(agent.calling, conversation, mode));
        assert.equal(await textOf(mode, await finished, receiver), 'Noted: ', mode);
        const round = await service.app.db.query
          .selectFrom('rounds')
          .selectAll()
          .where('conversation_id', '=', conversation)
          .executeTakeFirstOrThrow();
        assert.deepEqual([round.status, round.attempt, JSON.parse(round.outputs).length], ['done', 2, 2]);
      }
      // Sent text cannot be withdrawn.
      const conversation = await agent.newConversation();
      const { finished } = await breakAt(service.app.db, at, () =>
        ask(agent.calling, conversation, 'streaming'),
      );
      assert.equal(readEvents((await finished).text).at(-1)!.code, 50_000);
    }),
  ),
);

test('parallel calls with one Idempotency-Key have one result, whichever connection breaks', { skip }, () =>
  withReceiver((receiver) =>
    withService('postgres', scripted(), async (service) => {
      const conversation = await prepare(service, receiver);
      for (const [index, [moment, at]] of Object.entries(moments).entries()) {
        await emptyKeyCache(service);
        const { finished } = await breakAt(service.app.db, at, () =>
          Promise.all(Array.from({ length: 10 }, () => ask(service, conversation, 'blocking', moment))),
        );
        const answers = await finished;
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), moment);
        assert.equal(new Set(answers.map(({ text }) => text)).size, 1, moment);
        await checkSums(service, index + 1);
      }
    }),
  ),
);

test('a round succeeds once, whichever of its commits loses its response', { skip }, async () => {
  const database = await createMigratedDatabase();
  const proxy = await startDatabaseProxy(database.url);
  try {
    await withReceiver((receiver) =>
      withService(
        'postgres',
        { ...scripted(), environment: { DATABASE_URL: proxy.url } },
        async (service) => {
          const conversation = await prepare(service, receiver);
          let rounds = 0;
          for (const mode of modes)
            for (const key of [undefined, `key-${mode}`]) {
              const before = proxy.lost;
              // Commits: the round is stored, more credits are reserved, its end is stored.
              proxy.loseCommits(3);
              const answer = await ask(service, conversation, mode, key);
              assert.equal(await textOf(mode, answer, receiver), 'All well.', mode);
              proxy.loseCommits(0);
              assert.equal(proxy.lost, before + 3);
              rounds += 1;
            }
          await checkSums(service, rounds);
          proxy.loseCommits(1);
          const headers = { 'idempotency-key': 'one' };
          const created = await Promise.all(
            Array.from({ length: 5 }, () =>
              service.call('POST', '/v1/conversation', { user_id: 'bob' }, { headers }),
            ),
          );
          assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([200]));
          assert.equal(new Set(created.map(({ body }) => body.conversation_id)).size, 1);
        },
      ),
    );
  } finally {
    await proxy.close();
    await database.drop();
  }
});

test('parallel calls with one Idempotency-Key fail together if the first one cannot be stored', () =>
  withService('sqlite', scripted(), async (service) => {
    const conversation_id = await service.newConversation();
    const headers = { 'idempotency-key': 'same' };
    const body = { conversation_id, messages: [{ role: 'user', content: 'Hi' }] };
    const send = () => service.call('POST', '/v2/conversation/message', body, { headers });
    try {
      for (const failing of [1, 2, 3]) {
        armFault(parseFault(`group-committing@1-${failing}:error=SQLITE_FULL`));
        const answers = await Promise.all(Array.from({ length: 10 }, send));
        armFault(undefined);
        assert.equal(new Set(answers.map(({ status }) => status)).size, 1, `${failing} commits fail`);
      }
    } finally {
      armFault(undefined);
    }
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  }));
