import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { createFlowAgent, edge, start } from '../../support/flows/flow-agent.ts';
import { testService } from '../../support/service/service.ts';

const send = ({ sendFile, base }: ConsoleCalls, content: Buffer | object, query = '') =>
  sendFile(
    'POST',
    `${base}/agent-files${query}`,
    Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)),
  );

const save = async ({ call, agent }: ConsoleCalls, change: object) => {
  const { version } = (await call('GET', agent)).body;
  const saved = await call('PATCH', agent, { version, ...change });
  assert.equal(saved.status, 200, saved.text);
};

/** The smallest file. */
const fileOf = (change: object = {}) => ({
  format: 'frontdesk-agent',
  formatVersion: 1,
  agent: { name: 'Imported', kind: 'simple', settings: { prompt: 'Be kind.' } },
  ...change,
});

const names = async ({ call, base }: ConsoleCalls): Promise<string[]> =>
  (await call('GET', `${base}/agents`)).body.items.map(({ name }: { name: string }) => name);

testService(
  'an exported agent is imported with tables, knowledge and test sets, without secrets',
  {},
  async (service) => {
    const calls = await openConsoleCalls(service);
    const { call, agent, base } = calls;
    const secret = 'Bearer secret-of-the-test';
    const table = await call('POST', `${agent}/tables`, {
      name: 'orders',
      description: 'Orders of the shop',
      fields: [{ name: 'number', description: 'Order number', type: 'TEXT', required: true, unique: true }],
    });
    assert.equal(table.status, 201, table.text);
    const uploaded = await calls.sendFile(
      'POST',
      `${agent}/documents/upload?name=returns.md`,
      Buffer.from('# Returns\n\nReturns are free for 30 days.'),
    );
    assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
    const set = await call('POST', `${agent}/test-sets`, { name: 'Basics' });
    assert.equal(set.status, 201, set.text);
    await save(calls, {
      settings: {
        prompt: 'Answer briefly.',
        tables: { tableIds: [table.body.id] },
        knowledge: { dataIds: [uploaded.body.id] },
        tools: {
          http: [
            {
              name: 'stock',
              description: 'Stock of an article',
              method: 'GET',
              url: 'https://api.example.com/stock',
              headers: { Authorization: secret },
              parameters: { type: 'object', properties: {} },
            },
          ],
        },
      },
    });

    const exported = await call('GET', `${agent}/export?knowledge=true`);
    assert.equal(exported.status, 200, exported.text);
    assert.match(String(exported.headers['content-disposition']), /attachment/);
    assert.doesNotMatch(exported.text, /secret-of-the-test/);
    assert.deepEqual(exported.body.secrets, ['tools.http[stock].headers.Authorization']);

    const preview = await calls.sendFile(
      'POST',
      `${base}/agent-files/preview`,
      Buffer.from(JSON.stringify(exported.body)),
    );
    assert.deepEqual(preview.body, {
      name: 'Default',
      kind: 'simple',
      tables: ['orders'],
      documents: 1,
      sections: [{ name: 'testSets', items: 1 }],
      secrets: ['tools.http[stock].headers.Authorization'],
      warnings: [],
    });

    // Packed, under another name.
    const imported = await send(calls, gzipSync(JSON.stringify(exported.body)), '?name=Copy');
    assert.equal(imported.status, 201, JSON.stringify(imported.body));
    const { agent: copy, secrets, warnings } = imported.body;
    assert.deepEqual([copy.name, copy.settings.prompt, warnings], ['Copy', 'Answer briefly.', []]);
    assert.deepEqual(secrets, ['tools.http[stock].headers.Authorization']);
    const copied = `${base}/agents/${copy.id}`;
    const tables = (await call('GET', `${copied}/tables`)).body.items;
    assert.deepEqual(
      tables.map(({ name, fields }: { name: string; fields: { name: string; unique: boolean }[] }) => [
        name,
        fields[0]?.name,
        fields[0]?.unique,
      ]),
      [['orders', 'number', true]],
    );
    assert.deepEqual(copy.settings.tables.tableIds, [tables[0].id]);
    const documents = (await call('GET', `${copied}/documents`)).body.items;
    assert.deepEqual(
      documents.map(({ name, id }: Record<string, string>) => [name, id]),
      [['returns.md', copy.settings.knowledge.dataIds[0]]],
    );
    const sets = (await call('GET', `${copied}/test-sets`)).body;
    assert.deepEqual(
      (sets.items ?? sets).map(({ name }: { name: string }) => name),
      ['Basics'],
    );
    assert.ok((await names(calls)).includes('Copy'));
  },
);

