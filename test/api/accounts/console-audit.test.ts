import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { startMcpServer } from '../../support/servers/mcp-server.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const actionsOf = async ({ app }: TestService): Promise<string[]> => {
  const rows = await app.db.query.selectFrom('audit_entries').select('action').orderBy('id').execute();
  return rows.map(({ action }) => action);
};

/** From here on no audit entry can be written. */
const refuseEntries = async ({ app: { db } }: TestService): Promise<void> => {
  if (db.kind === 'sqlite')
    await sql`create trigger no_entries before insert on audit_entries
      begin select raise(abort, 'no entries'); end`.execute(db.query);
  else
    await sql`alter table audit_entries add constraint no_entries check (false) not valid`.execute(db.query);
};

const allowEntries = async ({ app: { db } }: TestService): Promise<void> => {
  if (db.kind === 'sqlite') await sql`drop trigger no_entries`.execute(db.query);
  else await sql`alter table audit_entries drop constraint no_entries`.execute(db.query);
};

/** Everything that the changes below would store. */
const stateOf = async ({ app: { db } }: TestService): Promise<unknown> => ({
  documents: await db.query.selectFrom('documents').select('id').orderBy('id').execute(),
  uploads: await db.query.selectFrom('document_uploads').select('id').orderBy('id').execute(),
  tables: await db.query.selectFrom('agent_tables').select('id').orderBy('id').execute(),
  imports: await db.query.selectFrom('record_imports').select('id').orderBy('id').execute(),
  records: await db.query.selectFrom('records').select(['id', 'value']).orderBy('id').execute(),
  ratings: await db.query.selectFrom('rounds').select(['id', 'quality']).orderBy('id').execute(),
});

const fields = [{ name: 'item', type: 'TEXT' }];

/** A table with a record, a document and a round. */
const prepare = async (service: TestService, { agent, call, sendFile }: ConsoleCalls) => {
  const made = await call('POST', `${agent}/tables`, { name: 'orders', description: 'Orders', fields });
  const table = `${agent}/tables/${made.body.id}`;
  const record = await call('POST', `${table}/records`, { values: { item: 'lamp' } });
  const sent = await sendFile('POST', `${agent}/documents/upload?name=a.txt`, Buffer.from('Open at nine.'));
  const { body } = await service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(),
    response_mode: 'blocking',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  });
  return {
    table,
    recordId: String(record.body.id),
    document: `${agent}/documents/${sent.body.id}`,
    round: `${agent}/rounds/${body.message_id}`,
  };
};

testService('a change whose audit entry cannot be stored is not made', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const { agent, call, sendFile } = calls;
  const { table, recordId, document, round } = await prepare(service, calls);
  const records = `${table}/records`;
  const file = Buffer.from('Open at ten.');
  const changes: [action: string, make: () => Promise<{ status: number }>][] = [
    ['record.add', () => call('POST', records, { values: { item: 'chair' } })],
    ['record.update', () => call('PATCH', `${records}/${recordId}`, { values: { item: 'desk' } })],
    ['table.create', () => call('POST', `${agent}/tables`, { name: 'more', description: 'More', fields })],
    ['table.import', () => call('POST', `${table}/import`, { csv: 'item\nshelf\n' })],
    ['document.add', () => sendFile('POST', `${agent}/documents/upload?name=b.txt`, file)],
    ['document.replace', () => sendFile('PUT', `${document}/file`, file)],
    ['document.retry-failed', () => call('POST', `${agent}/documents/retry`)],
    ['round.rate', () => call('PUT', `${round}/quality`, { quality: 'UNRESOLVED' })],
    ['record.delete', () => call('POST', `${records}/delete`, { recordIds: [recordId] })],
  ];
  const before = await stateOf(service);
  await refuseEntries(service);
  for (const [action, make] of changes) assert.equal((await make()).status, 500, action);
  assert.deepEqual(await stateOf(service), before);

  await allowEntries(service);
  const known = (await actionsOf(service)).length;
  for (const [action, make] of changes) {
    const { status } = await make();
    assert.ok(status < 300, `${action} answered ${status}`);
  }
  assert.deepEqual((await actionsOf(service)).slice(known).sort(), changes.map(([action]) => action).sort());
});

testService('operators who may set up MCP servers can list their tools', {}, async (service, context) => {
  const calls = await openConsoleCalls(service);
  const { agent, call } = calls;
  const mcp = await startMcpServer();
  context.after(() => mcp.close());
  const server = {
    name: 'city',
    url: `${mcp.url}/mcp`,
    headers: { 'X-Key': 'a key nobody sees' },
    timeoutMs: 20_000,
  };
  const viewer = await calls.signIn('viewer');
  assert.equal((await viewer('POST', `${agent}/mcp/check`, { server })).status, 403);
  assert.equal(mcp.calls.length, 0);

  const { version } = (await call('GET', agent)).body;
  await call('PATCH', agent, { version, settings: { tools: { mcp: [server] } } });
  const [shown] = (await call('GET', agent)).body.settings.tools.mcp;
  assert.notEqual(shown.headers['X-Key'], server.headers['X-Key']);
  const checked = await call('POST', `${agent}/mcp/check`, { server: shown });
  assert.deepEqual(
    [checked.status, checked.body.ok, checked.body.tools.map(({ name }: { name: string }) => name)],
    [200, true, ['city_weather', 'city_tides']],
  );
  assert.ok(mcp.calls.every(({ headers }) => headers['x-key'] === server.headers['X-Key']));

  // A masked key must not send the stored key to an address that the caller chooses.
  const elsewhere = { ...shown, url: 'https://other.example.com/mcp' };
  const refused = await call('POST', `${agent}/mcp/check`, { server: elsewhere });
  assert.match(refused.body.message, /must be entered again/);
  const inside = { ...server, url: 'http://10.0.0.1/mcp' };
  assert.match(
    (await call('POST', `${agent}/mcp/check`, { server: inside })).body.message,
    /mcp\[0\]\.url: /,
  );
  const entries = await service.app.db.query
    .selectFrom('audit_entries')
    .select('changes')
    .where('action', '=', 'agent.check-mcp')
    .execute();
  assert.deepEqual(
    entries.map(({ changes }) => JSON.parse(changes)),
    [{ url: [null, server.url], answered: [null, true] }],
  );
});
