import assert from 'node:assert/strict';
import { openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { chain, createFlowAgent, model as modelNode, reply } from '../../support/flows/flow-agent.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const question = 'How long does shipping take?';
const similar = 'How long does the shipping take';
const answer = 'Shipping takes **two** working days.';

const scripted = createScriptedModel(() => [{ say: 'The model answers.' }]);

const open = async (service: TestService) => {
  const console = await openConsoleCalls(service);
  const correct = async (body: object) => {
    const created = await console.call('POST', `${console.agent}/corrections`, body);
    assert.equal(created.status, 201, created.text);
    return created.body;
  };
  const ask = async (content: string, more: object = {}) => {
    const replied = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation(),
      messages: [{ role: 'user', content }],
      ...more,
    });
    assert.equal(replied.status, 200, replied.text);
    return replied.body;
  };
  const textOf = async (content: string, more: object = {}): Promise<string> =>
    (await ask(content, more)).output.map((one: { content: { text: string } }) => one.content.text).join('');
  return { ...console, correct, ask, textOf };
};

testService(
  'a similar question gets the corrected answer without a model call and without a charge for one',
  { models: scripted.models },
  async (service) => {
    const { call, agent, correct, ask, textOf } = await open(service);
    await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
    assert.equal(await textOf(question), 'The model answers.');
    const { id } = await correct({ question, answer });
    const calls = scripted.requests.length;
    const replied = await ask(similar);
    assert.equal(replied.output[0].content.text, answer);
    assert.equal(scripted.requests.length, calls, 'no model was called');
    assert.deepEqual(
      [replied.usage.tokens.total_tokens, Number(replied.usage.credits.total_credits)],
      [0, 0],
      JSON.stringify(replied.usage),
    );
    const round = (await call('GET', `${agent}/rounds/${replied.message_id}`)).body;
    assert.deepEqual(
      round.trace.map(({ kind, name, detail }: { kind: string; name: string; detail: object }) => [
        kind,
        name,
        (detail as { correctionId: string }).correctionId,
      ]),
      [['retrieval', 'correction', id]],
    );
    assert.equal(await textOf('Which colours does the chair have?'), 'The model answers.');
  },
);

testService(
  'streaming and webhook calls get the corrected answer',
  { models: scripted.models },
  async (service) => {
    const receiver = await startReceiver();
    try {
      const { correct } = await open(service);
      await correct({ question, answer });
      const calls = scripted.requests.length;
      const streamed = await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        response_mode: 'streaming',
        messages: [{ role: 'user', content: similar }],
      });
      const text = readNamedEvents(streamed.text)
        .filter(({ data }) => data.code === 3)
        .map(({ data }) => data.data)
        .join('');
      assert.equal(text, answer, streamed.text);

      await service.configure({ webhook: { url: receiver.url } });
      await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        response_mode: 'webhook',
        messages: [{ role: 'user', content: similar }],
      });
      await eventually('the reply is delivered', () => receiver.calls.length === 1);
      assert.match(receiver.calls[0]!.body, /takes \*\*two\*\* working days/);
      assert.equal(scripted.requests.length, calls);
    } finally {
      await receiver.close();
    }
  },
);

testService(
  'as a passage, the pair is the first one of the prompt and is not cited; switched off, it is not used',
  { models: createScriptedModel(() => [{ say: 'Two working days [1]. See the list [2].' }]).models },
  async (service) => {
    const { call, agent, correct, ask } = await open(service);
    await addTexts(service, [{ name: 'shipping.md', text: 'How long shipping takes: see the list.' }]);
    const { id } = await correct({ question, answer });
    await service.configure({ corrections: { mode: 'passage' } });
    const tried = readNamedEvents((await call('POST', `${agent}/try`, { text: similar })).text);
    const { roundId } = tried[0]!.data;
    const { items } = (await call('GET', `${agent}/rounds/${roundId}/requests`)).body;
    const system: string = items[0].messages[0].text;
    assert.match(
      system,
      /\[1\] Corrected answer › How long does shipping take\?\nShipping takes \*\*two\*\*/,
    );
    assert.match(system, /\[2\] shipping\.md/);
    const round = (await call('GET', `${agent}/rounds/${roundId}`)).body;
    assert.equal(round.trace[0].name, 'correction-passage');
    assert.deepEqual(
      round.citations.map(({ documentName }: { documentName: string }) => documentName),
      ['shipping.md'],
    );

    await call('PATCH', `${agent}/corrections/${id}`, { enabled: false });
    const { message_id: messageId } = await ask(similar);
    const without = (await call('GET', `${agent}/rounds/${messageId}`)).body;
    assert.ok(!JSON.stringify(without.trace).includes('correction'));
  },
);

