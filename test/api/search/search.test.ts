import assert from 'node:assert/strict';
import { operatorOf } from '../../support/console/operator.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { type TestService, testService } from '../../support/service/service.ts';

interface Found {
  total: number;
  list: {
    data_id: string;
    title: string;
    url: string;
    chunk_id: string;
    headings: string[];
    snippet: { text: string; is_match: boolean }[];
    score: number;
    tags: string[];
    attributes: Record<string, unknown>;
  }[];
  facets: { name: string; values: { value: unknown; count: number }[] }[];
}

const search = async (
  { call }: Pick<TestService, 'call'>,
  parameters: Record<string, string>,
  key?: string,
): Promise<Found> => {
  const answer = await call(
    'GET',
    `/v1/search?${new URLSearchParams(parameters)}`,
    undefined,
    key ? { key } : {},
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

const titles = async (service: Pick<TestService, 'call'>, query: string): Promise<string[]> =>
  (await search(service, { query })).list.map(({ title }) => title);

const matches = ({ list }: Found): string[] =>
  list.flatMap(({ snippet }) => snippet.filter((part) => part.is_match).map(({ text }) => text));

const handbook = [
  {
    name: 'returns.txt',
    text: 'Umbrellas can be returned within 30 days.',
    sourceUrl: 'https://shop.example/returns',
  },
  { name: 'shipping.txt', text: 'We ship umbrellas to all countries. Delivery takes five days.' },
  { name: 'opening-hours.txt', text: 'The shop is open from nine to five.' },
];

testService('documents are found while a word is being typed', {}, async (service) => {
  await addTexts(service, handbook);
  assert.deepEqual(await titles(service, 'retu'), ['returns.txt']);
  assert.deepEqual(await titles(service, 'umbrella del'), ['shipping.txt', 'returns.txt']);
  assert.deepEqual(await titles(service, 'how do I ret'), ['returns.txt']);
  // After a space the word is complete.
  assert.deepEqual(await titles(service, 'retu '), []);
  const found = await search(service, { query: 'retu' });
  assert.deepEqual(matches(found), ['returned']);
  const [first] = found.list;
  assert.equal(first!.url, 'https://shop.example/returns');
  assert.equal(first!.snippet.map(({ text }) => text).join(''), 'Umbrellas can be returned within 30 days.');
  assert.ok(first!.score > 0 && first!.score < 1);
});

testService('the word that was typed ranks above longer words', {}, async (service) => {
  await addTexts(service, [
    { name: 'long.txt', text: 'The catalogue of our products, and another catalogue.' },
    { name: 'exact.txt', text: 'A cat sleeps on the sofa.' },
  ]);
  assert.deepEqual(await titles(service, 'cat'), ['exact.txt', 'long.txt']);
});

testService('documents are found by their name', {}, async (service) => {
  await addTexts(service, handbook);
  assert.deepEqual((await titles(service, 'opening'))[0], 'opening-hours.txt');
  assert.deepEqual(await titles(service, 'openi'), ['opening-hours.txt']);
});

testService('Chinese, Japanese, Korean and Thai texts are found while typing', {}, async (service) => {
  await addTexts(service, [
    { name: 'zh.txt', text: '我们支持七天内退款。' },
    { name: 'ja.txt', text: '返品できますか。カタカナです。' },
    { name: 'ko.txt', text: '환불은 가능합니까' },
    { name: 'th.txt', text: 'สำนักงานอยู่ที่กรุงเทพ' },
  ]);
  assert.deepEqual((await titles(service, '退'))[0], 'zh.txt');
  assert.deepEqual((await titles(service, '退款'))[0], 'zh.txt');
  assert.deepEqual((await titles(service, '七天內退'))[0], 'zh.txt');
  assert.deepEqual((await titles(service, '返品'))[0], 'ja.txt');
  assert.deepEqual(await titles(service, 'カ'), ['ja.txt']);
  assert.deepEqual(await titles(service, '환'), ['ko.txt']);
  assert.deepEqual(await titles(service, 'กรุงเท'), ['th.txt']);
  assert.deepEqual(matches(await search(service, { query: '退款' })).slice(0, 1), ['退款']);
});

testService('a document is one result with its best chunk, and pages do not overlap', {}, async (service) => {
  await addTexts(service, [
    {
      name: 'long.txt',
      text: Array.from(
        { length: 40 },
        (_, at) => `# Part ${at}\n\nAbout umbrellas. ${'word '.repeat(150)}`,
      ).join('\n\n'),
    },
    ...Array.from({ length: 6 }, (_, at) => ({ name: `${at}.txt`, text: `Umbrella number ${at}` })),
  ]);
  const first = await search(service, { query: 'umbrella', page_size: '4' });
  const second = await search(service, { query: 'umbrella', page_size: '4', page: '2' });
  assert.deepEqual([first.total, first.list.length, second.list.length], [7, 4, 3]);
  assert.equal(new Set([...first.list, ...second.list].map((one) => one.data_id)).size, 7);
  assert.deepEqual((await search(service, { query: 'umbrella', page: '100', page_size: '50' })).list, []);
});

testService(
  'results are narrowed by knowledge base, document and attributes, and values are counted',
  {},
  async (service) => {
    const { call } = service;
    const operator = await operatorOf(service);
    const base = (await call('POST', '/v1/bot/knowledge/base/create', { name: 'Two' })).body
      .knowledge_base_id;
    const ids = await addTexts(service, [
      { name: 'a.txt', text: 'umbrella one' },
      { name: 'b.txt', text: 'umbrella two' },
      { name: 'c.txt', text: 'umbrella three' },
    ]);
    const [other] = await addTexts(service, [{ name: 'd.txt', text: 'umbrella four' }], {
      knowledgeBaseId: base,
    });
    const set = (id: string, attributes: object) =>
      operator.call('PATCH', `${operator.agent}/documents/${id}`, { attributes });
    for (const [id, attributes] of [
      [ids[0]!, { color: 'red', year: 2024 }],
      [ids[1]!, { color: 'red', year: 2025 }],
      [ids[2]!, { color: 'blue' }],
    ] as const)
      assert.equal((await set(id, attributes)).status, 200);
    const named = async (parameters: Record<string, string>) =>
      (await search(service, { query: 'umbr', ...parameters })).list.map(({ title }) => title).sort();
    assert.deepEqual(await named({ group_ids: base }), ['d.txt']);
    assert.deepEqual(await named({ data_ids: `${ids[0]},${other}` }), ['a.txt', 'd.txt']);
    const red = JSON.stringify({ attributes: [{ name: 'color', operator: 'equals', value: 'red' }] });
    assert.deepEqual(await named({ filter: red }), ['a.txt', 'b.txt']);
    const found = await search(service, { query: 'umbr', filter: red, facets: 'color,year' });
    assert.deepEqual(found.total, 2);
    assert.deepEqual(found.facets, [
      {
        name: 'color',
        values: [
          { value: 'red', count: 2 },
          { value: 'blue', count: 1 },
        ],
      },
      {
        name: 'year',
        values: [
          { value: 2024, count: 1 },
          { value: 2025, count: 1 },
        ],
      },
    ]);
    assert.deepEqual(found.list.find(({ title }) => title === 'a.txt')!.attributes, {
      color: 'red',
      year: 2024,
    });
  },
);

testService('changed, renamed and deleted documents are searched as they are now', {}, async (service) => {
  const { call } = service;
  const operator = await operatorOf(service);
  const [id] = await addTexts(service, handbook);
  assert.deepEqual(await titles(service, 'retu'), ['returns.txt']);
  await operator.call('PATCH', `${operator.agent}/documents/${id}`, { name: 'money-back.txt' });
  assert.deepEqual(await titles(service, 'mone'), ['money-back.txt']);
  await call('POST', '/v1/bot/doc/chunks/add', {
    doc_id: id,
    chunks: [{ content: 'Parasols are excluded.' }],
  });
  assert.deepEqual(await titles(service, 'paras'), ['money-back.txt']);
  await call('DELETE', `/v1/bot/doc/batch/delete?doc=${id}`);
  assert.deepEqual(await titles(service, 'retu'), []);
  assert.deepEqual(await titles(service, 'mone'), []);
});

testService('documents of another agent are never found', {}, async (service) => {
  const operator = await operatorOf(service);
  const { body: other } = await operator.call('POST', `${operator.workspace}/agents`, { name: 'Other' });
  const { key } = await service.app.rooms.apiKeys.create(service.app.db.query, {
    agentId: other.id,
    name: 'x',
  });
  const [foreign] = await addTexts(service, [{ name: 'secret.txt', text: 'umbrella secret' }], {
    key,
  });
  await addTexts(service, handbook);
  assert.deepEqual(await titles(service, 'secr'), []);
  const byId = await search(service, { query: 'umbrella', data_ids: foreign! });
  assert.deepEqual([byId.total, byId.list], [0, []]);
  assert.equal((await search(service, { query: 'secr' }, key)).total, 1);
});

testService('an invalid search is rejected, and one at the limit is not', {}, async (service) => {
  const { call } = service;
  const refused: [string, RegExp][] = [
    ['', /query is required/],
    ['query=%20', /query must not be blank/],
    [`query=${'x'.repeat(501)}`, /query must have at most 500 characters/],
    ['query=x&page=0', /page must be at least 1/],
    ['query=x&page=101', /page must be at most 100/],
    ['query=x&page_size=51', /page_size must be at most 50/],
    ['query=x&page_size=a', /page_size must be a whole number/],
    ['query=x&filter=x', /filter must be JSON/],
    ['query=x&filter=[]', /filter must be an object/],
    ['query=x&filter={"tags":"a"}', /filter\.tags must be a list/],
    [
      'query=x&filter={"attributes":[{"name":"a","operator":"is","value":1}]}',
      /filter\.attributes\[0\]\.operator must be one of/,
    ],
    ['query=x&facets=a,b,c,d,e,f', /facets must have at most 5 items/],
  ];
  for (const [parameters, message] of refused) {
    const answer = await call('GET', `/v1/search?${parameters}`);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000], parameters);
    assert.match(answer.body.message, message);
  }
  const edge = { query: 'x'.repeat(500), page: '100', page_size: '50', facets: 'a,b,c,d,e' };
  assert.equal((await search(service, edge)).total, 0);
  for (const query of ['constructor', '__proto__', '"', '\\', '%', '😀', '(((', '\u202e'])
    assert.equal((await search(service, { query, facets: '__proto__' })).total, 0);
  assert.equal((await call('GET', '/v1/search?query=x', undefined, { key: 'wrong' })).status, 401);
});
