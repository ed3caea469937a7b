import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite, sqliteFileName } from '../../src/db/index.ts';
import { filePath } from '../../src/files/index.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';

interface Installation {
  folder: string;
  services: ServiceProcess[];
}

const preload = new URL('../support/faults/failing-syncs.ts', import.meta.url);

const start = async ({ folder, services }: Installation): Promise<ServiceProcess> => {
  const service = await startServiceProcess({ FRONTDESK_DATA_DIR: folder }, { preload });
  services.push(service);
  return service;
};

const upload = (service: ServiceProcess, name: string): Promise<Response> =>
  service.post('/v1/bot/doc/text/add', {
    chunk_token: 600,
    files: [{ file_name: `${name}.txt`, file_base64: Buffer.from(`${name} is here.`).toString('base64') }],
  });

const uploaded = async (service: ServiceProcess, name: string): Promise<string> => {
  const response = await upload(service, name);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { doc: { doc_id: string }[] }).doc[0]!.doc_id;
};

/** Makes syncs fail, sends the calls and returns the last log entry of the process. */
const breakDisk = async (
  service: ServiceProcess,
  kind: 'wal' | 'files',
  calls: () => Promise<Response>[],
) => {
  let errors = '';
  service.process.stderr?.on('data', (bytes) => {
    errors += bytes;
  });
  const closed = once(service.process, 'close');
  service.process.send(kind);
  await once(service.process, 'message');
  const answers = await Promise.allSettled(calls().map(async (call) => (await call).text()));
  assert.deepEqual(
    answers.filter(({ status }) => status === 'fulfilled'),
    [],
    'no call was answered',
  );
  const [exitCode] = await closed;
  assert.equal(exitCode, 74);
  const fatal = errors
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 60);
  assert.equal(fatal.length, 1, errors);
  assert.equal(fatal[0].err.code, 'EIO');
  return fatal[0] as { file: string; msg: string };
};

/** Checks that the file of every document exists. Returns the ids of the documents. */
const checkDocuments = async ({ folder }: Installation): Promise<string[]> => {
  const db = await openSqlite(folder);
  const uploads = await db.query.selectFrom('document_uploads').select(['document_id', 'file_id']).execute();
  await db.close();
  for (const { file_id: id } of uploads) assert.ok(existsSync(filePath(join(folder, 'files'), id)), id);
  return uploads.map((row) => row.document_id);
};

test('after a failed sync the process ends, acknowledges nothing, and no acknowledged data is lost', async () => {
  const installation: Installation = { folder: mkdtempSync(join(tmpdir(), 'frontdesk-sync-')), services: [] };
  try {
    const first = await start(installation);
    const kept = await uploaded(first, 'Ada');
    const conversation = (await (await first.post('/v1/conversation', { user_id: 'ada' })).json()) as {
      conversation_id: string;
    };

    const say = (service: ServiceProcess, content: string): Promise<Response> =>
      service.post('/v2/conversation/message', {
        ...conversation,
        response_mode: 'blocking',
        messages: [{ role: 'user', content }],
      });

    const ofLog = await breakDisk(first, 'wal', () => [
      upload(first, 'Boole'),
      first.post('/v1/conversation', { user_id: 'boole' }),
      say(first, 'Hello'),
    ]);
    assert.equal(ofLog.file, join(installation.folder, `${sqliteFileName}-wal`));
    assert.match(ofLog.msg, /could not be synced/);
    // Data that was committed but not acknowledged may exist, but only complete.
    const afterLog = await checkDocuments(installation);
    assert.ok(afterLog.includes(kept));

    const second = await start(installation);
    const again = await say(second, 'Hello again');
    assert.equal(again.status, 200, await again.text());
    const ofFile = await breakDisk(second, 'files', () => [upload(second, 'Church')]);
    assert.ok(ofFile.file.startsWith(join(installation.folder, 'files')), ofFile.file);
    assert.deepEqual(await checkDocuments(installation), afterLog);
  } finally {
    for (const service of installation.services)
      if (service.process.exitCode === null && service.process.signalCode === null) await service.kill();
    rmSync(installation.folder, { recursive: true, force: true });
  }
});
