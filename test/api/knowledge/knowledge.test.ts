import assert from 'node:assert/strict';
import { addTexts, base64, settled } from '../../support/knowledge/documents.ts';
import { testService } from '../../support/service/service.ts';

const match = { method: 'POST', url: '/v1/vector/match' } as const;

testService('an added document is listed and found', {}, async (service) => {
  const { call } = service;
  const [id] = await addTexts(service, [
    {
      name: 'hours.txt',
      text: 'The library opens at nine in the morning.',
      sourceUrl: 'https://a.example/h',
    },
  ]);
  const bases = await call('GET', '/v1/bot/knowledge/base/page');
  const [base] = bases.body.knowledge_base;
  assert.equal(base.name, 'Default');
  assert.deepEqual([base.doc, base.chunk], [1, 1]);

  const { body } = await call(
    'GET',
    `/v1/bot/doc/query/page?knowledge_base_id=${base.id}&page=1&page_size=10`,
  );
  assert.equal(body.total, 1);
  const [listed] = body.list;
  assert.deepEqual(
    { ...listed, token: 0, create_time: 0, update_time: 0, creator_id: '' },
    {
      id,
      name: 'hours.txt',
      format: 'txt',
      source_url: 'https://a.example/h',
      status: 'ACTIVE',
      chunk: 1,
      token: 0,
      char_count: 41,
      create_time: 0,
      update_time: 0,
      creator_id: '',
      creator_email: '',
    },
  );
  assert.ok(listed.token > 5);
  assert.equal(String(listed.create_time).length, 10);

  const found = await call(match.method, match.url, { prompt: 'when does the library open' });
  assert.equal(found.status, 200);
  assert.equal(found.body.total, 1);
  const [chunk] = found.body.list;
  assert.equal(chunk.content, 'The library opens at nine in the morning.');
  assert.equal(chunk.data_id, id);
  assert.equal(chunk.document_name, 'hours.txt');
  assert.ok(chunk.score > 0 && chunk.score <= 1);
  assert.equal(chunk.score, chunk.semantic_score);
});

testService(
  'an update serves the old content until the new one is complete, and keeps the id',
  {},
  async (service) => {
    const { call } = service;
    const [id] = await addTexts(service, [{ name: 'a.txt', text: 'Parking costs four euros.' }]);
    const { body } = await call('PUT', '/v1/bot/doc/text/update', {
      files: [{ doc_id: id, file_base64: base64('Parking is free on Sundays.') }],
    });
    assert.deepEqual(body, { doc: [{ doc_id: id, doc_name: 'a.txt' }], failed: [] });
    await settled(service, [id!]);
    const found = await call(match.method, match.url, { prompt: 'parking' });
    assert.deepEqual(
      found.body.list.map((chunk: { content: string }) => chunk.content),
      ['Parking is free on Sundays.'],
    );
  },
);

testService('a deleted document is never found again', {}, async (service) => {
  const { call } = service;
  const [kept, gone] = await addTexts(service, [
    { name: 'a.txt', text: 'Apples are red.' },
    { name: 'b.txt', text: 'Apples are green.' },
  ]);
  assert.equal((await call(match.method, match.url, { prompt: 'apples' })).body.total, 2);
  const deleted = await call('DELETE', `/v1/bot/doc/batch/delete?doc=${gone}`);
  assert.deepEqual(deleted.body, { code: 0, message: 'OK' });
  const found = await call(match.method, match.url, { prompt: 'apples' });
  assert.deepEqual(
    found.body.list.map((chunk: { data_id: string }) => chunk.data_id),
    [kept],
  );
});
