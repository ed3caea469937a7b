import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { withService } from '../../support/service/service.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Route = [least: 'viewer' | 'editor' | 'owner', method: Method, path: string, body?: object];

const id = '0'.repeat(24);

/** Every route of a workspace about agents, with the lowest role that may use it. */
const agentRoutes: Route[] = [
  ['viewer', 'GET', '/knowledge-bases'],
  ['editor', 'POST', '/knowledge-bases', { name: 'Base' }],
  ['editor', 'PATCH', `/knowledge-bases/${id}`, { name: 'Base' }],
  ['editor', 'DELETE', `/knowledge-bases/${id}`],
  ['viewer', 'GET', '/documents'],
  ['viewer', 'GET', `/documents/${id}`],
  ['viewer', 'GET', `/documents/${id}/chunks`],
  ['viewer', 'GET', `/documents/${id}/file`],
  ['editor', 'POST', '/documents', { url: 'http://127.0.0.2/a.md' }],
  ['editor', 'POST', '/documents/upload?name=a.md'],
  ['editor', 'PUT', `/documents/${id}/file`],
  ['editor', 'POST', `/documents/${id}/fetch`, { url: 'http://127.0.0.2/a.md' }],
  ['editor', 'POST', `/documents/${id}/retry`],
  ['editor', 'POST', '/documents/retry'],
  ['editor', 'DELETE', `/documents/${id}`],
  ['editor', 'POST', '/documents/delete', { documentIds: [id] }],
  ['viewer', 'POST', '/retrieval-test', { query: 'words' }],
  ['editor', 'POST', '/try', { text: ' ' }],
  ['editor', 'POST', `/rounds/${id}/stop`],
  ['editor', 'POST', '/webhook/check', { target: 'message' }],
  [
    'editor',
    'POST',
    '/tools/test',
    { tool: { name: 'a', description: '', method: 'GET', url: 'http://127.0.0.1/{missing}' } },
  ],
  ['owner', 'POST', `/keys/${id}/rotate`, {}],
  ['viewer', 'GET', '/tables'],
  ['viewer', 'GET', `/tables/${id}`],
  ['editor', 'POST', '/tables', { name: '', description: '', fields: [] }],
  ['editor', 'PATCH', `/tables/${id}`, {}],
  ['editor', 'DELETE', `/tables/${id}`],
  ['editor', 'POST', `/tables/${id}/fields`, { name: 'a', type: 'TEXT' }],
  ['editor', 'PATCH', `/tables/${id}/fields/a`, {}],
  ['editor', 'DELETE', `/tables/${id}/fields/a`],
  ['viewer', 'POST', `/tables/${id}/records/search`, {}],
  ['editor', 'POST', `/tables/${id}/records`, { values: {} }],
  ['editor', 'PATCH', `/tables/${id}/records/${id}`, { values: {} }],
  ['editor', 'DELETE', `/tables/${id}/records/${id}`],
  ['editor', 'POST', `/tables/${id}/records/delete`, { recordIds: [id] }],
  ['editor', 'POST', '/tables/import/preview', { csv: 'a' }],
  ['editor', 'POST', `/tables/${id}/import/preview`, { csv: 'a' }],
  ['editor', 'POST', `/tables/${id}/import`, { csv: 'a' }],
  ['viewer', 'GET', `/tables/${id}/imports/${id}`],
  ['viewer', 'GET', `/tables/${id}/export`],
  ['viewer', 'GET', '/conversations/search?words=a'],
];

const workspaceRoutes: Route[] = [
  ['viewer', 'GET', '/rerankers'],
  ['viewer', 'GET', '/models'],
  ['editor', 'POST', '/models/test', {}],
  ['viewer', 'GET', '/overview'],
  ['viewer', 'GET', '/failures'],
  ['viewer', 'GET', '/service'],
  ['viewer', 'GET', '/jobs/queues'],
  ['viewer', 'GET', '/jobs?state=failed'],
  ['editor', 'POST', `/jobs/${id}/retry`],
  ['viewer', 'GET', '/handoffs/open'],
];

/** Streams do not end by themselves, so only rejected calls are tested. */
const streams: [agentOrWorkspace: 'agent' | 'base', path: string][] = [
  ['agent', '/documents/events'],
  ['base', '/events'],
  ['base', '/handoffs/events'],
];

const order = ['viewer', 'editor', 'owner'] as const;

// On one database only, because roles are checked before any statement that differs between the databases.
test('each role has the documented access to the management of agents', () =>
  withService('sqlite', {}, async (service) => {
    const calls = await openConsoleCalls(service);
    const { base, agent, agentId, call, signIn } = calls;
    const people = { viewer: await signIn('viewer'), editor: await signIn('editor') };
    const routes: Route[] = [
      ...agentRoutes.map(([least, method, path, body]): Route => [least, method, agent + path, body]),
      ...workspaceRoutes.map(([least, method, path, body]): Route => [least, method, base + path, body]),
    ];
    for (const [least, method, path, body] of routes)
      for (const who of ['viewer', 'editor'] as const) {
        const { status } = await people[who](method, path, body);
        const isAllowed = order.indexOf(who) >= order.indexOf(least);
        // An allowed call may still fail with 400 or 404, because the role is checked first.
        assert.equal(status !== 403, isAllowed, `${who} ${method} ${path} answered ${status}`);
      }

    // In another workspace nothing of this one is found, under its own path or under the other workspace's path.
    const other = await call('POST', '/console/api/workspaces', { name: 'Other' });
    const theirs = `/console/api/workspaces/${other.body.id}`;
    const stranger = await signIn('owner', other.body.id);
    const paths: [Method, string, object?][] = [
      ...routes.map(([, method, path, body]): [Method, string, object?] => [method, path, body]),
      ...agentRoutes.map(([, method, path, body]): [Method, string, object?] => [
        method,
        `${theirs}/agents/${agentId}${path}`,
        body,
      ]),
      ...streams.map(([where, path]): [Method, string] => ['GET', (where === 'agent' ? agent : base) + path]),
    ];
    for (const [method, path, body] of paths) {
      const { status } = await stranger(method, path, body);
      assert.equal(status, 404, `${method} ${path} answered ${status}`);
    }
    const mine = await stranger('GET', `${theirs}/overview`);
    assert.equal(mine.body.agents, 0);
  }));