testService('a flow is imported with its published version', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const flow = await createFlowAgent(service);
  const graph = {
    variables: {},
    nodes: [start, { id: 'out', name: 'out', type: 'reply', text: 'Hello {{question}}' }],
    edges: [edge('start', 'out')],
  };
  assert.equal((await flow.save(graph)).status, 200);
  const { revision } = (await flow.manage('GET', '')).body;
  assert.equal((await flow.manage('POST', '/publish', { revision, note: '' })).status, 200);
  const exported = await calls.call('GET', `${calls.base}/agents/${flow.agentId}/export`);
  const imported = await send(calls, exported.body, '?name=Copy');
  assert.equal(imported.status, 201, JSON.stringify(imported.body));
  assert.deepEqual(imported.body.warnings, []);
  const copy = (await calls.call('GET', `${calls.base}/agents/${imported.body.agent.id}/flow`)).body;
  assert.deepEqual(
    copy.draft.nodes.map(({ id }: { id: string }) => id),
    ['start', 'out'],
  );
  assert.deepEqual([copy.publishedVersion, copy.isChanged], [1, false]);
});

testService('a damaged, foreign, newer or too large file is refused with the reason', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const valid = Buffer.from(JSON.stringify(fileOf()));
  const tableOf = (change: object) => ({
    tables: [
      { name: 'orders', description: 'Orders', fields: [{ name: 'number', type: 'TEXT' }], ...change },
    ],
  });
  const cases: [content: Buffer | object, message: RegExp][] = [
    [valid.subarray(0, 60), /damaged or incomplete: it is not valid JSON/],
    [gzipSync(valid).subarray(0, 60), /damaged or incomplete: it cannot be unpacked/],
    [Buffer.from([0xff, 0xfe, 0x00]), /not valid JSON/],
    [Buffer.from('['.repeat(4_000_000) + ']'.repeat(4_000_000)), /nested more than 100 levels deep/],
    [Buffer.from(`[${'{},'.repeat(2_000_000)}{}]`), /more than 150000 values/],
    [Buffer.from('[]'), /must contain an object/],
    [{ ...fileOf(), format: 'other' }, /^format must be "frontdesk-agent"/],
    [
      { ...fileOf(), formatVersion: 2 },
      /^formatVersion: the file has version 2, and this service reads version 1/,
    ],
    [{ ...fileOf(), formatVersion: 'x' }, /^formatVersion must be a whole number/],
    [{ ...fileOf(), agent: { name: '', kind: 'simple', settings: {} } }, /^agent\.name/],
    [{ ...fileOf(), agent: { name: 'A', kind: 'other', settings: {} } }, /^agent\.kind/],
    [
      { ...fileOf(), agent: { name: 'A', kind: 'simple', settings: { maxOutputTokens: -1 } } },
      /settings\.maxOutputTokens/,
    ],
    [
      {
        ...fileOf(),
        agent: { name: 'A', kind: 'simple', settings: { webhook: { url: 'http://127.0.0.2/' } } },
      },
      /settings\.webhook\.url/,
    ],
    [fileOf(tableOf({ name: 'Not Valid' })), /^tables\[0\]: /],
    [fileOf(tableOf({ fields: [{ name: 'x', type: 'NOPE' }] })), /^tables\[0\]: /],
    [fileOf({ tables: [1, 2].map(() => tableOf({}).tables[0]) }), /^tables: two have the name "orders"/],
    [fileOf(tableOf({ records: Array.from({ length: 501 }, () => ({})) })), /^tables\[0\]\.records/],
    [
      fileOf({ agent: { name: 'F', kind: 'flow', settings: {} }, flow: { draft: { nodes: 'x' } } }),
      /^flow\.draft: /,
    ],
    [
      fileOf({ knowledge: [{ name: 'A', documents: [{ name: 'a.md' }] }] }),
      /^knowledge\[0\]\.documents\[0\]: must have/,
    ],
    [fileOf({ sections: { testSets: [{ name: '' }] } }), /^sections\.testSets\[0\]\.name must not be empty/],
    [
      fileOf({ sections: { testSets: [{ name: 'A', cases: [{ question: '' }] }] } }),
      /^sections\.testSets\[0\]\.cases\[0\]\.question/,
    ],
    // 64 MB of zeros are 64 KB of gzip.
    [gzipSync(Buffer.alloc(64 * 1024 * 1024)), /at most 8 MB after it is unpacked/],
  ];
  for (const [content, message] of cases) {
    const answer = await send(calls, content);
    assert.equal(answer.status, 400, JSON.stringify(answer.body));
    assert.match(answer.body.message, message);
  }
  const large = await send(calls, Buffer.alloc(8 * 1024 * 1024 + 1));
  assert.equal(large.status, 413);
  assert.deepEqual(await names(calls), ['Default']);
});

