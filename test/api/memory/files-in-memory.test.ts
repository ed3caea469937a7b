import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { createFlowAgent, edge, model, reply, start } from '../../support/flows/flow-agent.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const base64_content = (text: string): string => Buffer.from(text).toString('base64');
/** The embedded model quotes the start of a file that comes without a question. The answer is further down. */
const terms = `${['Chairs', 'Tables', 'Beds', 'Shelves', 'Carpets', 'Mirrors'].map((one) => `${one} are delivered on Mondays.`).join(' ')}

The warranty of the Orion lamp lasts 26 months.`;
const question = 'How long does the warranty of the Orion lamp last?';

const sendFile = async (
  { call }: TestService,
  conversation_id: string,
  { text = terms, name = 'terms.md', mode = 'blocking' } = {},
): Promise<void> => {
  const { status, text: answer } = await call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: mode,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Please keep this for later.' },
          { type: 'document', document: { base64_content: base64_content(text), name } },
        ],
      },
    ],
  });
  assert.equal(status, 200, answer);
};

const ask = async ({ call }: TestService, conversation_id: string, text: string): Promise<string> => {
  const { status, body } = await call('POST', '/v1/conversation/message', { conversation_id, text });
  assert.equal(status, 200, JSON.stringify(body));
  return body.text;
};

testService(
  'later questions are answered from a part of a long file that was not in the prompt',
  {},
  async (service) => {
    const filler = (from: number) =>
      Array.from(
        { length: 3_000 },
        (_, index) => `Chair ${from + index} is delivered on Mondays in Oslo.`,
      ).join('\n\n');
    const text = `${filler(0)}\n\nThe warranty of the Orion lamp lasts 26 months.\n\n${filler(3_000)}`;
    assert.ok(text.indexOf('Orion') > 110_000);
    for (const shortTermTokens of [2_000, 100_000]) {
      await service.configure({ memory: { shortTermTokens } });
      const id = await service.newConversation();
      await sendFile(service, id, { text, name: 'long.md' });
      assert.match(await ask(service, id, question), /26 months/, String(shortTermTokens));
    }
  },
);

testService(
  'the embedded model answers from a file of an earlier message, sent in any mode',
  {},
  async (service, context) => {
    const receiver = await startReceiver();
    context.after(receiver.close);
    await service.configure({ webhook: { url: receiver.url } });
    for (const mode of ['blocking', 'streaming', 'webhook']) {
      const id = await service.newConversation();
      await sendFile(service, id, { mode });
      assert.match(await ask(service, id, question), /26 months/, mode);
    }
    await eventually('the webhook was called', () => receiver.calls.length === 1);
    const other = await service.newConversation();
    assert.doesNotMatch(await ask(service, other, question), /26 months/);
  },
);

testService(
  'the embedded model answers from a file after its message left the window',
  {},
  async (service) => {
    await service.configure({ memory: { shortTermTokens: 150 } });
    const id = await service.newConversation();
    await sendFile(service, id);
    for (let round = 1; round <= 8; round += 1)
      await ask(service, id, `Tell me something about subject number ${round}, please.`);
    assert.match(await ask(service, id, question), /26 months/);
  },
);

let scripted: ScriptedModel = createScriptedModel();
const scriptedModel = () => {
  scripted = createScriptedModel(() => [{ say: 'Noted.' }]);
  return { models: scripted.models };
};
const toldTo = ({ messages }: ModelRequest): string => JSON.stringify(messages);

testService('a model gets earlier files within the budget of its memory', scriptedModel, async (service) => {
  await service.configure({ memory: { shortTermTokens: 1000 } });
  const id = await service.newConversation();
  await ask(service, id, 'The password is swordfish.');
  await sendFile(service, id);
  await ask(service, id, 'What now?');
  assert.match(toldTo(scripted.requests.at(-1)!), /terms\.md.*26 months/s);
  const lines = Array.from({ length: 2000 }, (_, line) => `Step ${line} turns handle number ${line}.`);
  await sendFile(service, id, { name: 'manual.txt', text: `${lines.join('\n')}\n${terms}` });
  await ask(service, id, question);
  const told = toldTo(scripted.requests.at(-1)!);
  assert.match(told, /<memory>.*manual\.txt.*26 months.*<\/memory>/s);
  assert.match(told, /swordfish/, 'the file did not displace the dialogue');
  assert.ok(told.length < 20_000, `${told.length} characters`);
});

testService('flows also remember earlier files', {}, async (service) => {
  const flow = await createFlowAgent(service);
  const nodes = [
    start,
    model('answer', { memory: { shortTerm: true, longTerm: true } }),
    reply('say', '{{answer}}'),
  ];
  await flow.publish({ nodes, edges: [edge('start', 'answer'), edge('answer', 'say')] });
  const id = await flow.newConversation();
  await sendFile(flow.calling, id);
  assert.match(await ask(flow.calling, id, question), /26 months/);
});

let recognised = Promise.withResolvers<void>();
/** Answers after the service has read the file as well, however slow the machine is. */
const readingDocuments = () => {
  recognised = Promise.withResolvers<void>();
  const { promise } = recognised;
  scripted = createScriptedModel(() => [{ wait: promise }, { say: 'Noted.' }], { takes: { document: true } });
  return { models: scripted.models };
};

testService(
  'a document that the model read itself is remembered as text',
  readingDocuments,
  async (service) => {
    const { recognition } = service.app.rooms;
    const recognise = recognition.recognise;
    recognition.recognise = (...args) => recognise(...args).finally(recognised.resolve);
    const id = await service.newConversation();
    await sendFile(service, id);
    assert.doesNotMatch(toldTo(scripted.requests.at(-1)!), /26 months/, 'the model got the file itself');
    await ask(service, id, question);
    assert.match(toldTo(scripted.requests.at(-1)!), /terms\.md.*26 months/s);
  },
);
