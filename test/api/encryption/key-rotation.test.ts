import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createAgents } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { encryptedColumns } from '../../../src/encrypted-columns.ts';
import { discardSecrets } from '../../../src/encryption/discard-secrets.ts';
import { readKeyFile } from '../../../src/encryption/key-file.ts';
import { readUsedKeys } from '../../../src/encryption/key-store.ts';
import { openEncryption } from '../../../src/encryption/open-encryption.ts';
import { rotateKey } from '../../../src/encryption/rotate-key.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { findCredentials, saveCredentials } from '../../../src/knowledge/sources/credential-store.ts';
import { defaultRules } from '../../../src/knowledge/sources/source.ts';
import { insertSource } from '../../../src/knowledge/sources/source-store.ts';
import { systemClock as clock } from '../../../src/lib/clock.ts';
import { newSecretKey, type SecretKey } from '../../../src/lib/secret-key.ts';
import { createModelConnections } from '../../../src/model-connections/index.ts';
import { forEachDatabase } from '../../support/databases/databases.ts';

interface Source {
  secretKey: SecretKey | undefined;
  secretKeyOld: SecretKey | undefined;
  secretKeyFile: string;
}

const newSource = (context: TestContext): Source => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-rotate-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return { secretKey: undefined, secretKeyOld: undefined, secretKeyFile: join(folder, 'secret.key') };
};

const openAgents = async (db: Database, source: Source) =>
  createAgents({ db, clock, encryption: await openEncryption({ db, clock }, source), createDefaultBase });

const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz';
const agentCount = 3;
/** Each agent has its settings and one version of them. */
const rowCount = 2 * agentCount;

const fill = async (db: Database, source: Source): Promise<string[]> => {
  const agents = await openAgents(db, source);
  await db.query
    .insertInto('workspaces')
    .values({ id: 'workspace', name: 'w', balance_nano: null, reserved_nano: 0, created_at: 1 })
    .execute();
  const ids: string[] = [];
  for (let index = 0; index < agentCount; index += 1) {
    const settings = { prompt: 'Hello', webhook: { signingSecrets: [secret] } };
    ids.push((await agents.create(db.query, { workspaceId: 'workspace', name: `${index}`, settings })).id);
  }
  return ids;
};

const readSecrets = async (db: Database, source: Source, ids: string[]) => {
  const agents = await openAgents(db, source);
  return Promise.all(ids.map(async (id) => (await agents.find(id))!.settings.webhook.signingSecrets));
};

const whole = Array.from({ length: agentCount }, () => [secret]);

const rotate = (db: Database, source: Source, requireStopped = async () => {}) =>
  rotateKey({ db, clock }, { ...source, columns: encryptedColumns, requireStopped });

const keysOf = async (db: Database): Promise<string[]> => {
  const rows = await db.query.selectFrom('agents').select('encryption_key_id').distinct().execute();
  return rows.map((row) => row.encryption_key_id!);
};

forEachDatabase('a rotation of the key file encrypts everything with a new key', async (db, context) => {
  const source = newSource(context);
  const ids = await fill(db, source);
  const [before] = readKeyFile(source.secretKeyFile)!;
  const { from, to, rows, oldKeyFile } = await rotate(db, source);
  assert.deepEqual([from, rows], [before!.id, rowCount]);
  assert.deepEqual(await keysOf(db), [to]);
  assert.deepEqual(
    readKeyFile(source.secretKeyFile)!.map(({ id }) => id),
    [to],
  );
  assert.deepEqual(readKeyFile(oldKeyFile!), [before]);
  assert.equal(statSync(oldKeyFile!).mode & 0o777, 0o600);
  assert.deepEqual(await readSecrets(db, source, ids), whole);
});

/** Steps after which a rotation is interrupted. */
const cutOffs = ['the key file', 'the database', 'one row'] as const;

for (const step of cutOffs)
  forEachDatabase(`a rotation interrupted after ${step} is finished by the next one`, async (db, context) => {
    const source = newSource(context);
    const ids = await fill(db, source);
    const stop = new Error('cut off');
    const columns = [...encryptedColumns];
    const [settings] = columns;
    let [asked, changed] = [0, 0];
    const cut = rotateKey(
      { db: step === 'the key file' ? { ...db, transaction: () => Promise.reject(stop) } : db, clock },
      {
        ...source,
        columns: [
          {
            ...settings!,
            changeSecrets: (value, id, change) => {
              changed += 1;
              if (step === 'one row' && changed === 2) throw stop;
              return settings!.changeSecrets(value, id, change);
            },
          },
        ],
        requireStopped: async () => {
          asked += 1;
          if (step === 'the database' && asked === 2) throw stop;
        },
      },
    );
    await assert.rejects(cut, stop);
    const prepared = readKeyFile(source.secretKeyFile)!.map(({ id }) => id);
    assert.equal(prepared.length, 2);
    if (step === 'the key file') assert.deepEqual(await readSecrets(db, source, ids), whole);
    else await assert.rejects(openAgents(db, source), /frontdesk secrets rotate/);

    assert.equal((await rotate(db, source)).to, prepared[0]);
    assert.deepEqual(await keysOf(db), [prepared[0]]);
    assert.deepEqual(await readUsedKeys(db.query), { current: prepared[0], retiring: undefined });
    assert.deepEqual(await readSecrets(db, source, ids), whole);
  });

