import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base64, settled } from '../../support/knowledge/documents.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const textAdd = '/v1/bot/doc/text/add';
const sheetAdd = '/v1/bot/doc/spreadsheet/add';
const file = (text = 'some text', name = 'a.txt') => ({ file_name: name, file_base64: base64(text) });

const documentCount = async ({ app }: TestService): Promise<number> => {
  const rows = await app.db.query.selectFrom('documents').select('id').execute();
  return rows.length;
};

/** Every body is rejected with 40000 and a message that names the problem, and nothing is stored. */
const refusesAll = async (
  service: TestService,
  method: 'POST' | 'PUT',
  url: string,
  bodies: [body: unknown, message: RegExp][],
): Promise<void> => {
  const before = await documentCount(service);
  for (const [body, message] of bodies) {
    const answer = await service.call(method, url, body);
    assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 200));
    assert.equal(answer.body.code, 40000);
    assert.match(answer.body.message, message);
  }
  assert.equal(await documentCount(service), before);
};

testService(
  'invalid uploads are rejected as a whole, and those at the limits are not',
  {},
  async (service) => {
    const { call } = service;
    await refusesAll(service, 'POST', textAdd, [
      [{ files: [file()] }, /chunk_token or splitter is required/],
      [{ files: [file()], chunk_token: null, splitter: '' }, /chunk_token or splitter is required/],
      [{ chunk_token: 600 }, /files is required/],
      [{ chunk_token: 600, files: [] }, /files must not be empty/],
      [{ chunk_token: 600, files: Array.from({ length: 21 }, () => file()) }, /files must have at most 20/],
      [{ chunk_token: 0, files: [file()] }, /chunk_token must be at least 1/],
      [{ chunk_token: 1001, files: [file()] }, /chunk_token must be at most 1000/],
      [{ chunk_token: '600', files: [file()] }, /chunk_token must be a whole number/],
      [{ chunk_token: 600, files: [file('x', '')] }, /file_name must not be empty/],
      [{ chunk_token: 600, files: [file('x', 'n'.repeat(201))] }, /file_name must have at most 200/],
      [{ chunk_token: 600, files: [file(), { file_name: 'b.txt' }] }, /files\[1\] must have file_url or/],
      [{ chunk_token: 600, files: [{ file_url: ' ', file_base64: '' }] }, /files\[0\] must have file_url or/],
      [
        { chunk_token: 600, files: [{ ...file(), source_url: 'www.example.com/a' }] },
        /files\[0\]\.source_url must be an absolute URL/,
      ],
      [
        { chunk_token: 600, files: [{ ...file(), source_url: 'NULL' }] },
        /files\[0\]\.source_url must be an absolute URL/,
      ],
    ]);
    await refusesAll(service, 'POST', sheetAdd, [
      [{ files: [file('a,b', 'a.csv')], header_row: 0 }, /header_row must be at least 1/],
      [{ files: [file('a,b', 'a.csv')], header_row: 6 }, /header_row must be at most 5/],
      [{ files: [file('a,b', 'a.csv')], chunk_token: 1001 }, /chunk_token must be at most 1000/],
    ]);
    await refusesAll(service, 'PUT', '/v1/bot/doc/text/update', [
      [{ files: [] }, /files must not be empty/],
      [
        { files: Array.from({ length: 201 }, () => ({ doc_id: 'x', file_base64: 'eA==' })) },
        /files must have at most 200/,
      ],
      [{ files: [{ file_base64: 'eA==' }] }, /files\[0\]\.doc_id is required/],
      [{ files: [{ doc_id: 'x' }] }, /files\[0\] must have file_url or/],
      [{ files: [{ doc_id: 'x', file_base64: 'eA==', source_url: 'no url' }] }, /source_url/],
    ]);

    const longest = `${'n'.repeat(196)}.txt`;
    const twenty = await call('POST', textAdd, {
      chunk_token: 1,
      files: [file('x', longest), ...Array.from({ length: 19 }, (_, at) => file(`text ${at}`, `${at}.txt`))],
    });
    assert.equal(twenty.status, 200);
    assert.equal(twenty.body.doc.length, 20);
    assert.equal(twenty.body.doc[0].doc_name, longest);
    const { body } = await call('POST', textAdd, {
      chunk_token: 1000,
      splitter: null,
      files: [{ ...file(), source_url: 'urn:isbn:1' }],
    });
    assert.deepEqual(body.failed, []);
    const withoutBytes = await call('POST', textAdd, {
      chunk_token: 1000,
      files: [{ file_name: 'zero.pdf', file_base64: '' }, file()],
    });
    assert.deepEqual(withoutBytes.body.failed, ['zero.pdf']);
    assert.equal(withoutBytes.body.doc.length, 1);
  },
);

