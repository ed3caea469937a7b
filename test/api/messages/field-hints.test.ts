import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';

const hintOf = ({ headers }: { headers: Record<string, unknown> }): unknown => headers['x-frontdesk-hint'];

testService(
  'a misspelt field is named in a header, and the call works as without it',
  {},
  async (service) => {
    const conversation_id = await service.newConversation();
    const send = (body: object) =>
      service.call('POST', '/v2/conversation/message', {
        conversation_id,
        messages: [{ role: 'user', content: 'Hi' }],
        ...body,
      });
    const misspelt = await send({ response_mod: 'streaming' });
    assert.equal(misspelt.status, 200, misspelt.text);
    assert.equal(hintOf(misspelt), 'unknown field response_mod: did you mean response_mode?');
    const inside = await send({
      conversation_config: { shortTermMemory: false, knowledge: { groupids: [] } },
    });
    assert.equal(
      hintOf(inside),
      'unknown field conversation_config.shortTermMemory: did you mean short_term_memory?; unknown field conversation_config.knowledge.groupids: did you mean group_ids?',
    );
    const inList = await send({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', documnet: 1 }] }],
    });
    assert.equal(hintOf(inList), 'unknown field messages[0].content[0].documnet: did you mean document?');

    const refused = await service.call('POST', '/v1/conversation', { userid: 'ada' });
    assert.equal(refused.status, 400);
    assert.equal(hintOf(refused), 'unknown field userid: did you mean user_id?');
    const inQuery = await service.call(
      'GET',
      '/v1/bot/conversation/page?pagesize=10&page=1&conversation_type=ALL',
    );
    assert.equal(hintOf(inQuery), 'unknown field pagesize: did you mean page_size?');

    // Nothing close, a known field that is also there, and names that no header may contain.
    for (const body of [
      { temperature: 1 },
      { message: [] },
      { 'response\r\nX-Evil: 1': 1 },
      { ['x'.repeat(5000)]: 1 },
    ])
      assert.equal(hintOf(await send(body)), undefined, JSON.stringify(body).slice(0, 80));
    assert.equal(
      hintOf(await send({ 'response\nmode': 1 })),
      'unknown field response?mode: did you mean response_mode?',
    );
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`response_mod${at % 10}${at}`, 1]),
    );
    assert.ok(String(hintOf(await send(many)) ?? '').length < 500);
  },
);

testService(
  'the last event of a failed stream has the id of the request',
  () => ({ models: createScriptedModel(() => [{ say: 'Half' }, { fail: 'cut' }]).models }),
  async (service) => {
    const { text, headers } = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation(),
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const last = readEvents(text).at(-1) as { code: number; request_id?: string };
    assert.equal(last.code, 50_000);
    assert.equal(last.request_id, headers['x-request-id']);
    assert.ok(last.request_id);
  },
);