forEachDatabase(
  'a rotation to FRONTDESK_SECRET_KEY takes the old key from its setting or the file',
  async (db, context) => {
    const source = newSource(context);
    const ids = await fill(db, source);
    const first = { ...source, secretKey: newSecretKey() };
    assert.equal((await rotate(db, first)).oldKeyFile, undefined);
    assert.deepEqual(await readSecrets(db, first, ids), whole);
    await assert.rejects(rotate(db, first), /set FRONTDESK_SECRET_KEY to a new key/);
    const second = { ...first, secretKey: newSecretKey() };
    await assert.rejects(rotate(db, second), /which was not found. Set FRONTDESK_SECRET_KEY_OLD/);
    await rotate(db, { ...second, secretKeyOld: first.secretKey });
    assert.deepEqual(await keysOf(db), [second.secretKey.id]);
    assert.deepEqual(await readSecrets(db, second, ids), whole);
  },
);

forEachDatabase('a rotation changes nothing while the service runs', async (db, context) => {
  const source = newSource(context);
  const ids = await fill(db, source);
  const keyFile = readFileSync(source.secretKeyFile, 'utf8');
  const running = new Error('running');
  await assert.rejects(
    rotate(db, source, () => Promise.reject(running)),
    running,
  );
  assert.equal(readFileSync(source.secretKeyFile, 'utf8'), keyFile);
  assert.deepEqual(await readSecrets(db, source, ids), whole);
});

forEachDatabase(
  'after the key is lost and its secrets are discarded, agents work with a new key',
  async (db, context) => {
    const source = newSource(context);
    const ids = await fill(db, source);
    rmSync(source.secretKeyFile);
    await assert.rejects(openAgents(db, source), /frontdesk secrets discard/);
    assert.equal(await discardSecrets(db, encryptedColumns), rowCount);
    const agents = await openAgents(db, source);
    assert.ok(existsSync(source.secretKeyFile));
    const agent = (await agents.find(ids[0]!))!;
    assert.equal(agent.settings.prompt, 'Hello');
    assert.deepEqual(agent.settings.webhook.signingSecrets, []);
    await agents.update(db.query, agent, {
      settings: { ...agent.settings, webhook: { ...agent.settings.webhook, signingSecrets: [secret] } },
    });
    assert.deepEqual((await readSecrets(db, source, [ids[0]!]))[0], [secret]);
  },
);

forEachDatabase('a rotation covers the versions of agents', async (db, context) => {
  const source = newSource(context);
  const [id] = await fill(db, source);
  const before = await openAgents(db, source);
  const agent = (await before.find(id!))!;
  await before.update(db.query, agent, { settings: { ...agent.settings, prompt: 'Changed' } });
  const { to } = await rotate(db, source);
  const keys = await db.query.selectFrom('agent_versions').select('encryption_key_id').distinct().execute();
  assert.deepEqual(
    keys.map((row) => row.encryption_key_id),
    [to],
  );
  const { settings } = await (await openAgents(db, source)).readVersion(id!, 1);
  assert.deepEqual([settings.prompt, settings.webhook.signingSecrets], ['Hello', [secret]]);
});

forEachDatabase('a rotation covers the keys of model connections', async (db, context) => {
  const source = newSource(context);
  await fill(db, source);
  const open = async () =>
    createModelConnections({ db, clock, encryption: await openEncryption({ db, clock }, source) });
  const settings = {
    baseUrl: 'https://models.example.com/v1',
    apiKey: 'sk-key-of-a-connection',
    headers: { 'X-Gateway': 'secret of the gateway' },
    models: [{ name: 'small', contextTokens: null, price: null }],
  };
  const connection = { name: 'Own server', provider: 'openai' as const, settings };
  const { id } = await (await open()).create(db.query, 'workspace', connection);
  const { rows } = await rotate(db, source);
  assert.equal(rows, rowCount + 1);
  assert.deepEqual((await (await open()).find('workspace', id))?.settings, settings);

  await discardSecrets(db, encryptedColumns);
  assert.deepEqual((await (await open()).find('workspace', id))?.settings, {
    ...settings,
    apiKey: null,
    headers: {},
  });
});

forEachDatabase('a rotation covers the credentials of knowledge sources', async (db, context) => {
  const source = newSource(context);
  const [agentId = ''] = await fill(db, source);
  const base = await db.query
    .selectFrom('knowledge_bases')
    .select('id')
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  await insertSource(db.query, {
    id: 'source',
    workspace_id: 'workspace',
    agent_id: agentId,
    knowledge_base_id: base.id,
    kind: 'git',
    name: 'Manuals',
    url: 'https://git.example/manuals.git',
    rules: JSON.stringify(defaultRules),
    chunk_tokens: 200,
    removal: 'never',
    grace_days: 7,
    schedule: 'off',
    next_sync_at: null,
    is_deleting: 0,
    creator_id: '',
    creator_email: '',
    created_at: 1,
    updated_at: 1,
  });
  const open = () => openEncryption({ db, clock }, source);
  const credentials = { user: 'reader', secret: 'token-of-a-repository' };
  await saveCredentials(db.query, await open(), 'source', credentials);
  const { to, rows } = await rotate(db, source);
  assert.equal(rows, rowCount + 1);
  const row = await db.query.selectFrom('source_credentials').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.encryption_key_id, to);
  assert.ok(!row.credentials.includes(credentials.secret));
  assert.deepEqual(await findCredentials(db.query, await open(), 'source'), credentials);
  await discardSecrets(db, encryptedColumns);
  assert.deepEqual(await db.query.selectFrom('source_credentials').selectAll().execute(), []);
  assert.equal((await db.query.selectFrom('knowledge_sources').select('id').execute()).length, 1);
});