testService(
  'a follow-up question that refers to earlier messages is answered by the model',
  { models: scripted.models },
  async (service) => {
    const { correct } = await open(service);
    await correct({ question: 'How much does it cost?', answer: 'Ten euros.' });
    await correct({ question, answer });
    const conversation = await service.newConversation();
    const next = async (content: string): Promise<string> => {
      const { body } = await service.call('POST', '/v2/conversation/message', {
        conversation_id: conversation,
        messages: [{ role: 'user', content }],
      });
      return body.output[0].content.text;
    };
    assert.equal(await next('How much does it cost?'), 'Ten euros.');
    assert.equal(await next('How much does it cost?'), 'The model answers.', 'it refers to something');
    assert.equal(await next(similar), answer, 'a question that names its subject');
  },
);

testService(
  'a call that restricts its knowledge gets only corrections of the knowledge bases it names',
  { models: scripted.models },
  async (service) => {
    const { call, agent, correct, textOf } = await open(service);
    const base = (await call('POST', `${agent}/knowledge-bases`, { name: 'Shop' })).body.id;
    const other = (await call('POST', `${agent}/knowledge-bases`, { name: 'Office' })).body.id;
    await correct({ question, answer: 'For everybody.' });
    const own = await correct({ question, answer: 'For the shop.', knowledgeBaseId: base });
    assert.equal(own.knowledgeBaseId, base);
    const withKnowledge = (knowledge: object) => textOf(question, { conversation_config: { knowledge } });
    assert.equal(await withKnowledge({ group_ids: [base] }), 'For the shop.');
    assert.equal(await withKnowledge({ group_ids: [other] }), 'The model answers.');
    assert.equal(await withKnowledge({ group_ids: [], data_ids: [] }), 'The model answers.');
    assert.equal(await withKnowledge({ data_ids: ['some-document'] }), 'The model answers.');
    assert.notEqual(await withKnowledge({}), 'The model answers.');
    // The agent's own scope leaves out other knowledge bases, but not corrections of the whole agent.
    await service.configure({ knowledge: { groupIds: [other] } });
    assert.equal(await textOf(question), 'For everybody.');
  },
);

testService(
  'questions with other figures, other question words or files are not answered by a correction',
  { models: scripted.models },
  async (service) => {
    const { correct, textOf } = await open(service);
    await correct({ question: 'What is the weight of the chair X200 in total?', answer: 'Seven kilograms.' });
    assert.equal(await textOf('What is the weight of the chair X200 in total'), 'Seven kilograms.');
    assert.equal(await textOf('What is the weight of the chair X300 in total'), 'The model answers.');
    await service.configure({ corrections: { threshold: 1 } });
    assert.equal(await textOf('So what is the weight of the chair X200 in total'), 'The model answers.');
  },
);

testService(
  'the retrieval component of a flow gets the pair as its first passage',
  { models: createScriptedModel((request) => [{ say: JSON.stringify(request.messages[0]) }]).models },
  async (service) => {
    const flow = await createFlowAgent(service);
    const path = `/agents/${flow.agentId}/corrections`;
    const created = await flow.manageAgent('POST', path, { question, answer });
    assert.equal(created.status, 201, created.text);
    const retrieval = {
      id: 'search',
      name: 'Search',
      type: 'retrieval',
      query: '{{question}}',
      saveAs: 'found',
    };
    await flow.publish(
      chain([retrieval, modelNode('write', { passages: ['search'] }), reply('say', '{{write}}')]),
    );
    const say = await flow.talk();
    assert.match(await say(similar), /Corrected answer › How long does shipping take/);
  },
);