testService('a knowledge base must exist and belong to the agent', {}, async (service) => {
  const { call, app } = service;
  const { workspace_id: workspaceId } = await app.db.query
    .selectFrom('agents')
    .select('workspace_id')
    .executeTakeFirstOrThrow();
  const other = await app.rooms.agents.create(app.db.query, { workspaceId, name: 'Other' });
  const [foreign] = await app.db.query
    .selectFrom('knowledge_bases')
    .select('id')
    .where('agent_id', '=', other.id)
    .execute();
  for (const id of [foreign!.id, 'nonsense', '0'.repeat(24)]) {
    const answer = await call('POST', textAdd, { knowledge_base_id: id, chunk_token: 9, files: [file()] });
    assert.deepEqual([answer.status, answer.body.code], [404, 40000]);
    const listed = await call('GET', `/v1/bot/doc/query/page?knowledge_base_id=${id}&page=1&page_size=10`);
    assert.deepEqual([listed.status, listed.body.code], [404, 40000]);
  }
  assert.equal(await documentCount(service), 0);

  const made = await call('POST', '/v1/bot/knowledge/base/create', { name: 'Guides', desc: 'How to' });
  assert.match(made.body.knowledge_base_id, /^[0-9a-f]{24}$/);
  const again = await call('POST', '/v1/bot/knowledge/base/create', { name: 'Guides' });
  assert.deepEqual([again.status, again.body.code], [409, 40000]);
  const added = await call('POST', textAdd, {
    knowledge_base_id: made.body.knowledge_base_id,
    chunk_token: 600,
    files: [file()],
  });
  assert.equal(added.body.doc.length, 1);
  const page = await call('GET', '/v1/bot/knowledge/base/page');
  assert.deepEqual(
    page.body.knowledge_base.map((base: { name: string; desc: string; doc: number }) => [
      base.name,
      base.desc,
      base.doc,
    ]),
    [
      ['Guides', 'How to', 1],
      ['Default', '', 0],
    ],
  );
});

