import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, DatabaseKind } from '../../src/db/index.ts';
import { exampleValue } from '../../src/http/docs/example-value.ts';
import { type Caller, createCaller } from '../support/abuse/caller.ts';
import { canary } from '../support/abuse/canary.ts';
import { runForeignFlow } from '../support/abuse/foreign-flow.ts';
import { idNamesOf } from '../support/abuse/id-names.ts';
import { exampleBody, type KnownIds } from '../support/abuse/make-attack.ts';
import { type Operation, readOperations } from '../support/abuse/operations.ts';
import { hiddenOperations, watchRoutes } from '../support/abuse/served-routes.ts';
import { addTenant, fillTenant, type Intruder } from '../support/abuse/tenants.ts';
import { listen, openVisit } from '../support/channels/visitor.ts';
import { rowsIn, tableNames } from '../support/databases/search-everything.ts';
import { withHandoff } from '../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { type TestService, testApiKey, testOperatorToken, withService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

/** Rows of the first tenant: they contain one of its ids or its marker. Times of last use may change. */
const rowsOf = async (db: Database, marks: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const table of await tableNames(db)) {
    // Requests per address, and how far rounds were counted, concern all tenants.
    if (table === 'rate_buckets' || table === 'analytics_cursors') continue;
    for (const { last_used_at: _used, seen_at: _seen, ...row } of await rowsIn(db, table)) {
      const text = JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
      if (marks.some((mark) => text.includes(mark))) found.push(`${table} ${text}`);
    }
  }
  return found.sort();
};

