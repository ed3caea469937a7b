import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { armFault, parseFault } from '../../src/lib/fault-point.ts';
import { createScriptedModel, usageOf } from '../support/models/scripted-model.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { readEvents, type TestService, withService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

afterEach(() => armFault(undefined));

const firstBalanceNano = 1e12;

const prepare = async ({ app, configure }: TestService, webhookUrl?: string): Promise<void> => {
  await configure({
    prices: { textInputPerMillion: '3', textOutputPerMillion: '15' },
    ...(webhookUrl ? { webhook: { url: webhookUrl } } : {}),
  });
  await app.db.query.updateTable('workspaces').set({ balance_nano: firstBalanceNano }).execute();
};

const ask = ({ call }: TestService, conversation_id: string, response_mode: string) =>
  call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: 'Hi' }],
  });

const checkSums = async ({ app: { db } }: TestService): Promise<void> => {
  const rounds = await db.query.selectFrom('rounds').select(['id', 'status', 'cost_nano']).execute();
  const entries = await db.query.selectFrom('ledger_entries').select(['round_id', 'credits_nano']).execute();
  assert.deepEqual(entries.map((entry) => entry.round_id).sort(), rounds.map((round) => round.id).sort());
  const workspace = await db.query.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  const spent = entries.reduce((sum, entry) => sum + entry.credits_nano, 0);
  assert.equal(firstBalanceNano - workspace.balance_nano!, spent);
  assert.equal(workspace.reserved_nano, 0);
};

const untilEnded = ({ app: { db } }: TestService): Promise<void> =>
  eventually('every round has ended', async () => {
    const open = await db.query.selectFrom('rounds').select('id').where('status', '=', 'running').execute();
    return open.length === 0;
  });

/** A database that stops during a commit may have committed without an answer. */
test('a round ends, is charged once and blocks nobody, whichever commit loses its answer', async () => {
  const receiver = await startReceiver();
  // Reports more tokens than reserved, so that the end of the round reserves more.
  const scripted = createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(900_000, 50) });
  try {
    await withService('sqlite', { models: scripted.models }, async (service) => {
      await prepare(service, receiver.url);
      const conversationId = await service.newConversation();
      for (const mode of ['blocking', 'webhook'])
        for (let visit = 1; visit <= 5; visit += 1) {
          armFault(parseFault(`group-committed@${visit}:error`));
          await ask(service, conversationId, mode);
          await untilEnded(service);
          armFault(undefined);
        }
      assert.equal((await ask(service, conversationId, 'blocking')).status, 200);
      await checkSums(service);
    });
  } finally {
    await receiver.close();
  }
});

test('a batch of events is logged once, even if its commit loses its answer', async () => {
  let goOn = (): void => {};
  const isLogged = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const scripted = createScriptedModel(() => [{ say: 'so ' }, { wait: isLogged }, { say: 'far' }]);
  await withService('sqlite', { models: scripted.models }, async (service) => {
    await prepare(service);
    const conversationId = await service.newConversation();
    armFault(parseFault('events-logged@1:error'));
    const streaming = ask(service, conversationId, 'streaming');
    await eventually('a batch is in the log', async () => {
      const batches = await service.app.db.query.selectFrom('round_events').select('round_id').execute();
      return batches.length > 0;
    });
    goOn();
    const { text } = await streaming;
    armFault(undefined);
    const codes = readEvents(text).map((event) => event.code);
    assert.deepEqual(codes, [11, 3, 3, 10, 4, 0]);
    const { message_id } = readEvents(text)[0]!.data as { message_id: string };
    const again = await service.call('GET', `/v1/conversation/message/stream?message_id=${message_id}`);
    assert.equal(again.text, text);
    await checkSums(service);
  });
});

test('a cut round that could not be ended at the start is ended soon afterwards', async () => {
  await withService('sqlite', { models: createScriptedModel().models }, async (service) => {
    const conversationId = await service.newConversation();
    await ask(service, conversationId, 'blocking');
    const { query } = service.app.db;
    // As if its process had died during the round.
    for (const table of ['ledger_entries', 'round_events', 'traces'] as const)
      await query.deleteFrom(table).execute();
    await query.updateTable('rounds').set({ status: 'running', owner: 'gone', ended_at: null }).execute();
    armFault(parseFault('round-failing@1:error'));
    await service.restart();
    await untilEnded(service);
    const round = await service.app.db.query.selectFrom('rounds').select('status').executeTakeFirst();
    assert.equal(round?.status, 'failed');
    assert.equal((await ask(service, conversationId, 'blocking')).status, 200);
  });
});
