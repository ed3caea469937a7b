import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

forEachDatabase('an agent is created, changed in part, copied and deleted', async (db) => {
  const { asToken, workspace, agents } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/agents`;
  const created = await asToken('POST', path, { name: 'Shop', settings: { prompt: 'Be kind.' } });
  assert.equal(created.status, 201);
  assert.equal(created.body.settings.memory.longTerm, true, 'other settings have their defaults');
  const bases = await db.query.selectFrom('knowledge_bases').select('name').execute();
  assert.deepEqual(
    bases.map(({ name }) => name),
    ['Default'],
  );

  const changed = await asToken('PATCH', `${path}/${created.body.id}`, {
    version: 1,
    apiEnabled: false,
    settings: { memory: { longTerm: false } },
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(
    [changed.body.version, changed.body.apiEnabled, changed.body.settings.memory],
    [2, false, { shortTerm: true, longTerm: false, shortTermTokens: 3000, longTermScope: 'conversation' }],
  );
  assert.equal(changed.body.settings.prompt, 'Be kind.');
  assert.equal((await agents.find(created.body.id))?.apiEnabled, false, 'the change is effective at once');

  const copy = await asToken('POST', `${path}/${created.body.id}/duplicate`, { name: 'Shop 2' });
  assert.equal(copy.body.settings.prompt, 'Be kind.');
  assert.notEqual(copy.body.id, created.body.id);

  assert.equal((await asToken('DELETE', `${path}/${created.body.id}`)).status, 204);
  assert.equal((await asToken('GET', `${path}/${created.body.id}`)).status, 404);
  assert.equal((await asToken('DELETE', `${path}/${created.body.id}`)).status, 404);
  const listed = await asToken('GET', path);
  assert.deepEqual([listed.body.total, listed.body.items[0].name], [1, 'Shop 2']);
  assert.equal((await agents.find(created.body.id))?.deleted, true);
});

forEachDatabase(
  'the second of two changes to the same version is rejected and changes nothing',
  async (db) => {
    const { asToken, workspace } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/agents`;
    const { id } = (await asToken('POST', path, { name: 'Shop' })).body;
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => asToken('PATCH', `${path}/${id}`, { version: 1, name })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)!.body.name;
    assert.equal((await asToken('GET', `${path}/${id}`)).body.name, winner);
    const log = await asToken('GET', `/audit?action=agent.update&targetId=${id}`);
    assert.deepEqual(
      log.body.items.map(({ changes }: { changes: object }) => changes),
      [{ name: ['Shop', winner] }],
    );
  },
);