const addressOf = ({ path, parameters, schemas }: Operation, ids: KnownIds): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[name] ?? 'f'.repeat(24)),
  );
  const query = parameters.flatMap(({ in: place, name, required, schema }) => {
    const value = ids[name] ?? (required ? String(exampleValue(schema, schemas)) : undefined);
    return place !== 'query' || value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
};

const callWith = (
  caller: Caller,
  operation: Operation,
  ids: KnownIds,
  headers: Record<string, string>,
  whole = true,
) => {
  const body = exampleBody(operation, ids, whole);
  return caller.call({
    method: operation.method,
    path: addressOf(operation, ids),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
};

interface Attack {
  operation: Operation;
  ids: KnownIds;
  headers: Record<string, string>;
}

interface Surface {
  developer: Operation[];
  management: Operation[];
  channels: Operation[];
}

/** Ids in lists of settings. Generated settings have empty lists, so these are tested separately below. */
const onlyInSettings = ['groupIds', 'dataIds', 'tableIds', 'connectionId'];
/** A generated flow has one kind of component. The others are tested separately, too. */
const onlyInFlows = ['recordId', 'agentId'];

const isTriedApart = ({ path }: Operation, name: string): boolean =>
  onlyInSettings.includes(name) || (/\/flow(\/|$)/.test(path) && onlyInFlows.includes(name));

/** Fails if an operation takes an id that this test does not know. */
const requireAllTried = ({ developer, management }: Surface, ids: KnownIds): void => {
  for (const operation of [...developer, ...management]) {
    const { path, query, body } = idNamesOf(operation);
    const told = `${operation.method} ${operation.path}`;
    for (const name of [...path, ...query, ...body])
      assert.ok(ids[name] !== undefined, `${told} takes ${name}, but the first tenant has none`);
    const sent = [true, false].map((whole) => JSON.stringify(exampleBody(operation, ids, whole))).join();
    for (const name of body.filter((one) => !isTriedApart(operation, one)))
      assert.ok(sent.includes(`"${ids[name]}"`), `${told} is never called with ${name}`);
  }
};

/** Proof that the calls are valid: the owner of the ids gets the marker from many of them. */
const requireReadByOwner = async (
  caller: Caller,
  { developer, management }: Surface,
  ids: KnownIds,
): Promise<void> => {
  const seen = new Set<string>();
  for (const [operations, key] of [
    [developer, testApiKey],
    [management, testOperatorToken],
  ] as const)
    for (const operation of operations) {
      if (operation.method !== 'GET' && !operation.path.endsWith('/page')) continue;
      const headers = { authorization: `Bearer ${key}` };
      const { text } = await callWith(caller, operation, ids, headers, false);
      if (text.includes(canary)) seen.add(`${operation.method} ${operation.path}`);
    }
  assert.ok(seen.size >= 20, `only ${[...seen]} return the marker to its owner`);
};

const attacksOfTenant = ({ developer, management }: Surface, ids: KnownIds, intruder: Intruder): Attack[] => {
  const { workspaceId, agentId } = intruder;
  const headers = { cookie: intruder.cookie, 'x-frontdesk-console': '1' };
  const with_ = (operations: Operation[], used: KnownIds): Attack[] =>
    operations.map((operation) => ({ operation, ids: used, headers }));
  const lasting = management.filter(
    ({ path, method }) => !(path.endsWith('/session') && method === 'DELETE'),
  );
  return [
    ...developer.map((operation) => ({
      operation,
      ids,
      headers: { authorization: `Bearer ${intruder.key}` },
    })),
    ...with_(lasting, ids),
    // With the path of the own workspace and the own agent.
    ...with_(lasting, { ...ids, workspaceId }),
    ...with_(lasting, { ...ids, workspaceId, agentId }),
  ];
};

/** A visitor whose conversation contains the marker, with its ids by their names in the channel API. */
const fillVisitor = async (service: TestService, agentId: string): Promise<KnownIds> => {
  const owner = await openVisit(service, { agentId });
  const sent = await owner.send(`I am ${canary}`);
  const conversationId = String(sent.headers['x-conversation-id']);
  const answer = (await owner.read(conversationId)).find((one) => one.answer_id);
  const ids = { agentId, conversation_id: conversationId, id: conversationId };
  assert.ok(JSON.stringify(await owner.read(conversationId)).includes(canary), 'the owner reads it');
  return { ...ids, answerId: answer.answer_id, messageId: answer.message_id };
};

/** Another visitor of the agent, a visitor of the other tenant, and no visitor; with the paths of both agents. */
const attacksOfVisitors = async (
  service: TestService,
  { channels }: Surface,
  ids: KnownIds,
  intruder: Intruder,
): Promise<Attack[]> => {
  const neighbour = await openVisit(service, { agentId: ids.agentId! });
  const stranger = await openVisit(service, { agentId: intruder.agentId });
  const strangers = { ...ids, agentId: intruder.agentId };
  const by = (used: KnownIds, token: string): Attack[] =>
    channels.map((operation) => ({ operation, ids: used, headers: { authorization: `Bearer ${token}` } }));
  return [
    ...by(ids, neighbour.token),
    ...by(ids, stranger.token),
    ...by(strangers, stranger.token),
    ...by(strangers, neighbour.token),
    ...by(ids, intruder.key),
    ...by(ids, 'nobody'),
  ];
};

const makeAttacks = async (caller: Caller, attacks: readonly Attack[]): Promise<void> => {
  for (const { operation, ids, headers } of attacks)
    for (const whole of [true, false]) {
      const told = `${operation.method} ${addressOf(operation, ids)}`;
      const { status, text } = await callWith(caller, operation, ids, headers, whole);
      assert.ok(status < 500, `${status} ${text} for ${told}`);
      // The response may repeat a prompt or name of the call, but no data of the first tenant.
      assert.doesNotMatch(text.replaceAll(`"${canary}"`, ''), /zebrafinch(?!-user")/, told);
      // Other fields matter only if the body contains an id.
      if (idNamesOf(operation).body.length === 0) break;
    }
};

/** Settings with ids of another tenant may be saved, but give no access to its data. */
const searchBySettings = async (
  { app, call }: TestService,
  { groupIds, dataIds, tableIds }: KnownIds,
  { agentId, key }: Intruder,
): Promise<void> => {
  const agent = (await app.rooms.agents.find(agentId))!;
  const knowledge = { ...agent.settings.knowledge, groupIds: [groupIds!], dataIds: [dataIds!] };
  const tables = { ...agent.settings.tables, tableIds: [tableIds!] };
  const settings = { ...agent.settings, knowledge, tables };
  await app.rooms.agents.update(app.db.query, agent, { settings });
  const { body } = await call('POST', '/v1/conversation', { user_id: 'eve' }, { key });
  const question = { role: 'user', content: 'Who sings?' };
  const message = { conversation_id: body.conversation_id, messages: [question] };
  const answer = await call('POST', '/v2/conversation/message', message, { key });
  assert.equal(answer.status, 200, answer.text);
  const cited = `/v1/correlate/dataset?message_id=${answer.body.message_id}`;
  assert.deepEqual((await call('GET', cited, undefined, { key })).body.correlate_dataset, []);
};

/** Settings with a model connection of another tenant cannot use its key. */
const answerByForeignModel = async (
  { app, call }: TestService,
  { connectionId }: KnownIds,
  { agentId, key }: Intruder,
): Promise<void> => {
  const agent = (await app.rooms.agents.find(agentId))!;
  const model = { provider: 'connection', connectionId: connectionId!, name: 'small' } as const;
  const changed = await app.rooms.agents.update(app.db.query, agent, {
    settings: { ...agent.settings, model },
  });
  const { body } = await call('POST', '/v1/conversation', { user_id: 'eve' }, { key });
  const messages = [{ role: 'user', content: 'Who sings?' }];
  const answer = await call(
    'POST',
    '/v2/conversation/message',
    { conversation_id: body.conversation_id, messages },
    { key },
  );
  assert.equal(answer.body.code, 50000, answer.text);
  const { error_cause } = await app.db.query
    .selectFrom('rounds')
    .select('error_cause')
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  assert.match(error_cause ?? '', /no longer part of a connection of this workspace/);
  await app.rooms.agents.update(app.db.query, changed, { settings: agent.settings });
};

const tryEverything = (service: TestService, hidden: { channels: Operation[]; openai: Operation[] }) =>
  withHandoff(service, { phrases: ['I want a human'] }, async (bench) => {
    const ids = await fillTenant(service, bench);
    const visitorIds = await fillVisitor(service, ids.agentId!);
    const intruder = await addTenant(service);
    const address = await listen(service.app);
    const surface = {
      developer: [...(await readOperations(address, '/openapi.json')), ...hidden.openai],
      management: await readOperations(address, '/console/openapi.json'),
      channels: hidden.channels,
    };
    const caller = createCaller(address);
    try {
      requireAllTried(surface, ids);
      await requireReadByOwner(caller, surface, ids);
      const marks = [...new Set([canary, ...Object.values(ids), ...Object.values(visitorIds)])];
      const visits = await attacksOfVisitors(service, surface, visitorIds, intruder);
      await eventually('nothing is under way', async () => {
        await service.app.rooms.jobs.idle();
        await service.app.rooms.analytics.followChanges();
        await service.app.rooms.analytics.assignTopics();
        const [one, two] = [await rowsOf(service.app.db, marks), await rowsOf(service.app.db, marks)];
        return one.join() === two.join();
      });
      const before = await rowsOf(service.app.db, marks);
      await searchBySettings(service, ids, intruder);
      await answerByForeignModel(service, ids, intruder);
      await runForeignFlow(service, ids, intruder);
      await makeAttacks(caller, visits);
      await makeAttacks(caller, attacksOfTenant(surface, ids, intruder));
      const after = await rowsOf(service.app.db, marks);
      assert.deepEqual(
        before.filter((row) => !after.includes(row)),
        [],
        'rows of the first tenant changed',
      );
    } finally {
      caller.close();
    }
  });

for (const kind of ['sqlite', 'postgres'] satisfies DatabaseKind[])
  test(
    `no operation lets a tenant or visitor read or change data of another by its ids (${kind})`,
    {
      skip: kind === 'postgres' ? skipWithout('postgres') : false,
    },
    () =>
      watchRoutes((routes) =>
        withService(
          kind,
          { models: createScriptedModel().models, environment: { FRONTDESK_EGRESS_ALLOW: '127.0.0.1' } },
          (service) => {
            const hiddenBelow = (start: string) =>
              hiddenOperations(routes).filter(({ path }) => path.startsWith(start));
            const channels = hiddenBelow('/channels/');
            const openai = hiddenBelow('/openai/');
            assert.ok(channels.length >= 13, `${channels.length} operations of pages`);
            assert.ok(openai.length >= 3, `${openai.length} operations of the OpenAI protocol`);
            return tryEverything(service, { channels, openai });
          },
        ),
      ),
  );
