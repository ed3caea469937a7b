import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

let scripted: ScriptedModel = createScriptedModel();
const scriptedModel = () => {
  scripted = createScriptedModel((_request, call) => [{ say: `Answer number ${call}.` }]);
  return { models: scripted.models };
};

const ask = async (
  { call }: TestService,
  conversation_id: string,
  content: string,
  config?: object,
): Promise<string> => {
  const { status, body } = await call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content }],
    ...(config ? { conversation_config: config } : {}),
  });
  assert.equal(status, 200, JSON.stringify(body));
  return JSON.stringify(body.output);
};

const chatter = async (service: TestService, id: string, rounds: number): Promise<void> => {
  for (let round = 1; round <= rounds; round += 1)
    await ask(service, id, `Tell me something about subject number ${round}, please.`);
};

const systemOf = ({ messages: [first] }: ModelRequest): string =>
  first?.role === 'system' ? first.text : '';

/** The newest question to the model. Summaries are requested in the background, at any time. */
const lastQuestion = (): ModelRequest =>
  scripted.requests.findLast((request) => !systemOf(request).startsWith('Summarise the conversation'))!;

const system = (): string => systemOf(lastQuestion());

testService(
  'rounds that left the window long ago are recalled when a question needs them',
  scriptedModel,
  async (service) => {
    await service.configure({ memory: { shortTermTokens: 150 } });
    const id = await service.newConversation();
    await ask(service, id, 'My favourite composer is Clara Schumann.');
    await chatter(service, id, 15);
    const turns = JSON.stringify(lastQuestion().messages.slice(1));
    assert.ok(!turns.includes('Clara'), 'it has left the window');
    await ask(service, id, 'Which composer did I mention?');
    assert.match(system(), /<memory>[\s\S]*Clara Schumann[\s\S]*<\/memory>/);
    await ask(service, id, 'Which composer was that?', { long_term_memory: false });
    assert.doesNotMatch(system(), /<memory>/);
  },
);

testService(
  'memory is shared between conversations only if the agent enables it',
  scriptedModel,
  async (service) => {
    const first = await service.newConversation('ada');
    await ask(service, first, 'My favourite composer is Clara Schumann.');
    await ask(service, await service.newConversation('ada'), 'Which composer do I like?');
    assert.doesNotMatch(system(), /Clara/);
    await service.configure({ memory: { longTermScope: 'user' } });
    await ask(service, await service.newConversation('ada'), 'Which composer do I like?');
    assert.match(system(), /Clara/);
    await ask(service, await service.newConversation('bob'), 'Which composer do I like?');
    assert.doesNotMatch(system(), /Clara/);
  },
);

testService('the embedded model answers from rounds that left its window', {}, async (service) => {
  await service.configure({ memory: { shortTermTokens: 150 } });
  const id = await service.newConversation();
  await ask(service, id, 'My name is Ada Lovelace and my order number is 47110815.');
  await chatter(service, id, 15);
  assert.match(await ask(service, id, 'What is my name?'), /Ada Lovelace/);
  assert.match(await ask(service, id, 'What is my order number?'), /47110815/);
});