testService('an agent that no import could read is not exported', {}, async (service) => {
  const { call, agent } = await openConsoleCalls(service);
  const question = 'word '.repeat(700);
  for (const name of ['First', 'Second']) {
    const set = await call('POST', `${agent}/test-sets`, { name });
    const content = `question,contains\n${`${question},yes\n`.repeat(1100)}`;
    const imported = await call('POST', `${agent}/test-sets/${set.body.id}/import`, {
      format: 'csv',
      content,
    });
    assert.equal(imported.status, 200, imported.text);
  }
  const exported = await call('GET', `${agent}/export`);
  assert.equal(exported.status, 400);
  assert.match(exported.body.message, /8 MB, 150000 values.*test sets as CSV or JSONL/);
});

testService('an import that fails halfway leaves nothing visible', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const answer = await send(
    calls,
    fileOf({
      tables: [
        { name: 'first', description: 'First', fields: [{ name: 'number', type: 'INT' }] },
        {
          name: 'second',
          description: 'Second',
          fields: [{ name: 'number', type: 'INT' }],
          records: [{ number: 'not a number' }],
        },
      ],
    }),
  );
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.match(answer.body.message, /number/);
  assert.deepEqual(await names(calls), ['Default']);
  const { query } = service.app.db;
  const left = await query
    .selectFrom('agents')
    .select(['id', 'deleted_at'])
    .where('name', '=', 'Imported')
    .execute();
  assert.equal(left.length, 1);
  assert.ok(left.every(({ deleted_at }) => deleted_at !== null));
  const versions = await query.selectFrom('agent_versions').select('agent_id').execute();
  assert.deepEqual(
    versions.map(({ agent_id }) => agent_id),
    [calls.agentId],
  );
});

testService('missing references become warnings, and only editors import and export', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const imported = await send(
    calls,
    fileOf({
      agent: {
        name: 'Imported',
        kind: 'simple',
        settings: {
          model: { provider: 'connection', connectionId: 'c1', name: 'large' },
          knowledge: { groupIds: ['g1'] },
        },
      },
      connections: { c1: 'Our server' },
      sections: { later: {} },
    }),
  );
  assert.equal(imported.status, 201, JSON.stringify(imported.body));
  assert.deepEqual(imported.body.warnings, [
    'settings.model: the workspace has no connection "Our server" with the model "large"; the default model is used',
    'sections.later: this service does not know it; it was skipped',
    'settings.knowledge.groupIds: the file does not contain all knowledge bases that it names; check the restriction',
  ]);
  assert.equal(imported.body.agent.settings.model, null);
  const viewer = await calls.signIn('viewer');
  assert.equal((await viewer('GET', `${calls.agent}/export`)).status, 403);
  const audit = await service.app.db.query.selectFrom('audit_entries').select('action').execute();
  assert.ok(audit.some(({ action }) => action === 'agent.import'));
});
