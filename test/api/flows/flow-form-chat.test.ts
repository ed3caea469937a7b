import assert from 'node:assert/strict';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { ask, createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { readEvents, testService } from '../../support/service/service.ts';

const form = {
  id: 'form',
  name: 'Form',
  type: 'form',
  text: 'Please book.',
  saveAs: 'booking',
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'seats', label: 'Plätze', type: 'number' },
    { name: 'news', label: 'News', type: 'boolean', required: false },
  ],
};

testService('pages get quick replies and forms in the language of the visitor', {}, async (service) => {
  const agent = await createFlowAgent(service);
  await agent.publish({
    nodes: [
      start,
      ask('kind', 'What?', { choices: ['Table', 'Room'], acceptOther: true }),
      form,
      reply('end', '{{kind}}: {{booking}}'),
      reply('no', 'failed'),
    ],
    edges: [
      edge('start', 'kind'),
      edge('kind', 'form'),
      edge('kind', 'form', 'other'),
      edge('form', 'end'),
      edge('form', 'no', 'failed'),
    ],
  });
  const visit = await openVisit(service, { agentId: agent.agentId, languages: ['de-AT'] });
  const first = await visit.send('Hello');
  const conversation_id = conversationOf(first);
  const details = async (stream: string) => {
    const { message_id } = readEvents(stream)[0]!.data as { message_id: string };
    return (await visit.call('GET', `/messages/${message_id}/citations`)).body;
  };
  // The stream has the shape of the developer API; the question itself is requested with the citations.
  assert.deepEqual(readEvents(first.text).find(({ code }) => code === 10)!.data, [
    { content: 'What?', branch: null, from_component_name: 'kind' },
  ]);
  assert.deepEqual(await details(first.text), {
    citations: [],
    asks: { kind: 'choices', choices: ['Table', 'Room'] },
  });
  const second = await visit.send('Table', { conversation_id });
  const { asks } = await details(second.text);
  assert.deepEqual(
    asks.fields.map(({ name, choices, invalidText }: Record<string, unknown>) => [
      name,
      choices,
      invalidText,
    ]),
    [
      ['name', [], 'Dieses Feld ist erforderlich.'],
      ['seats', [], 'Geben Sie eine Zahl ein.'],
      ['news', ['ja', 'nein'], 'Antworten Sie mit ja oder nein.'],
    ],
  );
  assert.equal(asks.requiredText, 'Dieses Feld ist erforderlich.');
  const third = await visit.send('Name: Ada\nPlätze: viele\nNews: -', { conversation_id });
  const again = await details(third.text);
  assert.deepEqual(
    again.asks.fields.map(({ value, error }: Record<string, unknown>) => [value, error]),
    [
      ['Ada', undefined],
      ['viele', 'Geben Sie eine Zahl ein.'],
      ['', undefined],
    ],
  );
  // After a reload the newest message has the form too.
  const history = await visit.read(conversation_id);
  assert.deepEqual(history.at(-1).asks, again.asks);
  // An answer that is edited continues after the question before it.
  const tableId = (readEvents(second.text)[0]!.data as { message_id: string }).message_id;
  const edited = await visit.send('Room', { conversation_id, replaces: tableId });
  assert.equal((await details(edited.text)).asks.kind, 'form');
  const last = await visit.send('Name: Ada\nPlätze: 2\nNews: ja', { conversation_id });
  const [output] = readEvents(last.text).find(({ code }) => code === 10)!.data as { content: string }[];
  assert.deepEqual(JSON.parse(output!.content.slice('Room: '.length)), {
    name: 'Ada',
    seats: 2,
    news: true,
  });
});
