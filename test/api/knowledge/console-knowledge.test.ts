import assert from 'node:assert/strict';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const text = (content: string) => Buffer.from(content);

const checkBases = async ({ agent, call }: ConsoleCalls): Promise<string> => {
  const path = `${agent}/knowledge-bases`;
  const made = await call('POST', path, { name: 'Manuals', description: 'How to' });
  assert.equal(made.status, 201);
  assert.equal((await call('POST', path, { name: 'Manuals' })).status, 409);
  assert.match((await call('POST', path, { name: ' ' })).body.message, /^name /);
  const renamed = await call('PATCH', `${path}/${made.body.id}`, { name: 'Handbooks' });
  assert.deepEqual([renamed.body.name, renamed.body.description], ['Handbooks', 'How to']);
  const listed = await call('GET', path);
  const byName = new Map(listed.body.items.map((one: { name: string }) => [one.name, one]));
  assert.deepEqual([...byName.keys()].sort(), ['Default', 'Handbooks']);
  const standard = byName.get('Default') as { id: string; isDefault: boolean };
  assert.equal(standard.isDefault, true);
  assert.equal((await call('DELETE', `${path}/${standard.id}`)).status, 409);
  assert.equal((await call('PATCH', `${path}/${standard.id}`, { name: 'Other' })).status, 409);
  assert.equal((await call('PATCH', `${path}/${made.body.id}`, { name: 'Default' })).status, 409);
  return made.body.id;
};

const untilEnded = async (calls: ConsoleCalls, id: string) => {
  let { body } = await calls.call('GET', `${calls.agent}/documents/${id}`);
  await eventually(`the work on ${body.name} ends`, async () => {
    body = (await calls.call('GET', `${calls.agent}/documents/${id}`)).body;
    return ['ACTIVE', 'FAILED'].includes(body.status);
  });
  return body;
};

const checkUploads = async (calls: ConsoleCalls, baseId: string) => {
  const { agent, call, sendFile } = calls;
  const path = `${agent}/documents`;
  const query = `name=${encodeURIComponent('Öffnungszeiten.md')}&knowledgeBaseId=${baseId}&chunkTokens=40`;
  const words = '# Shop\n\n## Hours\n\nThe shop opens at nine.\n\n## Parcels\n\nParcels travel for two days.';
  const uploaded = await sendFile('POST', `${path}/upload?${query}`, text(words));
  assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
  assert.equal(uploaded.body.knowledgeBaseId, baseId);
  const active = await untilEnded(calls, uploaded.body.id);
  assert.deepEqual([active.status, active.progress, active.isServing], ['ACTIVE', null, true]);
  assert.ok(active.chunks >= 1 && active.tokens > 0);

  const file = await call('GET', `${path}/${active.id}/file`);
  assert.equal(file.text, words);
  assert.match(
    String(file.headers['content-disposition']),
    /^attachment; filename="_ffnungszeiten.md"; filename\*=UTF-8''%C3%96ffnung/,
  );
  const chunks = await call('GET', `${path}/${active.id}/chunks?pageSize=1`);
  assert.equal(chunks.body.total, active.chunks);
  assert.deepEqual(chunks.body.items[0].headingPath.slice(0, 1), ['Shop']);

  const sheet = await sendFile(
    'POST',
    `${path}/upload?name=prices.csv&headerRows=1`,
    text('item,price\nkey,5\n'),
  );
  assert.equal(sheet.body.kind, 'spreadsheet');
  const refused = await sendFile(
    'POST',
    `${path}/upload?name=archive.md`,
    Buffer.from('1f8b080000000000', 'hex'),
  );
  assert.equal(refused.status, 400);
  assert.match(refused.body.message, /refused: the file is of type gzip/);
  const nameless = await sendFile('POST', `${path}/upload`, text('words'));
  assert.match(nameless.body.message, /^name /);
  const foreign = await sendFile(
    'POST',
    `${path}/upload?name=a.md&knowledgeBaseId=${'0'.repeat(24)}`,
    text('w'),
  );
  assert.equal(foreign.status, 404);
  const elsewhere = await sendFile('POST', `${agent}/knowledge-bases`, text('{}'));
  assert.equal(elsewhere.status, 415);
  const local = await call('POST', path, { url: 'http://127.0.0.2/notes.md' });
  assert.equal(local.status, 400);
  assert.match((await call('POST', path, { url: 'ftp://example.com/a.md' })).body.message, /^url /);
  return active.id as string;
};

