import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { hashPassword, verifyPassword } from '../../../src/auth/index.ts';
import type { Database, DatabaseKind } from '../../../src/db/index.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { openTestDatabase } from '../../support/databases/databases.ts';
import {
  createOldPostgres,
  type OldDatabaseFacts,
  placeOldSqlite,
  readOldFacts,
} from '../../support/databases/old-database.ts';
import { tablesHolding } from '../../support/databases/search-everything.ts';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type TestService, testOperatorToken, withService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const versions = ['0024'];
/** The clock is shortly after the creation of the old database, so that nothing in it has expired. */
const madeAtMs = Date.UTC(2026, 10, 16);
const startedAtMs = Date.now();
const clock = { nowMs: () => madeAtMs + (Date.now() - startedAtMs) };
const scripted = createScriptedModel(() => [{ say: 'Noted, thank you.' }]);

const withOldDatabase = async (
  version: string,
  kind: DatabaseKind,
  work: (service: TestService) => Promise<void>,
): Promise<void> => {
  const database = kind === 'postgres' ? await createOldPostgres(version) : undefined;
  try {
    await withService(
      'sqlite',
      {
        clock,
        passwords: { hash: hashPassword, verify: verifyPassword },
        models: scripted.models,
        environment: database ? { DATABASE_URL: database.url } : {},
        prepareFolder: (folder) => (database ? Promise.resolve() : placeOldSqlite(version, folder)),
      },
      work,
    );
  } finally {
    await database?.drop();
  }
};

/** Tables, columns, constraints and indexes, sorted. */
const readSchema = async (db: Database): Promise<unknown[]> => {
  if (db.kind === 'sqlite')
    return (await sql`select type, name, sql from sqlite_schema order by type, name`.execute(db.query)).rows;
  const { rows } = await sql`
    select 'column' as type, concat(table_name, '.', column_name) as name,
      concat_ws(' ', data_type, is_nullable, column_default) as definition
    from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
    order by 1, 2, 3`.execute(db.query);
  return rows;
};

const ask = async ({ call }: TestService, conversation_id: string, content: string, key?: string) => {
  const body = { conversation_id, messages: [{ role: 'user', content }] };
  const answer = await call('POST', '/v2/conversation/message', body, key === undefined ? {} : { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const checkConversations = async (service: TestService, facts: OldDatabaseFacts): Promise<void> => {
  const { call } = service;
  const listed = await call('GET', '/v1/bot/conversation/page');
  assert.equal(listed.body.total, facts.totals.conversations);
  const rated = await call('GET', '/v1/message/qa/record/page?user_feedback=GOOD');
  assert.deepEqual(
    rated.body.qa.map(({ aid }: { aid: string }) => aid),
    [facts.ratedAnswerId],
  );
  const question = 'Which composer did I mention?';
  const earlier = scripted.requests.length;
  await ask(service, facts.talk, question);
  const asked = scripted.requests.slice(earlier).map((request) => JSON.stringify(request));
  assert.ok(asked.some((request) => request.includes(question) && request.includes('Clara Schumann')));
  const { body } = await call('POST', '/v1/conversation', { user_id: 'bob' }, { key: facts.flowAgentKey });
  const { output } = await ask(service, body.conversation_id, 'Hello', facts.flowAgentKey);
  assert.equal(output[0].content.text, 'Welcome to the flow.');
};

const checkKnowledgeAndTables = async (service: TestService, facts: OldDatabaseFacts): Promise<void> => {
  const { call, app } = service;
  const found = await call('POST', '/v1/vector/match', { prompt: 'when does the library open' });
  assert.equal(found.body.list[0].data_id, facts.documents[0]);
  const tables = tableCalls(service);
  assert.equal((await tables.page(facts.table, { keyword: '京' })).total_count, 1);
  await tables.add(facts.table, [{ number: 4, city: 'Oslo' }]);
  assert.equal((await tables.page(facts.table, { filter: {} })).total_count, 4);
  const file = await app.db.query
    .selectFrom('files')
    .select('id')
    .where('name', '=', 'prices.md')
    .executeTakeFirstOrThrow();
  assert.equal(Buffer.from(await app.rooms.files.read(file.id)).toString(), '# Prices\n\nTea costs 3.');
};

const checkSettings = async ({ app }: TestService, facts: OldDatabaseFacts): Promise<void> => {
  const { settings } = (await app.rooms.agents.find(facts.agentId))!;
  assert.deepEqual(settings.webhook.authorization, { scheme: 'Bearer', token: 'webhook-token-0024-plain' });
  assert.deepEqual(settings.webhook.signingSecrets, ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=']);
  assert.deepEqual(settings.humanService.authorization, { scheme: 'Basic', token: 'desk-token-0024-plain' });
  assert.deepEqual(settings.tools.http[0]!.headers, { 'X-Shop-Key': 'tool-header-0024-plain' });
  assert.deepEqual(settings.tools.mcp[0]!.headers, { Authorization: 'Bearer mcp-header-0024-plain' });
  assert.equal(settings.channels.identitySecret, 'identity-secret-0024-plain');
  assert.match(JSON.stringify(settings.fallbackModel), /model-key-0024-plain/);
};

/** Secrets that the old version stored in plain text are in no file or table. */
const checkEncrypted = async ({ app, folder }: TestService): Promise<void> => {
  const plain = ['0024-plain', 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='];
  for (const text of plain) {
    assert.deepEqual(await tablesHolding(app.db, text), []);
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name } of files) assert.ok(!readFileSync(join(folder, name)).includes(text), name);
  }
};

const checkPeople = async (service: TestService, facts: OldDatabaseFacts): Promise<void> => {
  const { call } = service;
  const signedIn = await call(
    'POST',
    '/console/api/session',
    { email: 'anna@example.com', password: 'a password of Anna 0024' },
    { key: null },
  );
  assert.equal(signedIn.status, 200, signedIn.text);
  const deliveries = await call(
    'GET',
    `/console/api/workspaces/${facts.workspaceId}/deliveries?status=pending`,
    undefined,
    { key: testOperatorToken },
  );
  const waiting = deliveries.body.items.map((one: { conversationId: string }) => one.conversationId);
  assert.ok(waiting.includes(facts.webhookTalk), deliveries.text);
  assert.ok(waiting.includes(facts.handedOver), deliveries.text);
};

/** Channels that an agent had enabled stay enabled. */
const checkVisitor = async (service: TestService, facts: OldDatabaseFacts): Promise<void> => {
  const visit = await openVisit(service, { user_id: 'carol', browser_secret: facts.visitorSecret });
  assert.equal(visit.status, 200);
  assert.deepEqual(await visit.listed(), [facts.visitorConversation]);
};

for (const version of versions)
  for (const kind of testedDatabases) {
    const skip = kind === 'postgres' ? skipWithout('postgres') : false;
    test(
      `a database of migration ${version} is upgraded and everything in it works (${kind})`,
      { skip },
      () =>
        withOldDatabase(version, kind, async (service) => {
          const facts = readOldFacts(version, kind);
          await checkConversations(service, facts);
          await checkKnowledgeAndTables(service, facts);
          await checkSettings(service, facts);
          await checkEncrypted(service);
          await checkPeople(service, facts);
          await checkVisitor(service, facts);
        }),
    );
    test(`an upgraded database of migration ${version} has the schema of a new one (${kind})`, { skip }, () =>
      withOldDatabase(version, kind, async ({ app }) => {
        const { db, release } = await openTestDatabase(kind);
        try {
          assert.deepEqual(await readSchema(app.db), await readSchema(db));
        } finally {
          await release();
        }
      }),
    );
  }
