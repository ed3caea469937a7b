import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Finding } from '../../../src/cli/doctor/finding.ts';
import { checkIntegrity } from '../../../src/cli/doctor/integrity/check-integrity.ts';
import { invariants } from '../../../src/cli/doctor/integrity/invariants.ts';
import { type Database, sqliteFileName } from '../../../src/db/index.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { openFiles } from '../../support/files/open-files.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testOperatorToken, testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';
import { eventually } from '../../support/time/eventually.ts';

const execute = async (db: Database, statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db.query);
};

/** No server listens there, so deliveries wait. */
const deafReceiver = 'http://127.0.0.1:9/hook';

/** Two served chunks with their vectors. */
const addDocument = async ({ query, kind }: Database, workspaceId: string): Promise<void> => {
  const { id: agentId } = await query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const base = await query.selectFrom('knowledge_bases').select('id').executeTakeFirstOrThrow();
  const whose = { agent_id: agentId, document_id: 'document', upload_id: 'upload' };
  await query
    .insertInto('documents')
    .values({
      id: 'document',
      workspace_id: workspaceId,
      agent_id: agentId,
      knowledge_base_id: base.id,
      kind: 'text',
      name: 'guide.md',
      format: 'md',
      source_url: '',
      status: 'ACTIVE',
      fail_reason: null,
      stage: '',
      stage_done: 0,
      stage_total: 0,
      served_upload_id: 'upload',
      pending_upload_id: null,
      chunk_count: 2,
      token_count: 2,
      char_count: 2,
      models: '["words"]',
      creator_id: '',
      creator_email: '',
      created_at: 1,
      updated_at: 1,
    })
    .execute();
  await query
    .insertInto('knowledge_states')
    .values({ agent_id: agentId, sequence: 1, chunk_count: 2 })
    .execute();
  for (const position of [0, 1]) {
    const text = { heading_path: '[]', content: 'a', token_count: 1, term_count: 0, terms: new Uint8Array() };
    const { number } = await query
      .insertInto('chunks')
      .values({ ...whose, ...text, id: `chunk-${position}`, position })
      .returning('number')
      .executeTakeFirstOrThrow();
    const vector = kind === 'sqlite' ? new Uint8Array(4) : '[1]';
    await query
      .insertInto('chunk_vectors')
      .values({ ...whose, chunk_number: number, model: 'words', dimension: 1, vector })
      .execute();
  }
};

/** Rounds with a cost, a document, a table and waiting deliveries. */
const fill = async (service: TestService): Promise<void> => {
  const { app, call, configure } = service;
  const { id } = await app.db.query.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const operator = { key: testOperatorToken };
  await call('PUT', `/console/api/workspaces/${id}/credits`, { balance: '1000' }, operator);
  await configure({
    webhook: { url: deafReceiver },
    prices: { textInputPerMillion: '3', textOutputPerMillion: '15' },
  });
  const conversation_id = await service.newConversation();
  for (const response_mode of ['blocking', 'webhook', 'webhook']) {
    const messages = [{ role: 'user', content: 'Hi' }];
    await call('POST', '/v2/conversation/message', { conversation_id, response_mode, messages });
  }
  const tables = tableCalls(service);
  const table = await tables.create('guests', [{ name: 'room', type: 'INT', unique: true }]);
  await tables.add(table, [{ room: 1 }, { room: 2 }]);
  await addDocument(app.db, id);
  const files = openFiles({ db: app.db, clock: systemClock, folder: join(service.folder, 'files') });
  const source = { bytes: Buffer.from('breakfast from seven') };
  await files.store({ workspaceId: id, name: 'guide.txt', mediaType: 'text/plain', source });
  await eventually('the answers wait to be delivered', async () => {
    const waiting = await app.db.query.selectFrom('deliveries').select('id').execute();
    return waiting.length === 2;
  });
};

