import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { nanoPerCredit } from '../../../src/usage/index.ts';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

const isSummary = (request: ModelRequest): boolean =>
  request.messages[0]?.role === 'system' && request.messages[0].text.startsWith('Summarise the conversation');

const systemText = (request: ModelRequest): string =>
  request.messages[0]?.role === 'system' ? request.messages[0].text : '';

let scripted = createScriptedModel();

testService(
  "the agent's model summarises rounds that leave the window; the summary is used afterwards and charged",
  () => {
    scripted = createScriptedModel(
      (request) => [
        {
          say: isSummary(request)
            ? 'Ada asked about parcels.'
            : 'A fairly long answer about parcels. '.repeat(8),
        },
      ],
      { usage: usageOf(100, 50) },
    );
    return { models: scripted.models };
  },
  async ({ call, newConversation, configure, app }) => {
    await configure({
      memory: { shortTermTokens: 200 },
      prices: { textInputPerMillion: '3', textOutputPerMillion: '15' },
    });
    await app.db.query.updateTable('workspaces').set({ balance_nano: nanoPerCredit }).execute();
    const conversation_id = await newConversation();
    for (let round = 0; round < 8; round++) {
      await call('POST', '/v1/conversation/message', {
        conversation_id,
        text: `Where is parcel number ${round}?`,
      });
      await app.rooms.jobs.idle();
    }
    assert.ok(scripted.requests.some(isSummary), 'the model was asked for a summary');
    await call('POST', '/v1/conversation/message', { conversation_id, text: 'And now?' });
    const last = scripted.requests.filter((request) => !isSummary(request)).at(-1)!;
    assert.match(systemText(last), /Ada asked about parcels\./);

    const { cost_nano: conversationNano } = await app.db.query
      .selectFrom('conversations')
      .select('cost_nano')
      .executeTakeFirstOrThrow();
    const entries = await app.db.query
      .selectFrom('ledger_entries')
      .select(['credits_nano', 'round_id'])
      .execute();
    const ledgerNano = entries.reduce((sum, entry) => sum + entry.credits_nano, 0);
    const { balance_nano: leftNano, reserved_nano: reservedNano } = await app.db.query
      .selectFrom('workspaces')
      .select(['balance_nano', 'reserved_nano'])
      .executeTakeFirstOrThrow();
    assert.ok(entries.some((entry) => entry.round_id === null && entry.credits_nano > 0));
    assert.equal(conversationNano, ledgerNano);
    assert.equal(nanoPerCredit - leftNano!, ledgerNano);
    assert.equal(reservedNano, 0);
  },
);