testService(
  'problems of the upload are in failed, problems of parsing in the document',
  {},
  async (service) => {
    const server = createServer((request, response) => {
      if (request.url === '/guide.md') response.end('# Guide\n\nFetched from afar.');
      else if (request.url === '/big.txt') response.end('x'.repeat(10 * 1024 * 1024 + 1));
      else if (request.url === '/empty.txt') response.end('');
      else response.writeHead(404).end('nothing here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const archive = Buffer.from('1f8b080000000000', 'hex');
    try {
      const { status, body } = await service.call('POST', textAdd, {
        chunk_token: 600,
        files: [
          { file_name: 'broken.txt', file_base64: '§§§ not base64 §§§' },
          { file_name: 'archive.txt', file_base64: base64(archive) },
          { file_name: 'script.py', file_base64: base64('print(1)') },
          { file_name: 'gone.txt', file_url: `${host}/gone` },
          { file_url: `${host}/big.txt` },
          { file_name: 'empty.txt', file_url: `${host}/empty.txt` },
          { file_name: 'odd.txt', file_url: 'ftp://example.com/a.txt' },
          { file_name: 'inside.txt', file_url: 'http://10.0.0.1/a.txt' },
          { file_url: `${host}/guide.md` },
          { file_name: 'both.txt', file_url: `${host}/gone`, file_base64: base64('The content wins.') },
          { file_name: 'damaged.pdf', file_base64: base64('%PDF-1.7\nnothing that follows is a PDF') },
          { file_name: 'blank.txt', file_base64: base64(' \n\t ') },
          { file_base64: base64('nameless') },
        ],
      });
      assert.equal(status, 200);
      assert.deepEqual(body.failed, [
        'broken.txt',
        'archive.txt',
        'script.py',
        'gone.txt',
        `${host}/big.txt`,
        'empty.txt',
        'odd.txt',
        'inside.txt',
      ]);
      const names: string[] = body.doc.map((each: { doc_name: string }) => each.doc_name);
      assert.deepEqual(names, ['guide.md', 'both.txt', 'damaged.pdf', 'blank.txt', 'document.txt']);
      const ids: string[] = body.doc.map((each: { doc_id: string }) => each.doc_id);
      const states = await settled(service, ids);
      assert.deepEqual(
        ids.map((id) => states.get(id)!.status),
        ['AVAILABLE', 'AVAILABLE', 'FAILED', 'FAILED', 'AVAILABLE'],
      );
      assert.match(states.get(ids[2]!)!.reason!, /damaged/);
      assert.match(states.get(ids[3]!)!.reason!, /No text was found/);
      const found = await service.call('POST', '/v1/vector/match', { prompt: 'The content wins.', top_k: 1 });
      assert.equal(found.body.list[0].data_id, ids[1]);

      const retried = await service.call('POST', '/v1/bot/data/retry/batch', undefined, {
        headers: { 'content-type': 'application/json' },
      });
      assert.deepEqual(retried.body, { affectCount: 2 });
      const after = await settled(service, ids);
      assert.equal(after.get(ids[2]!)!.status, 'FAILED');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

testService('a repeated upload with the same key adds nothing and returns the same', {}, async (service) => {
  const body = { chunk_token: 600, files: [file()] };
  const headers = { 'idempotency-key': 'once' };
  const first = await service.call('POST', textAdd, body, { headers });
  const again = await service.call('POST', textAdd, body, { headers });
  assert.deepEqual(again.body, first.body);
  const together = await Promise.all(
    Array.from({ length: 3 }, () =>
      service.call('POST', textAdd, body, { headers: { 'idempotency-key': 'twice' } }),
    ),
  );
  assert.deepEqual(together[1]!.body, together[0]!.body);
  assert.deepEqual(together[2]!.body, together[0]!.body);
  assert.equal(await documentCount(service), 2);
  const other = await service.call('POST', textAdd, { ...body, chunk_token: 5 }, { headers });
  assert.deepEqual([other.status, other.body.code], [400, 40000]);
});

testService('spreadsheets are found by their rows under their header', {}, async (service) => {
  const { call } = service;
  const { body } = await call('POST', sheetAdd, {
    files: [
      { file_name: 'prices.csv', file_base64: base64('item,price\nchair,40\ntable,90\n') },
      { file_name: 'text.txt', file_base64: base64('not a table') },
    ],
  });
  assert.deepEqual(body.failed, ['text.txt']);
  const [{ doc_id: id }] = body.doc;
  await settled(service, [id]);
  const found = await call('POST', '/v1/vector/match', { prompt: 'chair price', embedding_rate: 0 });
  assert.match(found.body.list[0].content, /item.*price[\s\S]*chair.*40/);

  const asText = await call('PUT', '/v1/bot/doc/text/update', {
    files: [{ doc_id: id, file_base64: base64('text') }],
  });
  assert.deepEqual(asText.body, { doc: [], failed: [id] });
  const updated = await call('PUT', '/v1/bot/doc/spreadsheet/update', {
    header_row: 1,
    files: [{ doc_id: id, file_base64: base64('item,price\nsofa,200\n') }],
  });
  assert.deepEqual(updated.body.failed, []);
  await settled(service, [id]);
  const after = await call('POST', '/v1/vector/match', { prompt: 'sofa', embedding_rate: 0 });
  assert.match(after.body.list[0].content, /sofa.*200/);
});

testService('an update changes, keeps or clears the source as requested', {}, async (service) => {
  const { call } = service;
  const added = await call('POST', textAdd, {
    chunk_token: 600,
    files: [{ ...file(), source_url: 'https://a.example/1' }],
  });
  const [{ doc_id: id }] = added.body.doc;
  const sourceAfter = async (sourceUrl: string | undefined): Promise<string> => {
    await call('PUT', '/v1/bot/doc/text/update', {
      files: [{ doc_id: id, file_base64: base64('new'), source_url: sourceUrl }],
    });
    const row = await service.app.db.query
      .selectFrom('documents')
      .select('source_url')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.source_url;
  };
  assert.equal(await sourceAfter(undefined), 'https://a.example/1');
  assert.equal(await sourceAfter(''), 'https://a.example/1');
  assert.equal(await sourceAfter('https://a.example/2'), 'https://a.example/2');
  assert.equal(await sourceAfter('NULL'), '');
  const unknown = await call('PUT', '/v1/bot/doc/text/update', {
    files: [{ doc_id: '0'.repeat(24), file_base64: base64('new') }],
  });
  assert.deepEqual(unknown.body, { doc: [], failed: ['0'.repeat(24)] });
});

testService('listings, states and deletions follow their rules', {}, async (service) => {
  const { call } = service;
  const added = await call('POST', textAdd, {
    chunk_token: 600,
    files: Array.from({ length: 12 }, (_, at) => file(`text ${at}`, `${at}.txt`)),
  });
  const ids: string[] = added.body.doc.map((each: { doc_id: string }) => each.doc_id);
  const base = (await call('GET', '/v1/bot/knowledge/base/page')).body.knowledge_base[0].id;
  const page = (query: string) => call('GET', `/v1/bot/doc/query/page?${query}`);
  for (const query of [
    'page=1&page_size=10',
    `knowledge_base_id=${base}&page_size=10`,
    `knowledge_base_id=${base}&page=1`,
    `knowledge_base_id=${base}&page=0&page_size=10`,
    `knowledge_base_id=${base}&page=1&page_size=9`,
    `knowledge_base_id=${base}&page=1&page_size=101`,
    `knowledge_base_id=${base}&page=x&page_size=10`,
  ]) {
    const answer = await page(query);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000], query);
  }
  const first = await page(`knowledge_base_id=${base}&page=1&page_size=10`);
  const second = await page(`knowledge_base_id=${base}&page=2&page_size=10`);
  assert.deepEqual([first.body.total, second.body.total], [12, 12]);
  const listed = [...first.body.list, ...second.body.list].map((each: { id: string }) => each.id);
  assert.deepEqual(listed, ids.toReversed(), 'newest first');

  const status = (query: string) => call('GET', `/v1/bot/data/detail/list${query}`);
  assert.equal((await status('')).status, 400);
  assert.equal((await status('?data_ids=')).status, 400);
  const mixed = await status(`?data_ids=${ids[0]},nonsense&data_ids=${ids[1]}&data_ids=${ids[0]}`);
  assert.deepEqual(
    mixed.body.map((each: { data_id: string }) => each.data_id),
    [ids[0], ids[1]],
  );

  assert.equal((await call('DELETE', '/v1/bot/doc/batch/delete')).status, 400);
  const deleted = await call('DELETE', `/v1/bot/doc/batch/delete?doc=${ids[0]},${ids[1]}&doc=unknown`);
  assert.deepEqual(deleted.body, { code: 0, message: 'OK' });
  assert.deepEqual((await status(`?data_ids=${ids[0]},${ids[1]}`)).body, []);
  assert.equal((await page(`knowledge_base_id=${base}&page=1&page_size=10`)).body.total, 10);
});
