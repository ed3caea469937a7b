import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createCommandLine } from '../../../test/support/service/command-line.ts';
import { testEncryption } from '../../../test/support/service/test-encryption.ts';
import { createAgents } from '../../agents/index.ts';
import { openSqlite } from '../../db/index.ts';
import { createDefaultBase } from '../../knowledge/index.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import { createWorkspaces } from '../../workspaces/index.ts';

/** A data folder with one agent, opened as by a running service. */
const startService = async (context: TestContext) => {
  const commandLine = createCommandLine(context);
  const db = await openSqlite(commandLine.dataDir);
  context.after(() => db.close());
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  await db.transaction(async (tx) => {
    const { id: workspaceId } = await createWorkspaces({ db, clock }).create(tx, { name: 'Shop' });
    await agents.create(tx, { workspaceId, name: 'Desk', settings: { prompt: 'Be kind.' } });
  });
  return commandLine;
};

test('an agent is exported to a file and imported under another name', async (context) => {
  const { run, dataDir } = await startService(context);
  const path = join(dataDir, 'agent.json.gz');
  const exported = await run(['agent', 'export', '--output', path, '--knowledge']);
  assert.equal(exported.code, 0, exported.errors);
  const file = JSON.parse(gunzipSync(readFileSync(path)).toString());
  assert.deepEqual([file.agent.name, file.agent.settings.prompt], ['Desk', 'Be kind.']);
  const again = await run(['agent', 'export', '--output', path]);
  assert.deepEqual([again.code, /EEXIST|exists/.test(again.errors)], [1, true]);

  const imported = await run(['agent', 'import', '--file', path, '--name', 'Copy']);
  assert.equal(imported.code, 0, imported.errors);
  assert.match(imported.out, /Imported agent Copy/);
  assert.match((await run(['agent', 'list'])).out, /Copy/);
});

test('a file that cannot be imported ends with its reason', async (context) => {
  const { run, dataDir } = await startService(context);
  const path = join(dataDir, 'agent.json');
  writeFileSync(path, JSON.stringify({ format: 'frontdesk-agent', formatVersion: 9 }));
  const newer = await run(['agent', 'import', '--file', path]);
  assert.equal(newer.code, 1);
  assert.match(newer.errors, /formatVersion: the file has version 9/);
  assert.match(
    (await run(['agent', 'import', '--file', join(dataDir, 'none.json')])).errors,
    /ENOENT|no such file/,
  );
  assert.equal((await run(['agent', 'import'])).code, 2);
});