const checkLists = async (calls: ConsoleCalls, baseId: string, documentId: string) => {
  const path = `${calls.agent}/documents`;
  const ids = async (query: string): Promise<string[]> =>
    (await calls.call('GET', `${path}?${query}`)).body.items.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(`knowledgeBaseId=${baseId}`), [documentId]);
  assert.deepEqual(await ids('name=ZEITEN'), [documentId]);
  assert.deepEqual(await ids('name=%25'), []);
  assert.deepEqual(await ids('status=FAILED'), []);
  assert.equal((await calls.call('GET', `${path}?status=DONE`)).status, 400);
};

const checkRetrieval = async ({ agent, base, call }: ConsoleCalls, documentId: string) => {
  const path = `${agent}/retrieval-test`;
  const found = await call('POST', path, { query: 'When does the shop open?', embeddingRate: 0.5, topK: 3 });
  const [best] = found.body.chunks;
  assert.equal(best.documentId, documentId);
  assert.ok(Math.abs(best.score - (best.semanticScore + best.keywordScore) / 2) < 1e-6);
  assert.equal(best.rerankScore, null);
  assert.ok(found.body.timings.totalMs >= found.body.timings.searchMs);
  assert.deepEqual((await call('POST', path, { query: 'shop', documentIds: [] })).body.chunks, []);
  const unrelated = {
    query: 'Which planet has a shop with the largest telescope of its century?',
    embeddingRate: 0,
  };
  assert.deepEqual((await call('POST', path, unrelated)).body.chunks, [], 'as for prompts of the agent');
  assert.equal((await call('POST', path, { ...unrelated, minimumScore: null })).body.chunks.length, 2);
  const absent = await call('POST', path, { query: 'shop', rerankVersion: 'BGE-Rerank' });
  assert.match(absent.body.message, /rerankVersion BGE-Rerank is not set up/);
  assert.match((await call('POST', path, { query: 'shop', topK: 51 })).body.message, /^topK /);
  const rerankers = await call('GET', `${base}/rerankers`);
  assert.ok(rerankers.body.items.every((one: { isSetUp: boolean }) => !one.isSetUp));
};

const checkCare = async (calls: ConsoleCalls, baseId: string, documentId: string) => {
  const { agent, call, sendFile, follow } = calls;
  const path = `${agent}/documents`;
  const empty = await sendFile(
    'POST',
    `${path}/upload?name=empty.md&knowledgeBaseId=${baseId}`,
    text('  \n'),
  );
  const failed = await untilEnded(calls, empty.body.id);
  assert.equal(failed.status, 'FAILED');
  assert.ok(failed.failReason);
  // Open pages are notified of a replacement.
  const events = follow(`${path}/events`, (seen) =>
    seen
      .flatMap(({ data }) => data.documents)
      .some((one: { id: string; status: string }) => one.id === failed.id && one.status === 'ACTIVE'),
  );
  const replaced = await sendFile('PUT', `${path}/${failed.id}/file`, text('Now there are words.'));
  assert.equal(replaced.status, 200);
  assert.ok((await events).every(({ event }) => event === 'documents'));
  assert.equal((await untilEnded(calls, failed.id)).status, 'ACTIVE');
  assert.equal((await call('POST', `${path}/${failed.id}/retry`)).status, 200);
  assert.deepEqual((await call('POST', `${path}/retry`)).body, { retried: 0 });
  assert.equal((await call('DELETE', `${path}/${failed.id}`)).status, 204);
  assert.equal((await call('DELETE', `${path}/${failed.id}`)).status, 404);
  const gone = await call('POST', `${path}/delete`, { documentIds: [failed.id, 'unknown'] });
  assert.deepEqual(gone.body.deletedIds, []);
  assert.equal((await call('DELETE', `${agent}/knowledge-bases/${baseId}`)).status, 204);
  assert.equal((await call('GET', `${path}/${documentId}`)).status, 404);
};

testService('knowledge is managed through the management API', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const baseId = await checkBases(calls);
  const documentId = await checkUploads(calls, baseId);
  await checkLists(calls, baseId, documentId);
  await checkRetrieval(calls, documentId);
  await checkCare(calls, baseId, documentId);
  const audit = await service.app.db.query.selectFrom('audit_entries').select('action').execute();
  const actions = new Set(audit.map(({ action }) => action));
  for (const action of [
    'knowledge-base.create',
    'knowledge-base.update',
    'knowledge-base.delete',
    'document.add',
    'document.replace',
    'document.retry',
    'document.delete',
  ])
    assert.ok(actions.has(action), action);
});