forEachDatabase(
  'secrets are stored, never returned, and unchanged if their masks are sent back',
  async (db) => {
    const { asToken, asNew, workspace, agents } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/agents`;
    const secrets = {
      model: 'sk-model-secret-1234',
      header: 'tool-header-secret-5678',
      mcp: 'mcp-header-secret-9abc',
      webhook: 'webhook-token-secret-def0',
      signing: 'whsec_c2lnbmluZyBzZWNyZXQgb25lLCBsb25n1111',
      human: 'human-token-secret-2222',
    };
    const settings = {
      model: {
        provider: 'openai',
        baseUrl: 'https://models.example.com/v1',
        name: 'm',
        apiKey: secrets.model,
      },
      tools: {
        http: [
          {
            name: 'orders',
            description: 'Orders',
            method: 'GET',
            url: 'https://shop.example.com/orders/{id}',
            headers: { Authorization: secrets.header },
          },
        ],
        mcp: [{ name: 'wiki', url: 'https://wiki.example.com/mcp', headers: { 'X-Key': secrets.mcp } }],
      },
      webhook: {
        url: 'https://hooks.example.com/in',
        authorization: { scheme: 'Bearer', token: secrets.webhook },
        signingSecrets: [secrets.signing],
      },
      humanService: {
        baseUrl: 'https://desk.example.com',
        authorization: { scheme: 'Basic', token: secrets.human },
      },
    };
    const created = await asToken('POST', path, { name: 'Shop', settings });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id } = created.body;
    const read = await (await asNew('viewer'))('GET', `${path}/${id}`);
    assert.equal(read.body.settings.model.apiKey, '••••1234');

    const echoed = await asToken('PATCH', `${path}/${id}`, {
      version: 1,
      settings: { ...read.body.settings, prompt: 'New' },
    });
    assert.equal(echoed.status, 200, JSON.stringify(echoed.body));
    const stored = (await agents.find(id))!.settings;
    assert.equal(stored.prompt, 'New');
    assert.equal((stored.model as { apiKey?: string }).apiKey, secrets.model);
    assert.equal(stored.tools.http[0]?.headers.Authorization, secrets.header);
    assert.equal(stored.tools.mcp[0]?.headers['X-Key'], secrets.mcp);
    assert.equal(stored.webhook.authorization?.token, secrets.webhook);
    assert.deepEqual(stored.webhook.signingSecrets, [secrets.signing]);
    assert.equal(stored.humanService.authorization?.token, secrets.human);

    const rotated = await asToken('PATCH', `${path}/${id}`, {
      version: 2,
      settings: {
        webhook: {
          signingSecrets: ['••••1111', 'whsec_c2lnbmluZyBzZWNyZXQgdHdvLCBsb25n3333'],
          authorization: { token: 'next-webhook-token-4444' },
        },
      },
    });
    assert.deepEqual(rotated.body.settings.webhook.signingSecrets, ['••••1111', '••••3333']);
    const log = await asToken('GET', `/audit?targetId=${id}`);
    const everything = JSON.stringify([created.body, read.body, echoed.body, rotated.body, log.body]);
    for (const secret of [...Object.values(secrets), 'next-webhook-token-4444'])
      assert.ok(!everything.includes(secret), secret);
    const update = log.body.items.find(
      ({ changes }: { changes: object }) => 'settings.webhook.authorization.token' in changes,
    );
    assert.deepEqual(update.changes['settings.webhook.authorization.token'], ['••••def0', '••••4444']);
  },
);

forEachDatabase('a stored secret is not kept if its URL changes to another host', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/agents`;
  const webhook = {
    url: 'https://hooks.example.com/in',
    authorization: { scheme: 'Bearer', token: 'webhook-token-secret' },
  };
  const { id } = (await asToken('POST', path, { name: 'Shop', settings: { webhook } })).body;
  const patch = (version: number, change: object) =>
    asToken('PATCH', `${path}/${id}`, { version, settings: { webhook: change } });

  const moved = await patch(1, { url: 'https://evil.example.net/in' });
  assert.equal(moved.status, 400);
  assert.match(moved.body.message, /settings\.webhook\.authorization\.token must be entered again/);
  assert.equal((await patch(1, { url: 'https://hooks.example.com/other' })).status, 200, 'same host');
  const renewed = { url: 'https://new.example.net/', authorization: { token: 'a-new-token-for-it' } };
  assert.equal((await patch(2, renewed)).status, 200);
  assert.equal((await patch(3, { url: null, authorization: null })).status, 200);
});

forEachDatabase('URLs that the service would not call are rejected on saving', async (db) => {
  const { asToken, workspace } = await createTestConsole(db, { egressAllow: ['10.1.2.0/24'] });
  const path = `/workspaces/${workspace.id}/agents`;
  const tool = { name: 't', description: '', method: 'GET' };
  const refused: [object, RegExp][] = [
    [{ webhook: { url: 'http://127.0.0.1:8787/x' } }, /^settings\.webhook\.url: 127\.0\.0\.1/],
    [{ webhook: { url: 'http://2130706433/' } }, /^settings\.webhook\.url: 127\.0\.0\.1/],
    [{ webhook: { url: 'http://[::ffff:169.254.169.254]/' } }, /^settings\.webhook\.url/],
    [{ webhook: { url: 'http://localhost./x' } }, /^settings\.webhook\.url: localhost/],
    [{ webhook: { url: 'ftp://example.com' } }, /^settings\.webhook\.url/],
    [{ humanService: { baseUrl: 'http://user:secret@example.com' } }, /^settings\.humanService\.baseUrl/],
    [{ humanService: { baseUrl: 'http://metadata.google.internal/' } }, /^settings\.humanService\.baseUrl/],
    [{ tools: { mcp: [{ name: 'm', url: 'http://192.168.0.1/' }] } }, /^settings\.tools\.mcp\[0\]\.url/],
    [
      { tools: { http: [{ ...tool, url: 'https://{host}/x' }] } },
      /must not contain a parameter in the host name/,
    ],
    [{ tools: { http: [{ ...tool, url: 'http://10.9.9.9/{id}' }] } }, /^settings\.tools\.http\[0\]\.url/],
  ];
  for (const [settings, message] of refused) {
    const answer = await asToken('POST', path, { name: 'A', settings });
    assert.deepEqual([answer.status, answer.body.code], [400, 40000], JSON.stringify(settings));
    assert.match(answer.body.message, message);
  }
  const allowed = {
    webhook: { url: 'http://10.1.2.3/hook' },
    tools: { http: [{ ...tool, url: 'https://a.example/{id}?q={q}' }] },
  };
  assert.equal((await asToken('POST', path, { name: 'A', settings: allowed })).status, 201);
});

