import assert from 'node:assert/strict';
import { nanoPerCredit } from '../../../src/usage/index.ts';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const send = ({ call }: TestService, conversationId: string, text = 'hi', more: object = {}) =>
  call('POST', '/v2/conversation/message', {
    conversation_id: conversationId,
    messages: [{ role: 'user', content: text }],
    ...more,
  });

const setBalance = ({ app }: TestService, credits: number | null) =>
  app.db.query
    .updateTable('workspaces')
    .set({ balance_nano: credits === null ? null : Math.round(credits * nanoPerCredit) })
    .execute();

const workspace = ({ app }: TestService) =>
  app.db.query.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();

const sumOf = async (
  { app }: TestService,
  table: 'ledger_entries' | 'rounds' | 'conversations',
): Promise<number> => {
  const query = app.db.query;
  const rows =
    table === 'ledger_entries'
      ? await query.selectFrom(table).select('credits_nano as nano').execute()
      : await query.selectFrom(table).select('cost_nano as nano').execute();
  return rows.reduce((sum, { nano }) => sum + nano, 0);
};

/** 100 prompt tokens at 3 and 50 completion tokens at 15 credits a million: 0.0003 + 0.00075 credits. */
const prices = { textInputPerMillion: '3', textOutputPerMillion: '15' };
const priced = () => createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(100, 50) });

testService('a round costs tokens times price, and all its totals agree', priced, async (service) => {
  await service.configure({ prices, maxOutputTokens: 50 });
  await setBalance(service, 1);
  const conversationId = await service.newConversation();
  const { body } = await send(service, conversationId);
  assert.deepEqual(body.usage.credits, {
    total_credits: 0.00105,
    text_input_credits: 0.0003,
    text_output_credits: 0.00075,
    audio_input_credits: 0,
    audio_output_credits: 0,
  });
  await send(service, conversationId);
  const left = await workspace(service);
  const spent = nanoPerCredit - left.balance_nano!;
  assert.equal(spent, 2_100_000);
  assert.equal(left.reserved_nano, 0);
  for (const table of ['ledger_entries', 'rounds', 'conversations'] as const)
    assert.equal(await sumOf(service, table), spent);
});

testService(
  'prices with many decimals add up exactly',
  () => createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(7, 3) }),
  async (service) => {
    await service.configure({
      prices: { textInputPerMillion: '0.1', textOutputPerMillion: '0.2' },
      maxOutputTokens: 3,
    });
    const conversationId = await service.newConversation();
    for (let round = 0; round < 10; round++) await send(service, conversationId);
    // 7 × 0.1 + 3 × 0.2 millionths of a credit are 1,300 nano-credits; ten of them, to the last one.
    assert.equal(await sumOf(service, 'ledger_entries'), 13_000);
    assert.equal(await sumOf(service, 'conversations'), 13_000);
  },
);

testService(
  'without credits the response is 20022, before the model is called and without storing anything',
  () => {
    const scripted = createScriptedModel(() => {
      throw new Error('the model must not be called');
    });
    return { models: scripted.models };
  },
  async (service) => {
    await service.configure({ prices });
    await setBalance(service, 0);
    const answer = await send(service, await service.newConversation());
    assert.equal(answer.status, 402);
    assert.equal(answer.body.code, 20022);
    assert.deepEqual(await service.app.db.query.selectFrom('rounds').select('id').execute(), []);
  },
);

testService(
  'with credits for ten rounds and 200 users the balance never falls below zero',
  // Less than is reserved for the prompt: 10 × 3 + 50 × 15 millionths are 780,000 nano-credits a round.
  () => createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(10, 50) }),
  async (service) => {
    await service.configure({ prices, maxOutputTokens: 50 });
    await setBalance(service, 0.0078);
    const conversations = await Promise.all(
      Array.from({ length: 20 }, (_, index) => service.newConversation(`u${index}`)),
    );
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => send(service, conversations[index % 20]!)),
    );
    const paid = answers.filter((answer) => answer.status === 200).length;
    assert.ok(answers.every((answer) => answer.status === 200 || answer.body.code === 20022));
    assert.ok(paid >= 1 && paid <= 10, `${paid} rounds were paid for with credit for ten`);
    const left = await workspace(service);
    assert.equal(left.reserved_nano, 0);
    assert.equal(left.balance_nano, 7_800_000 - paid * 780_000);
  },
);

testService(
  'a stopped or failed run is charged only for what was produced',
  () => createScriptedModel(() => [{ say: 'hello hello hello' }, { fail: 'cut' }]),
  async (service) => {
    await service.configure({ prices, maxOutputTokens: 1000 });
    await setBalance(service, 1);
    const answer = await send(service, await service.newConversation());
    assert.equal(answer.body.code, 50000);
    const round = await service.app.db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
    const usage = JSON.parse(round.usage!);
    assert.equal(usage.tokens.completionTokens, 3);
    assert.equal(usage.tokens.estimated, true);
    const left = await workspace(service);
    assert.equal(left.reserved_nano, 0);
    assert.equal(nanoPerCredit - left.balance_nano!, round.cost_nano);
    assert.ok(round.cost_nano > 0 && round.cost_nano < 1000 * 15_000);
  },
);

testService(
  'a provider that reports more than was reserved cannot take the balance below zero',
  () => createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(1_000_000, 1_000_000) }),
  async (service) => {
    await service.configure({ prices, maxOutputTokens: 50 });
    await setBalance(service, 0.01);
    const conversationId = await service.newConversation();
    const answer = await send(service, conversationId);
    assert.equal(answer.status, 200);
    const left = await workspace(service);
    assert.ok(left.balance_nano! >= 0);
    assert.equal(await sumOf(service, 'ledger_entries'), 10_000_000 - left.balance_nano!);
  },
);
