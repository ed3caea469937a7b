import assert from 'node:assert/strict';
import { addTexts, base64, settled } from '../../support/knowledge/documents.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const tea = 'Tea is served at five on the terrace of the old hotel.';
const coffee = 'Coffee is roasted in the cellar every Monday morning.';
const texts = [
  { name: 'tea.txt', text: tea },
  { name: 'coffee.txt', text: coffee },
];

const ask = async ({ call, newConversation }: TestService, question: string) => {
  const reply = await call('POST', '/v2/conversation/message', {
    conversation_id: await newConversation(),
    messages: [{ role: 'user', content: question }],
  });
  const { message_id, output } = reply.body;
  const cited = await call('GET', `/v1/correlate/dataset?message_id=${message_id}`);
  const answer: string = output.map((one: { content: { text: string } }) => one.content.text).join('\n\n');
  return {
    answer,
    /** The name of each cited document with the parts of the answer that used it. */
    cited: cited.body.correlate_dataset.map(
      (item: { data_name: string; positions: { start: number; end: number }[] }) => [
        item.data_name,
        ...item.positions.map(({ start, end }) => answer.slice(start, end)),
      ],
    ),
  };
};

/** What the next call of the model says, in pieces. */
let says: string[] = [];
const scripted = createScriptedModel(({ messages }) => {
  const [system] = messages;
  const prompt = system?.role === 'system' ? system.text : '';
  const numberOf = (text: string): string => {
    const block = prompt.slice(0, prompt.indexOf(text));
    return /\[(\d)\] [^[]*$/.exec(block)?.[1] ?? '?';
  };
  return says.map((say) => ({
    say: say.replaceAll('TEA', numberOf(tea)).replaceAll('COFFEE', numberOf(coffee)),
  }));
});

testService('a reply cites what the model used', { models: scripted.models }, async (service) => {
  await service.configure({ knowledge: { topK: 5, embeddingRate: 0 } });
  await addTexts(service, texts);
  const question = 'What about tea and coffee?';

  says = ['Come at five [', 'TEA]. Nothing else is known. Mon', 'days, says the cellar.[COFFEE, TEA]'];
  assert.deepEqual(await ask(service, question), {
    answer: 'Come at five. Nothing else is known. Mondays, says the cellar.',
    cited: [
      ['tea.txt', 'Come at five.', 'Mondays, says the cellar.'],
      ['coffee.txt', 'Mondays, says the cellar.'],
    ],
  });

  says = ['It is served at five, on the terrace of the hotel. Would you like to reserve a table?'];
  assert.deepEqual(
    (await ask(service, question)).cited,
    [['tea.txt', 'It is served at five, on the terrace of the hotel.']],
    'without marks the sentences are compared with the passages',
  );

  says = ['I am sorry, I have no information about tea and coffee.'];
  assert.deepEqual((await ask(service, question)).cited, [], 'a refusal cites nothing');

  says = ['See [7] and `list[1]`.'];
  assert.deepEqual(await ask(service, question), { answer: 'See [7] and `list[1]`.', cited: [] });
});

testService('the embedded model cites its quotes and nothing for a greeting', {}, async (service) => {
  await addTexts(service, texts);
  const answered = await ask(service, 'When is tea served?');
  assert.deepEqual(answered.cited, [['tea.txt', tea]]);
  assert.deepEqual((await ask(service, 'Hello!')).cited, []);
});

const marking = createScriptedModel(() => [{ say: 'Breakfast is at seven and dinner at six [1].' }]);

testService(
  'neighbouring chunks are one passage of the prompt and one citation, and a copy takes no place',
  { models: marking.models },
  async (service) => {
    await service.configure({ knowledge: { topK: 2, embeddingRate: 0 } });
    const parts = [
      'Breakfast at the hotel is served at seven in the garden room.',
      'Dinner at the hotel is served at six in the tower room.',
      'The pool of the hotel is heated during the whole winter.',
    ];
    const text = parts.join('###');
    const { body } = await service.call('POST', '/v1/bot/doc/text/add', {
      splitter: '###',
      files: ['meals.txt', 'copy-of-meals.txt'].map((file_name) => ({
        file_name,
        file_base64: base64(text),
      })),
    });
    const ids: string[] = body.doc.map((doc: { doc_id: string }) => doc.doc_id);
    await settled(service, ids);
    await addTexts(service, [{ name: 'bus.txt', text: 'The bus to the hotel leaves at the station.' }]);

    const question = 'When is breakfast served and when is dinner served at the hotel?';
    const reply = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation(),
      messages: [{ role: 'user', content: question }],
    });
    const [system] = marking.requests.at(-1)!.messages;
    const prompt = system?.role === 'system' ? system.text : '';
    assert.ok(prompt.includes(`${parts[0]}\n\n${parts[1]}`), 'both parts are one passage, in their order');
    assert.equal(prompt.split(parts[0]!).length, 2, 'the copy is left out');

    const cited = await service.call('GET', `/v1/correlate/dataset?message_id=${reply.body.message_id}`);
    const [citation, ...others] = cited.body.correlate_dataset;
    assert.deepEqual(others, []);
    assert.ok(ids.includes(citation.data_id));
    assert.ok(citation.content.includes(`${parts[0]}\n\n${parts[1]}`));
    assert.deepEqual(citation.positions, [
      { start: 0, end: 'Breakfast is at seven and dinner at six.'.length },
    ]);

    const references = await service.call('POST', '/v1/bot/data/references', {
      message_id: reply.body.answer_id ?? reply.body.message_id,
    });
    assert.deepEqual(references.body, {
      code: 0,
      msg: 'success',
      data: {
        conversationId: cited.body.conversation_id,
        questionId: cited.body.question_id,
        answerId: cited.body.answer_id,
        refDoc: [{ dataId: citation.data_id, dataName: citation.data_name, sourceUrl: citation.source_url }],
      },
    });

    const [stored] = await service.app.db.query
      .selectFrom('citations')
      .select(['chunk_id', 'chunk_ids'])
      .where('round_id', '=', reply.body.message_id)
      .execute();
    const chunks = await service.app.db.query
      .selectFrom('chunks')
      .select('id')
      .where('document_id', '=', citation.data_id)
      .orderBy('position')
      .execute();
    const chunkIds: string[] = JSON.parse(stored!.chunk_ids!);
    assert.deepEqual(
      chunkIds.slice(0, 2),
      chunks.slice(0, 2).map(({ id }) => id),
    );
    assert.ok(chunkIds.includes(stored!.chunk_id));

    const match = await service.call('POST', '/v1/vector/match', {
      prompt: question,
      embedding_rate: 0,
      top_k: 4,
    });
    assert.deepEqual(
      match.body.list.map(({ content }: { content: string }) => content).sort(),
      [parts[0], parts[0], parts[1], parts[1]].sort(),
      'a search of the API returns every chunk',
    );
  },
);