forEachDatabase('saving the webhook URL again enables the receiver', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/agents`;
  const webhook = { url: 'https://hooks.example.com/in', disabled: true };
  const { id, settings } = (await asToken('POST', path, { name: 'Shop', settings: { webhook } })).body;
  assert.equal(settings.webhook.disabled, true);
  const saved = await asToken('PATCH', `${path}/${id}`, {
    version: 1,
    settings: { webhook: { url: 'https://hooks.example.com/in' } },
  });
  assert.equal(saved.body.settings.webhook.disabled, false);
});

forEachDatabase(
  'invalid and hostile settings are rejected with their field or ignored, never stored',
  async (db) => {
    const { asToken, workspace, server, operatorToken } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/agents`;
    const wrong: [unknown, RegExp][] = [
      [{ memory: { shortTerm: 'yes' } }, /^settings\.memory\.shortTerm must be true or false/],
      [{ questionTokenLimit: 0 }, /^settings\.questionTokenLimit must be at least 1/],
      [{ questionTokenLimit: '5' }, /^settings\.questionTokenLimit must be a whole number/],
      [{ model: { provider: 'openai', name: 'm' } }, /settings\.model/],
      [{ model: { headers: 'x' } }, /settings\.model/],
      [{ webhook: { signingSecrets: ['short'] } }, /settings\.webhook\.signingSecrets\[0\]/],
      [{ webhook: { authorization: { token: 'only' } } }, /settings\.webhook\.authorization/],
      [
        { webhook: { authorization: { scheme: 'Bearer', token: '••••abcd' } } },
        /is masked, but no secret is stored there/,
      ],
      ['text', /^settings must be an object/],
      [[], /^settings must be an object/],
      [{ tools: { http: {} } }, /settings\.tools\.http must be a list/],
    ];
    for (const [settings, message] of wrong) {
      const answer = await asToken('POST', path, { name: 'A', settings });
      assert.equal(answer.status, 400, JSON.stringify(settings));
      assert.match(answer.body.message, message);
    }
    const polluted = await server.inject({
      method: 'POST',
      url: `/console/api${path}`,
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      payload:
        '{"name":"A","settings":{"__proto__":{"prompt":"evil"},"constructor":{"prototype":{"x":1}},"junk":1}}',
    });
    if (polluted.statusCode === 201) {
      assert.equal(polluted.json().settings.prompt, '');
      assert.ok(!('junk' in polluted.json().settings));
    } else assert.equal(polluted.statusCode, 400);
    assert.equal(({} as { prompt?: string }).prompt, undefined);
  },
);

forEachDatabase('null resets a setting to its default, and a new provider gets new settings', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/agents`;
  const model = {
    provider: 'openai',
    baseUrl: 'https://models.example.com/v1',
    name: 'm',
    apiKey: 'sk-model-secret-1234',
    headers: { A: 'header-secret-aaaa', B: 'header-secret-bbbb' },
  };
  const { id } = (await asToken('POST', path, { name: 'A', settings: { model, temperature: 1 } })).body;
  const patch = (version: number, settings: object) =>
    asToken('PATCH', `${path}/${id}`, { version, settings });

  const fewer = await patch(1, { temperature: null, model: { name: 'n', headers: { A: null } } });
  assert.equal(fewer.body.settings.temperature, null);
  assert.deepEqual(fewer.body.settings.model, {
    ...model,
    name: 'n',
    apiKey: '••••1234',
    headers: { B: '••••bbbb' },
  });
  const other = await patch(2, { model: { provider: 'anthropic', name: 'c' } });
  assert.deepEqual(other.body.settings.model, { provider: 'anthropic', name: 'c' });
  assert.equal((await patch(3, { model: null })).body.settings.model, null);
});

forEachDatabase(
  'agents are found by a part of their name, case-insensitive, up to a thousand per page',
  async (db) => {
    const { asToken, workspace } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/agents`;
    for (const name of ['Order desk', 'ORDERS of Ünal', '100%', '1000'])
      await asToken('POST', path, { name });
    const namesFor = async (part: string) => {
      const { body } = await asToken('GET', `${path}?name=${encodeURIComponent(part)}`);
      return [body.total, body.items.map(({ name }: { name: string }) => name).sort()];
    };
    assert.deepEqual(await namesFor('order'), [2, ['ORDERS of Ünal', 'Order desk']]);
    assert.deepEqual(await namesFor(' Ünal '), [1, ['ORDERS of Ünal']]);
    assert.deepEqual(await namesFor('0%'), [1, ['100%']]);
    assert.deepEqual(await namesFor("' or 1=1"), [0, []]);
    assert.equal((await asToken('GET', `${path}?pageSize=1000`)).status, 200);
    assert.equal((await asToken('GET', `${path}?pageSize=1001`)).status, 400);
    const [first] = (await asToken('GET', path)).body.items;
    assert.equal('settings' in first, false);
  },
);