/** At least one statement for every invariant. */
const damage = [
  'update conversations set message_count = message_count + 1, cost_nano = cost_nano + 1',
  'update rounds set cost_nano = cost_nano + 1',
  `update ledger_entries set round_id = 'gone' where round_id is not null`,
  'update workspaces set reserved_nano = reserved_nano + 1',
  'delete from chunk_vectors where chunk_number = (select min(number) from chunks)',
  'delete from chunks where number = (select max(number) from chunks)',
  `update documents set chunk_count = 1000, status = 'PROCESSING', pending_upload_id = 'nobody'`,
  'update agent_tables set record_count = record_count + 1',
  'delete from record_texts where record_no = (select min(record_no) from records)',
  'delete from records where record_no = (select max(record_no) from records)',
  `update record_imports set status = 'PENDING_PARSE'`,
  `delete from jobs where queue = 'deliveries' and waits_for_key = 0`,
];
const damageOf = {
  sqlite: ['update conversation_counts set total = total + 1'],
  postgres: ['delete from file_pieces'],
};

const isShifted = `
  create function shifted(text) returns text immutable language sql as 'select $1';
  create index workspaces_shifted on workspaces (shifted(name));
  create or replace function shifted(text) returns text immutable language sql as 'select $1 || 1'`;

/** A damaged index that lacks entries of the table. */
const breakIndex = async (db: Database, folder: string): Promise<void> => {
  if (db.kind === 'postgres') return execute(db, isShifted.split(';'));
  const file = new DatabaseSync(join(folder, sqliteFileName));
  file.enableDefensive(false);
  file.exec(`
    create index workspaces_shifted on workspaces (name);
    pragma writable_schema = on;
    update sqlite_schema set sql = 'create index workspaces_shifted on workspaces (created_at)'
      where name = 'workspaces_shifted';
    pragma schema_version = 1000000`);
  file.close();
};

const deleteKnowledgeBases = async (db: Database): Promise<void> => {
  if (db.kind === 'sqlite')
    return execute(db, [
      'pragma foreign_keys = off',
      'delete from knowledge_bases',
      'pragma foreign_keys = on',
    ]);
  await db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom('knowledge_bases').execute();
  });
};

const of = (findings: Finding[], what: string) => findings.filter((finding) => finding.what === what);
const wrong = (findings: Finding[]) =>
  findings.filter(({ status }) => status === 'warn' || status === 'fail');

testService(
  'intact data is reported as intact, and every problem is named',
  () => createScriptedModel(() => [{ say: 'Good morning.' }]),
  async (service) => {
    await fill(service);
    const { app, folder } = service;
    const check = () => checkIntegrity(app.db, folder);
    if (app.db.kind === 'postgres') {
      const [structure] = of(await check(), 'Structure');
      assert.equal(structure?.status, 'warn');
      assert.match(structure!.detail, /not checked \(the extension amcheck is not installed\)/);
      await execute(app.db, ['create extension amcheck']);
    }
    assert.deepEqual(wrong(await check()), []);

    await breakIndex(app.db, folder);
    const [index, ...others] = wrong(await check());
    assert.equal(index?.status, 'fail');
    assert.match(index!.detail, /workspaces_shifted/);
    assert.deepEqual(wrong(others), []);

    await app.db.query
      .updateTable('workspaces')
      .set((eb) => ({ balance_nano: eb('balance_nano', '-', 5e9) }))
      .execute();
    assert.match(
      of(await check(), 'Balances')[0]!.detail,
      /has 99[45].* credits, but its ledger says (999|1000)/,
    );

    await deleteKnowledgeBases(app.db);
    await execute(app.db, [...damage, ...damageOf[app.db.kind]]);
    if (app.db.kind === 'sqlite') rmSync(join(folder, 'files'), { recursive: true });
    const findings = await check();
    assert.deepEqual(
      of(findings, 'References').map(({ status, detail }) => [status, detail]),
      [['fail', '1 documents without their knowledge_bases']],
    );
    assert.deepEqual(
      of(findings, 'Invariants').map(({ detail }) => detail.split(':')[0]),
      invariants.filter(({ only = app.db.kind }) => only === app.db.kind).map(({ rule }) => rule),
    );
    if (app.db.kind === 'sqlite') assert.match(of(findings, 'Files')[0]!.detail, /1 broken/);
  },
);
