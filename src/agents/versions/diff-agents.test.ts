import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../agent.ts';
import { completeSettings } from '../agent-settings.ts';
import { diffAgents } from './diff-agents.ts';

const tool = (name: string, url: string, secret?: string) => ({
  name,
  description: 'Finds an order',
  method: 'GET',
  url,
  parameters: {},
  headers: secret ? { Authorization: secret } : {},
});

const agent = (settings: object, name = 'Agent'): Agent => ({
  id: 'a',
  workspaceId: 'w',
  name,
  kind: 'simple',
  apiEnabled: true,
  settings: completeSettings(settings),
  version: 1,
  publishedVersion: 1,
  draftsEnabled: false,
  draftVersion: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  deleted: false,
});

test('names every changed field with its values', () => {
  assert.deepEqual(
    diffAgents(
      agent({ prompt: 'Be brief.', temperature: 0.2 }, 'Old'),
      agent({ prompt: 'Be kind.', memory: { shortTerm: false } }, 'New'),
    ),
    [
      { field: 'name', kind: 'text', before: 'Old', after: 'New' },
      { field: 'settings.prompt', kind: 'text', before: 'Be brief.', after: 'Be kind.' },
      { field: 'settings.temperature', kind: 'value', before: 0.2, after: null },
      { field: 'settings.memory.shortTerm', kind: 'value', before: true, after: false },
    ],
  );
});

test('a reordered list of tools has no differences, a changed tool names its field', () => {
  const [one, two] = [tool('one', 'https://a.example/1'), tool('two', 'https://a.example/2')];
  assert.deepEqual(
    diffAgents(agent({ tools: { http: [one, two] } }), agent({ tools: { http: [two, one] } })),
    [],
  );
  const changed = { ...two, url: 'https://a.example/3' };
  assert.deepEqual(
    diffAgents(agent({ tools: { http: [one, two] } }), agent({ tools: { http: [one, changed] } })),
    [
      {
        field: 'settings.tools.http[two].url',
        kind: 'text',
        before: 'https://a.example/2',
        after: 'https://a.example/3',
      },
    ],
  );
});

test('a secret is reported as set, changed or removed, without its value', () => {
  const secret = (value: string | undefined) =>
    agent({
      tools: { http: [tool('one', 'https://a.example/1', value)] },
      webhook: { url: 'https://b.example', signingSecrets: value ? [`whsec_${value}`] : [] },
      channels: { identitySecret: value ?? null },
    });
  const fields = [
    'settings.tools.http[one].headers.Authorization',
    'settings.webhook.signingSecrets',
    'settings.channels.identitySecret',
  ];
  const pairs = [
    ['set', undefined, 'secret-1-of-the-test'],
    ['changed', 'secret-1-of-the-test', 'secret-2-of-the-test'],
    ['removed', 'secret-1-of-the-test', undefined],
  ] as const;
  for (const [change, before, after] of pairs) {
    const found = diffAgents(secret(before), secret(after));
    assert.doesNotMatch(JSON.stringify(found), /of-the-test/);
    const secrets = found.filter(({ kind }) => kind === 'secret');
    assert.deepEqual(
      new Set(secrets.map((one) => JSON.stringify(one))),
      new Set(fields.map((field) => JSON.stringify({ field, kind: 'secret', change }))),
    );
  }
});