forEachDatabase(
  'a tool with an exponential, circular or invalid schema is rejected with its field',
  async (db) => {
    const { asToken, workspace } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/agents`;
    const { id } = (await asToken('POST', path, { name: 'Shop' })).body;
    const tool = (parameters: object) => ({
      name: 'find',
      description: '',
      method: 'POST',
      url: 'https://shop.example.com/find',
      parameters,
    });
    const save = (parameters: object, version = 1) =>
      asToken('PATCH', `${path}/${id}`, { version, settings: { tools: { http: [tool(parameters)] } } });
    const $defs: Record<string, unknown> = { d25: { type: 'string' } };
    for (let level = 0; level < 25; level += 1)
      $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
    for (const [parameters, expected] of [
      [{ properties: { a: { $ref: '#/$defs/d0' } }, $defs }, /at most 500 subschemas/],
      [{ properties: { a: { $ref: '#/properties/a' } } }, /leads back to itself/],
      [{ type: 'nonsense' }, /must be a valid JSON Schema/],
      [{ properties: { a: { pattern: '(' } } }, /must be a valid JSON Schema/],
    ] as const) {
      const { status, body } = await save(parameters);
      assert.deepEqual([status, body.code], [400, 40000], JSON.stringify(body));
      assert.match(body.message, /^settings\.tools\.http\[0\]\.parameters: /);
      assert.match(body.message, expected);
    }
    assert.equal((await asToken('GET', `${path}/${id}`)).body.version, 1, 'nothing changed');
    assert.equal((await save({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } })).status, 200);
  },
);

forEachDatabase('short signing secrets are rejected, and stored ones are kept and reported', async (db) => {
  const { asToken, workspace, agents } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/agents`;
  const bytes = (length: number) => `whsec_${Buffer.alloc(length, 'k').toString('base64')}`;
  for (const place of ['webhook', 'humanService'])
    for (const secret of [bytes(23), 'x'.repeat(23), `whsec_${'!'.repeat(60)}`]) {
      const settings = { [place]: { signingSecrets: [secret] } };
      const refused = await asToken('POST', path, { name: 'Short', settings });
      assert.equal(refused.status, 400);
      assert.match(
        refused.body.message,
        new RegExp(`^settings\\.${place}\\.signingSecrets: each must have at least 24 bytes`),
      );
    }
  const long = await asToken('POST', path, {
    name: 'Long',
    settings: { webhook: { signingSecrets: [bytes(24)] } },
  });
  assert.deepEqual([long.status, long.body.weakSecrets], [201, []]);

  const old = await db.transaction((tx) =>
    agents.create(tx, {
      workspaceId: workspace.id,
      name: 'Old',
      settings: { webhook: { signingSecrets: ['stored before the rule'] } },
    }),
  );
  const read = await asToken('GET', `${path}/${old.id}`);
  assert.deepEqual(read.body.weakSecrets, ['webhook.signingSecrets']);
  const kept = await asToken('PATCH', `${path}/${old.id}`, {
    version: 1,
    settings: { webhook: { signingSecrets: [...read.body.settings.webhook.signingSecrets, bytes(32)] } },
  });
  assert.equal(kept.status, 200, JSON.stringify(kept.body));
  assert.deepEqual((await agents.find(old.id))!.settings.webhook.signingSecrets, [
    'stored before the rule',
    bytes(32),
  ]);
});

forEachDatabase('a tool has at most 50 headers', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  const withHeaders = (count: number) => ({
    name: 'Shop',
    settings: {
      tools: {
        http: [
          {
            name: 'find',
            description: '',
            method: 'GET',
            url: 'https://shop.example.com/find',
            headers: Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x'])),
          },
        ],
      },
    },
  });
  const path = `/workspaces/${workspace.id}/agents`;
  assert.equal((await asToken('POST', path, withHeaders(50))).status, 201);
  const refused = await asToken('POST', path, withHeaders(51));
  assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
  assert.match(refused.body.message, /settings\.tools\.http\[0\]\.headers/);
});
