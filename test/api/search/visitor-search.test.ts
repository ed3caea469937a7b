import assert from 'node:assert/strict';
import { conversationOf, openVisit, type Visit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';

const enabled = { share: true, embed: true, widget: true, liveChat: true, search: true };

const openSearch = (service: TestService, more: object = {}): Promise<Visit> =>
  openVisit(service, { channel: 'AI_SEARCH', ...more });

const search = (visit: Visit, parameters: Record<string, string>) =>
  visit.call('GET', `/search?${new URLSearchParams(parameters)}`);

const titles = async (visit: Visit, query: string): Promise<string[]> =>
  (await search(visit, { query })).body.list.map((one: { title: string }) => one.title).sort();

testService(
  'a visitor finds documents while typing, without ids and other attributes',
  {},
  async (service) => {
    const operator = await operatorOf(service);
    const [id] = await addTexts(service, [
      { name: 'returns.txt', text: 'Umbrellas can be returned.', sourceUrl: 'https://shop.example/returns' },
    ]);
    await operator.call('PATCH', `${operator.agent}/documents/${id}`, { attributes: { internal: 'secret' } });
    const visit = await openSearch(service);
    assert.equal(visit.session.agent.search_placeholder, '');
    assert.deepEqual((await search(visit, { query: 'umbrella retu' })).body, {
      total: 1,
      list: [
        {
          title: 'returns.txt',
          url: 'https://shop.example/returns',
          headings: [],
          snippet: [
            { text: 'Umbrellas', is_match: true },
            { text: ' can be ', is_match: false },
            { text: 'returned', is_match: true },
            { text: '.', is_match: false },
          ],
        },
      ],
      facets: [],
    });
  },
);

testService('results are what the agent may cite, narrowed by the settings', {}, async (service) => {
  const { call, configure } = service;
  const operator = await operatorOf(service);
  const base = (await call('POST', '/v1/bot/knowledge/base/create', { name: 'Public' })).body
    .knowledge_base_id;
  const [secret] = await addTexts(service, [{ name: 'internal.txt', text: 'umbrella internal' }]);
  const [open] = await addTexts(service, [{ name: 'public.txt', text: 'umbrella public' }], {
    knowledgeBaseId: base,
  });
  await operator.call('PATCH', `${operator.agent}/documents/${open}`, { tags: ['open'] });
  const settings = (part: object, knowledge: object = {}) =>
    configure({ channels: { enabled, search: part }, knowledge } as never);
  await settings({});
  const visit = await openSearch(service);
  assert.deepEqual(await titles(visit, 'umbr'), ['internal.txt', 'public.txt']);
  await settings({ groupIds: [base] });
  assert.deepEqual(await titles(visit, 'umbr'), ['public.txt']);
  await settings({ groupIds: [] });
  assert.deepEqual(await titles(visit, 'umbr'), []);
  await settings({ groupIds: null }, { filter: { tags: ['open'] } });
  assert.deepEqual(await titles(visit, 'umbr'), ['public.txt']);
  await settings({ groupIds: null }, { filter: null, groupIds: [], dataIds: [secret] });
  assert.deepEqual(await titles(visit, 'umbr'), ['internal.txt']);
});

testService('visitors filter by the attributes of the settings only', {}, async (service) => {
  const operator = await operatorOf(service);
  const ids = await addTexts(service, [
    { name: 'a.txt', text: 'umbrella one' },
    { name: 'b.txt', text: 'umbrella two' },
  ]);
  for (const [index, color] of ['red', 'blue'].entries())
    await operator.call('PATCH', `${operator.agent}/documents/${ids[index]}`, {
      attributes: { color, cost: 5 },
    });
  const filters = [{ attribute: 'color', label: 'Color of it' }];
  await service.configure({ channels: { enabled, search: { filters } } } as never);
  const visit = await openSearch(service);
  const filter = JSON.stringify({ color: ['red'] });
  const { body } = await search(visit, { query: 'umbr', filter });
  assert.deepEqual(
    body.list.map((one: { title: string }) => one.title),
    ['a.txt'],
  );
  assert.deepEqual(body.facets, [
    {
      name: 'color',
      label: 'Color of it',
      values: [
        { value: 'blue', count: 1 },
        { value: 'red', count: 1 },
      ],
    },
  ]);
  for (const [bad, message] of [
    ['{"cost":[5]}', /filter: results cannot be filtered by cost/],
    ['{"__proto__":["x"]}', /filter: results cannot be filtered by __proto__/],
    ['x', /filter must be JSON/],
    ['{"color":"red"}', /filter\.color must be a list/],
    ['{"color":[]}', /filter\.color must not be empty/],
  ] as const) {
    const answer = await search(visit, { query: 'umbr', filter: bad });
    assert.equal(answer.status, 400, bad);
    assert.match(answer.body.message, message);
  }
});

testService('only a session of a search that is on can search', {}, async (service) => {
  await addTexts(service, [{ name: 'a.txt', text: 'umbrella' }]);
  const visit = await openSearch(service);
  const widget = await openVisit(service);
  assert.equal((await search(widget, { query: 'umbr' })).status, 404);
  assert.equal(
    (await service.call('GET', `${visit.root}/search?query=x`, undefined, { key: null })).status,
    401,
  );
  assert.equal((await search(visit, { query: ' ' })).status, 400);
  assert.equal((await search(visit, { query: 'x'.repeat(501) })).status, 400);
  await service.configure({ channels: { enabled: { ...enabled, search: false } } } as never);
  const off = await search(visit, { query: 'umbr' });
  assert.equal(off.status, 404);
  assert.match(off.body.message, /AI_SEARCH of this agent is disabled/);
  assert.equal((await openSearch(service)).status, 404);
  assert.equal((await service.call('GET', `/search/${visit.agentId}`, undefined, { key: null })).status, 404);
});

testService('a visitor of another agent finds nothing of this one', {}, async (service) => {
  await addTexts(service, [{ name: 'a.txt', text: 'umbrella' }]);
  const operator = await operatorOf(service);
  const { body: other } = await operator.call('POST', `${operator.workspace}/agents`, { name: 'Other' });
  const stranger = await openSearch(service, { agentId: other.id });
  assert.deepEqual(await titles(stranger, 'umbr'), []);
  const own = await openSearch(service);
  const crossed = await service.call('GET', `${own.root}/search?query=umbr`, undefined, {
    key: stranger.token,
  });
  assert.equal(crossed.status, 401);
});

testService(
  'an answer is a conversation of the type AI_SEARCH that only its visitor sees',
  {},
  async (service) => {
    await addTexts(service, [{ name: 'a.txt', text: 'Umbrellas can be returned within 30 days.' }]);
    const visit = await openSearch(service);
    const first = (await visit.call('POST', '/conversations', {})).body.conversation_id;
    const sent = await visit.send('How long can I return an umbrella?', { conversation_id: first });
    assert.equal(sent.status, 200);
    assert.equal(readEvents(sent.text).at(-1)!.code, 0);
    assert.equal(conversationOf(sent), first);
    const second = (await visit.call('POST', '/conversations', {})).body.conversation_id;
    assert.notEqual(second, first, 'each question begins a conversation');
    const listed = await service.call('GET', '/v1/bot/conversation/page?conversation_type=AI_SEARCH');
    const item = listed.body.list.find((one: { conversation_id: string }) => one.conversation_id === first);
    assert.equal(item.conversation_type, 'AI_SEARCH');

    // The chat that continues the search has the same channel and secret.
    const chat = await openSearch(service, { browser_secret: visit.secret });
    assert.equal((await chat.read(first)).length, 2);
    const stranger = await openSearch(service);
    assert.equal((await stranger.call('GET', `/conversations/${first}/messages`)).status, 404);
  },
);
