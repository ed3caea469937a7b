import assert from 'node:assert/strict';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const untilActive = async ({ agent, call }: ConsoleCalls, id: string) =>
  eventually('the document is ready', async () => {
    const { body } = await call('GET', `${agent}/documents/${id}`);
    return body.status === 'ACTIVE';
  });

const upload = async (calls: ConsoleCalls, query: string, text: string): Promise<string> => {
  const { status, body } = await calls.sendFile(
    'POST',
    `${calls.agent}/documents/upload?${query}`,
    Buffer.from(text),
  );
  assert.equal(status, 201, JSON.stringify(body));
  await untilActive(calls, body.id);
  return body.id;
};

const search = async ({ agent, call }: ConsoleCalls, query: string, more = {}): Promise<string[]> => {
  const { status, body } = await call('POST', `${agent}/retrieval-test`, {
    query,
    embeddingRate: 0,
    minimumScore: null,
    ...more,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.chunks.map(({ content }: { content: string }) => content);
};

testService('an operator edits, adds, disables, restores and deletes chunks', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const { agent, call } = calls;
  const id = await upload(calls, 'name=a.md&splitter=%23%23%23', 'Alpha text.###Beta text.###Gamma text.');
  const path = `${agent}/documents/${id}/chunks`;
  const list = async () => (await call('GET', path)).body.items;
  const [alpha, beta] = await list();
  const edited = await call('PATCH', `${path}/${alpha.id}`, { content: 'Delta text.', keywords: ['fourth'] });
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
  assert.deepEqual(
    [
      edited.body.content,
      edited.body.keywords,
      edited.body.edit.originalContent,
      edited.body.edit.hasConflict,
    ],
    ['Delta text.', ['fourth'], 'Alpha text.', false],
  );
  assert.deepEqual(await search(calls, 'fourth'), ['Delta text.']);
  assert.deepEqual(await search(calls, 'alpha'), []);

  assert.equal((await call('PATCH', `${path}/${beta.id}`, { isEnabled: false })).body.isEnabled, false);
  assert.deepEqual(await search(calls, 'beta'), []);
  const { body: document } = await call('GET', `${agent}/documents/${id}`);
  assert.equal(document.chunks, 2);

  const added = await call('POST', path, { content: 'Epsilon text.' });
  assert.deepEqual([added.status, added.body.edit.kind], [201, 'add']);
  assert.deepEqual(await search(calls, 'epsilon'), ['Epsilon text.']);
  assert.equal((await list()).length, 4);

  assert.equal((await call('POST', `${path}/${alpha.id}/restore`)).status, 204);
  assert.deepEqual(await search(calls, 'alpha'), ['Alpha text.']);
  assert.equal((await call('POST', `${path}/${alpha.id}/restore`)).status, 409);
  assert.equal((await call('DELETE', `${path}/${alpha.id}`)).status, 204);
  assert.equal((await call('DELETE', `${path}/${alpha.id}`)).status, 404);
  assert.deepEqual(await search(calls, 'alpha'), []);

  // Edits are kept when the document is indexed again, or discarded.
  assert.equal((await call('POST', `${agent}/documents/${id}/retry`)).status, 200);
  await untilActive(calls, id);
  assert.deepEqual(
    (await list()).map(({ content }: { content: string }) => content),
    ['Beta text.', 'Gamma text.', 'Epsilon text.'],
  );
  assert.equal((await call('POST', `${agent}/documents/${id}/retry?edits=replace`)).status, 200);
  await untilActive(calls, id);
  assert.deepEqual(
    (await list()).map(({ content }: { content: string }) => content),
    ['Alpha text.', 'Beta text.', 'Gamma text.'],
  );
  const { body: wrong } = await call('PATCH', `${path}/${(await list())[0].id}`, { content: '  ' });
  assert.match(wrong.message, /content must not be empty/);
  const audit = await service.app.db.query.selectFrom('audit_entries').select('action').execute();
  const actions = audit.map(({ action }): string => action);
  for (const action of ['chunk.add', 'chunk.update', 'chunk.restore', 'chunk.delete'])
    assert.ok(actions.includes(action), action);
});

testService('documents are renamed, moved, disabled, tagged and filtered', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const { agent, call } = calls;
  const [first, second] = [
    await upload(calls, 'name=a.md', 'Shared words of the first document.'),
    await upload(calls, 'name=b.md', 'Shared words of the second document.'),
  ];
  const change = (id: string, body: unknown) => call('PATCH', `${agent}/documents/${id}`, body);
  const { body: base } = await call('POST', `${agent}/knowledge-bases`, { name: 'Other' });
  const changed = await change(first!, {
    name: ' Renamed.md ',
    knowledgeBaseId: base.id,
    tags: ['Public', ' Public ', 'a "quoted" 100%'],
    attributes: { year: 2025, team: 'Sales', isFinal: true },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(
    [changed.body.name, changed.body.knowledgeBaseId, changed.body.tags, changed.body.attributes],
    ['Renamed.md', base.id, ['Public', 'a "quoted" 100%'], { year: 2025, team: 'Sales', isFinal: true }],
  );
  await change(second!, { tags: ['Internal'], attributes: { year: 2023 } });

  const found = async (filter: unknown) =>
    (await search(calls, 'shared words', { filter })).map((text) => /first|second/.exec(text)![0]).sort();
  const where = (name: string, operator: string, value: unknown) => ({
    attributes: [{ name, operator, value }],
  });
  assert.deepEqual(await found({ tags: ['Public'] }), ['first']);
  assert.deepEqual(await found({ tags: ['Internal', 'Public'] }), ['first', 'second']);
  assert.deepEqual(await found({ tags: ['Other'] }), []);
  assert.deepEqual(await found(where('year', 'gte', 2024)), ['first']);
  assert.deepEqual(await found(where('year', 'lte', 2024)), ['second']);
  assert.deepEqual(await found(where('year', 'equals', [2023, 2025])), ['first', 'second']);
  assert.deepEqual(await found(where('year', 'equals', '2025')), []);
  assert.deepEqual(await found(where('team', 'not_equals', 'Sales')), ['second']);
  assert.deepEqual(await found(where('constructor', 'equals', 'x')), []);
  assert.deepEqual(await search(calls, 'shared', { knowledgeBaseIds: [base.id], filter: null }), [
    'Shared words of the first document.',
  ]);

  // The setting of the agent applies to searches without their own filter; vector match has its own.
  await service.configure({ knowledge: { filter: { tags: ['Internal'] } } });
  assert.deepEqual(await search(calls, 'shared'), ['Shared words of the second document.']);
  const matched = await service.call('POST', '/v1/vector/match', {
    prompt: 'shared words',
    filter: { attributes: [{ name: 'isFinal', operator: 'equals', value: true }] },
  });
  assert.deepEqual(
    matched.body.list.map((one: { document_name: string }) => one.document_name),
    ['Renamed.md'],
  );
  const invalid = await service.call('POST', '/v1/vector/match', {
    prompt: 'shared',
    filter: { attributes: [{ name: 'year', operator: 'like', value: 1 }] },
  });
  assert.match(invalid.body.message, /filter\.attributes\[0\]\.operator/);

  const listed = async (tag: string) =>
    (await call('GET', `${agent}/documents?tag=${encodeURIComponent(tag)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    );
  assert.deepEqual(await listed('a "quoted" 100%'), [first]);
  assert.deepEqual(await listed('ublic'), []);

  await change(second!, { isEnabled: false });
  assert.deepEqual(await search(calls, 'shared', { filter: null }), ['Shared words of the first document.']);
  await change(second!, { isEnabled: true });
  assert.equal((await search(calls, 'shared', { filter: null })).length, 2);

  const refused: [unknown, number, RegExp][] = [
    [{ name: ' ' }, 400, /^name /],
    [{ knowledgeBaseId: 'unknown' }, 404, /no such knowledge base/],
    [{ tags: ['x'.repeat(51)] }, 400, /tags must have at most 50 characters/],
    [{ attributes: { ['n'.repeat(61)]: 1 } }, 400, /attributes must have names/],
    [{ attributes: { a: { b: 1 } } }, 400, /attributes/],
    [{ sourceUrl: 'not a url' }, 400, /sourceUrl/],
  ];
  for (const [body, status, message] of refused) {
    const answer = await change(first!, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.match(answer.body.message, message);
  }
  assert.equal((await change('0'.repeat(24), { name: 'x' })).status, 404);
});

testService('a table becomes questions and answers, is edited and exported', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const { agent, call } = calls;
  const csv = 'question,answer\n"Where?\nWhich place?",Here\nWhen?,\nHow?,"- slowly\n- carefully"\n';
  const id = await upload(calls, 'name=faq.csv&kind=qa', csv);
  const { body: document } = await call('GET', `${agent}/documents/${id}`);
  assert.deepEqual([document.kind, document.chunks], ['qa', 2]);
  assert.deepEqual(document.warnings, ['Row 3 was skipped: it has no answer']);
  const path = `${agent}/documents/${id}/chunks`;
  const { items } = (await call('GET', path)).body;
  assert.deepEqual(
    items.map((one: { questions: string[]; content: string }) => [one.questions, one.content]),
    [
      [['Where?', 'Which place?'], 'Here'],
      [['How?'], '- slowly\n- carefully'],
    ],
  );
  const edited = await call('PATCH', `${path}/${items[0].id}`, { questions: ['Whereabouts?'] });
  assert.deepEqual(edited.body.questions, ['Whereabouts?']);
  assert.deepEqual(await search(calls, 'whereabouts'), ['Here']);
  assert.deepEqual(await search(calls, 'place'), []);
  assert.match((await call('POST', path, { content: 'No question' })).body.message, /questions must contain/);
  await call('POST', path, { content: 'Never', questions: ['When?'] });
  const exported = await call('GET', `${agent}/documents/${id}/qa`);
  assert.match(String(exported.headers['content-disposition']), /filename="faq.csv"/);
  assert.equal(
    exported.text.replace('\uFEFF', ''),
    'question,answer\r\nWhereabouts?,Here\r\nHow?,"\'- slowly\n\'- carefully"\r\nWhen?,Never\r\n',
  );
  const again = await upload(calls, 'name=again.csv&kind=qa', exported.text);
  const { body: copied } = await call('GET', `${agent}/documents/${again}/chunks`);
  assert.deepEqual(
    copied.items.map((one: { content: string }) => one.content),
    ['Here', '- slowly\n- carefully', 'Never'],
  );
  const made = await call('POST', `${agent}/documents/qa`, {
    name: 'Written here',
    pairs: [{ questions: ['Who?'], answer: 'Ann' }],
  });
  assert.deepEqual([made.status, made.body.kind, made.body.name], [201, 'qa', 'Written here']);
  await untilActive(calls, made.body.id);
  assert.deepEqual(await search(calls, 'who'), ['Ann']);
  const text = await upload(calls, 'name=a.md', 'Text');
  assert.equal((await call('GET', `${agent}/documents/${text}/qa`)).status, 400);
});

testService('chunks are previewed without storing anything', {}, async (service) => {
  const { agent, call, sendFile } = await openConsoleCalls(service);
  const preview = (query: string, text: string | Buffer) =>
    sendFile('POST', `${agent}/documents/preview?${query}`, Buffer.from(text));
  const markdown = `# Title\n\n${'A sentence of a few words. '.repeat(40)}`;
  const { status, body } = await preview('name=a.md&chunkTokens=50', markdown);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.chunks.length, body.chunkCount);
  assert.ok(body.chunkCount >= 5 && body.chunks.every((one: { tokens: number }) => one.tokens <= 50));
  assert.deepEqual(body.chunks[1].headingPath, ['Title']);
  assert.equal((await preview('name=a.md&chunkTokens=1000', markdown)).body.chunkCount, 1);
  const long = await preview('name=long.txt&chunkTokens=10', 'Some words follow here. '.repeat(3000));
  assert.equal(long.body.chunks.length, 50);
  assert.ok(long.body.chunkCount > 1000);
  const pairs = await preview('name=faq.csv&kind=qa', 'question,answer\nWho?,Ann\n');
  assert.deepEqual(pairs.body.chunks[0].questions, ['Who?']);
  const refused = await preview('name=a.md', Buffer.from('7f454c4602010100', 'hex'));
  assert.deepEqual([refused.status, /refused: the file is of type/.test(refused.body.message)], [400, true]);
  assert.equal((await preview('name=a.md', '   ')).status, 400);
  assert.equal((await call('GET', `${agent}/documents`)).body.total, 0);
});
