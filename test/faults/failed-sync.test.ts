import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite, sqliteFileName } from '../../src/db/index.ts';
import { filePath } from '../../src/files/index.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';

interface Place {
  folder: string;
  lives: ServiceProcess[];
}

const preload = new URL('../support/faults/failing-syncs.ts', import.meta.url);

const start = async ({ folder, lives }: Place): Promise<ServiceProcess> => {
  const life = await startServiceProcess({ FRONTDESK_DATA_DIR: folder }, { preload });
  lives.push(life);
  return life;
};

const upload = (life: ServiceProcess, name: string): Promise<Response> =>
  life.post('/v1/bot/doc/text/add', {
    chunk_token: 600,
    files: [{ file_name: `${name}.txt`, file_base64: Buffer.from(`${name} is here.`).toString('base64') }],
  });

const uploaded = async (life: ServiceProcess, name: string): Promise<string> => {
  const response = await upload(life, name);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { doc: { doc_id: string }[] }).doc[0]!.doc_id;
};

/** Lets syncs fail, makes the calls, and returns what the process said when it ended. */
const breakDisk = async (life: ServiceProcess, kind: 'wal' | 'files', calls: () => Promise<Response>[]) => {
  let errors = '';
  life.process.stderr?.on('data', (bytes) => {
    errors += bytes;
  });
  const closed = once(life.process, 'close');
  life.process.send(kind);
  await once(life.process, 'message');
  const answers = await Promise.allSettled(calls().map(async (call) => (await call).text()));
  assert.deepEqual(
    answers.filter(({ status }) => status === 'fulfilled'),
    [],
    'nothing was answered',
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

/** Every file that a document names is there; returns the ids of the documents. */
const checkDocuments = async ({ folder }: Place): Promise<string[]> => {
  const db = await openSqlite(folder);
  const uploads = await db.query.selectFrom('document_uploads').select(['document_id', 'file_id']).execute();
  await db.close();
  for (const { file_id: id } of uploads) assert.ok(existsSync(filePath(join(folder, 'files'), id)), id);
  return uploads.map((row) => row.document_id);
};

test('a failed sync ends the process, acknowledges nothing and loses nothing that was acknowledged', async () => {
  const place: Place = { folder: mkdtempSync(join(tmpdir(), 'frontdesk-sync-')), lives: [] };
  try {
    const first = await start(place);
    const kept = await uploaded(first, 'Ada');
    const conversation = (await (await first.post('/v1/conversation', { user_id: 'ada' })).json()) as {
      conversation_id: string;
    };

    const say = (life: ServiceProcess, content: string): Promise<Response> =>
      life.post('/v2/conversation/message', {
        ...conversation,
        response_mode: 'blocking',
        messages: [{ role: 'user', content }],
      });

    const ofLog = await breakDisk(first, 'wal', () => [
      upload(first, 'Boole'),
      first.post('/v1/conversation', { user_id: 'boole' }),
      say(first, 'Hello'),
    ]);
    assert.equal(ofLog.file, join(place.folder, `${sqliteFileName}-wal`));
    assert.match(ofLog.msg, /could not be synced/);
    // What was committed without an acknowledgement may be there, but then as a whole.
    const afterLog = await checkDocuments(place);
    assert.ok(afterLog.includes(kept));

    const second = await start(place);
    const again = await say(second, 'Hello again');
    assert.equal(again.status, 200, await again.text());
    const ofFile = await breakDisk(second, 'files', () => [upload(second, 'Church')]);
    assert.ok(ofFile.file.startsWith(join(place.folder, 'files')), ofFile.file);
    assert.deepEqual(await checkDocuments(place), afterLog);
  } finally {
    for (const life of place.lives)
      if (life.process.exitCode === null && life.process.signalCode === null) await life.kill();
    rmSync(place.folder, { recursive: true, force: true });
  }
});
