import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { tightenDataFolder } from '../../../src/lib/private-files.ts';
import { looseModes } from '../../support/files/loose-modes.ts';
import { createCommandLine } from '../../support/service/command-line.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.ts';
import { eventually } from '../../support/time/eventually.ts';

const sendFile = async (service: ServiceProcess): Promise<void> => {
  const conversation = await service.post('/v1/conversation', { user_id: 'ada' });
  const { conversation_id } = (await conversation.json()) as { conversation_id: string };
  // Large enough to be stored in a temporary file during the upload.
  const base64_content = Buffer.from('Tea costs 3. '.repeat(10_000)).toString('base64');
  const sent = await service.post('/v2/conversation/message', {
    conversation_id,
    messages: [
      { role: 'user', content: [{ type: 'document', document: { base64_content, name: 'a.txt' } }] },
    ],
  });
  assert.equal(sent.status, 200, await sent.text());
};

const loosen = (folder: string): void => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
};

test('no other account can read what the service stores, backs up and restores', async (context) => {
  const { run, folder, dataDir } = createCommandLine(context);
  const settings = { FRONTDESK_DATA_DIR: dataDir };
  let service = await startServiceProcess(settings);
  try {
    await sendFile(service);
    for (const name of [
      'frontdesk.sqlite',
      'frontdesk.sqlite-wal',
      'frontdesk.lock',
      'frontdesk.pid',
      'files',
    ])
      assert.ok(existsSync(join(dataDir, name)), name);
    assert.deepEqual(looseModes(dataDir), []);

    await service.kill();
    loosen(dataDir);
    service = await startServiceProcess(settings);
    await eventually('what was open to others is closed', () => looseModes(dataDir).length === 0);

    // An existing folder, and a stored file whose mode was changed meanwhile.
    const backup = mkdtempSync(join(folder, 'backup-'));
    chmodSync(backup, 0o755);
    loosen(join(dataDir, 'files'));
    const made = await run(['backup', backup]);
    assert.equal(made.code, 0, made.errors);
    assert.deepEqual(looseModes(backup), []);
    await service.kill();

    loosen(backup);
    const restored = await run(['restore', backup, '--force']);
    assert.equal(restored.code, 0, restored.errors);
    assert.deepEqual(looseModes(dataDir), []);
  } finally {
    await service.kill();
  }
});

test('other files in the data folder, and then the folder itself, are not changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-modes-'));
  try {
    chmodSync(folder, 0o755);
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    mkdirSync(join(folder, 'files'));
    symlinkSync(outside, join(folder, 'files', 'link'));
    writeFileSync(join(folder, 'frontdesk.sqlite'), '', { mode: 0o644 });
    await tightenDataFolder(folder);
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    assert.deepEqual([modeOf(folder), modeOf(outside)], [0o755, 0o644]);
    assert.deepEqual(
      [modeOf(join(folder, 'files')), modeOf(join(folder, 'frontdesk.sqlite'))],
      [0o700, 0o600],
    );
    await tightenDataFolder(join(folder, 'not-there'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
