import assert from 'node:assert/strict';
import { addTexts, base64, settled } from '../../support/knowledge/documents.ts';
import { testService } from '../../support/service/service.ts';

const add = '/v1/bot/doc/qa/add';
const update = '/v1/bot/doc/qa/update';
const addChunks = '/v1/bot/doc/chunks/add';

testService('answers are found by their questions, and updated', {}, async (service) => {
  const { call } = service;
  const match = async (prompt: string, more = {}) =>
    (await call('POST', '/v1/vector/match', { prompt, ...more })).body.list;
  const added = await call('POST', add, {
    files: [
      {
        file_name: 'Frequent questions',
        qa: [
          { question: 'How do I reset my password?', answer: 'Press the blue key.' },
          {
            question: 'When is the office open?',
            questions: ['opening hours'],
            answer: '- Monday to Friday\n- never on holidays',
          },
        ],
      },
    ],
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const [{ doc_id: id, doc_name: name }] = added.body.doc;
  assert.equal(name, 'Frequent questions');
  assert.deepEqual(added.body.failed, []);
  assert.equal((await settled(service, [id])).get(id)?.status, 'AVAILABLE');
  const [best] = await match('how can I reset a password');
  assert.deepEqual([best.content, best.data_id], ['Press the blue key.', id]);
  const [hours] = await match('opening hours', { embedding_rate: 0 });
  assert.equal(hours.content, '- Monday to Friday\n- never on holidays');
  // The words of an answer do not find it.
  assert.deepEqual(await match('blue key', { embedding_rate: 0 }), []);

  const changed = await call('PUT', update, {
    files: [
      { doc_id: id, qa: [{ question: 'How do I reset my password?', answer: 'Ask the administrator.' }] },
      { doc_id: 'unknown', qa: [{ question: 'Q', answer: 'A' }] },
    ],
  });
  assert.deepEqual(changed.body.doc, [{ doc_id: id, doc_name: 'Frequent questions' }]);
  assert.deepEqual(changed.body.failed, ['unknown']);
  await settled(service, [id]);
  const [answer] = await match('reset my password');
  assert.equal(answer.content, 'Ask the administrator.');
  assert.deepEqual(await match('opening hours', { embedding_rate: 0 }), []);
});

testService('the agent gives the answer of a pair and cites it', {}, async (service) => {
  const { call } = service;
  const { body } = await call('POST', add, {
    files: [
      {
        file_name: 'Shop',
        qa: [
          { question: 'How do I return an umbrella?', answer: 'Bring it to the counter. Keep the receipt.' },
        ],
      },
    ],
  });
  await settled(service, [body.doc[0].doc_id]);
  await addTexts(service, [{ name: 'stock.txt', text: 'The shop sells umbrellas and raincoats.' }]);
  const conversation = await call('POST', '/v1/conversation', { user_id: 'ann' });
  const reply = await call('POST', '/v2/conversation/message', {
    conversation_id: conversation.body.conversation_id,
    response_mode: 'blocking',
    messages: [{ role: 'user', content: 'How can I return my umbrella?' }],
  });
  assert.match(reply.body.output[0].content.text, /^Bring it to the counter\. Keep the receipt\./);
  const { body: cited } = await call('GET', `/v1/correlate/dataset?message_id=${reply.body.message_id}`);
  assert.deepEqual(
    cited.correlate_dataset.map((one: { data_name: string }) => one.data_name),
    ['Shop'],
  );
});

testService(
  'invalid pairs are refused with the name of the field, and nothing is stored',
  {},
  async ({ call }) => {
    const pair = { question: 'Q?', answer: 'A' };
    const file = (qa: unknown) => ({ files: [{ file_name: 'f', qa }] });
    const refused: [unknown, RegExp][] = [
      [{}, /files is required/],
      [{ files: [] }, /files must not be empty/],
      [file([]), /files\[0\]\.qa must not be empty/],
      [file([{ question: 'Q?' }]), /files\[0\]\.qa\[0\]\.answer is required/],
      [file([pair, { question: ' ', answer: 'A' }]), /files\[0\]\.qa\[1\]\.question must not be blank/],
      [
        file([{ ...pair, answer: 'a'.repeat(10_001) }]),
        /files\[0\]\.qa\[0\]\.answer must have at most 10000/,
      ],
      [
        file([{ ...pair, questions: Array(20).fill('x') }]),
        /files\[0\]\.qa\[0\]\.questions must have at most 19/,
      ],
      [{ ...file([pair]), knowledge_base_id: 'unknown' }, /knowledge_base_id/],
    ];
    for (const [body, message] of refused) {
      const answer = await call('POST', add, body);
      assert.equal(answer.body.code, 40000, JSON.stringify(body));
      assert.match(answer.body.message, message);
    }
    const { body } = await call('GET', '/v1/bot/knowledge/base/page');
    assert.equal(body.knowledge_base[0].doc, 0);
  },
);

testService('chunks are added to a document and found at once', {}, async (service) => {
  const { call } = service;
  const [id] = await addTexts(service, [{ name: 'a.txt', text: 'Rivers flow to the sea.' }]);
  const body = {
    doc_id: id,
    chunks: [{ content: 'Mountains are high.', keywords: ['alpine'] }, { content: 'Deserts are dry.' }],
  };
  const headers = { headers: { 'Idempotency-Key': 'once' } };
  const added = await call('POST', addChunks, body, headers);
  assert.equal(added.status, 200, JSON.stringify(added.body));
  assert.equal(added.body.doc_id, id);
  assert.equal(new Set(added.body.chunk_ids).size, 2);
  assert.deepEqual((await call('POST', addChunks, body, headers)).body, added.body);
  const found = async (prompt: string) =>
    (await call('POST', '/v1/vector/match', { prompt, embedding_rate: 0 })).body.list.map(
      (one: { content: string }) => one.content,
    );
  assert.deepEqual(await found('alpine'), ['Mountains are high.']);
  assert.deepEqual(await found('deserts'), ['Deserts are dry.']);

  const updated = await call('PUT', '/v1/bot/doc/text/update', {
    files: [{ doc_id: id, file_base64: base64('Lakes are deep.') }],
  });
  assert.equal(updated.body.doc.length, 1);
  await settled(service, [id!]);
  assert.deepEqual(await found('deserts'), ['Deserts are dry.']);
  assert.deepEqual(await found('rivers'), []);

  const refused: [unknown, number, RegExp][] = [
    [{ chunks: [{ content: 'x' }] }, 400, /doc_id is required/],
    [{ doc_id: id, chunks: [] }, 400, /chunks must not be empty/],
    [{ doc_id: id, chunks: [{ content: '' }] }, 400, /chunks\[0\]\.content/],
    [
      { doc_id: id, chunks: [{ content: 'x'.repeat(10_001) }] },
      400,
      /chunks\[0\]\.content must have at most/,
    ],
    [{ doc_id: 'unknown', chunks: [{ content: 'x' }] }, 404, /no such document/],
  ];
  for (const [wrong, status, message] of refused) {
    const answer = await call('POST', addChunks, wrong);
    assert.deepEqual([answer.status, answer.body.code], [status, 40000], JSON.stringify(wrong).slice(0, 200));
    assert.match(answer.body.message, message);
  }
});
