import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/support/databases/postgres.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { createCommandLine } from '../../../test/support/service/command-line.ts';
import { openSqlite } from '../../db/index.ts';

test('a new installation has no problems', async (context) => {
  const { run } = createCommandLine(context);
  const { code, out } = await run(['doctor']);
  assert.equal(code, 0, out);
  assert.ok(!/^fail/m.test(out), out);
  assert.match(out, /^ok +Embedded weights +present$/m);
  assert.match(out, /^ok +Data folder +.*, the first start creates it$/m);
});

test('a running service is checked without disturbing it', async (context) => {
  const { run, dataDir } = createCommandLine(context);
  const db = await openSqlite(dataDir);
  context.after(() => db.close());
  const { code, out } = await run(['doctor', '--integrity']);
  assert.equal(code, 0, out);
  assert.match(out, /^ok +Database +SQLite 3\./m);
  assert.match(out, /^ok +Migrations +up to date$/m);
  for (const check of ['Structure', 'References', 'Invariants', 'Balances', 'Files'])
    assert.match(out, new RegExp(`^ok +${check} `, 'm'));
});

test('a folder that others can read is a warning, not a failure', async (context) => {
  const { run, dataDir } = createCommandLine(context);
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const { code, out } = await run(['doctor']);
  assert.equal(code, 0);
  assert.match(out, /^warn +Data folder .*: chmod 700 /m);
});

test('problems that prevent the start are listed with a fix, and the exit code is 1', async (context) => {
  const failing: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: 'x' }, /^fail +Settings +PORT must be .*: correct it/m],
    [{ HOST: '0.0.0.0' }, /^fail +Address .*FRONTDESK_ADMIN_TOKEN/m],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /^fail +Database /m],
    [
      { FRONTDESK_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', FRONTDESK_MODEL_NAME: 'm' },
      /^fail +Model server +127\.0\.0\.1:1 does not answer/m,
    ],
    [
      { FRONTDESK_SMTP_HOST: '127.0.0.1', FRONTDESK_SMTP_PORT: '1', FRONTDESK_MAIL_FROM: 'desk@example.com' },
      /^fail +E-mail +127\.0\.0\.1:1 cannot be used/m,
    ],
  ];
  for (const [settings, expected] of failing) {
    const { code, out } = await createCommandLine(context, settings).run(['doctor']);
    assert.equal(code, 1, out);
    assert.match(out, expected);
  }
});

test('a model server is called with its key', async (context) => {
  const server = createServer((request, response) => {
    response.statusCode =
      request.headers.authorization === 'Bearer right-key' && request.url === '/v1/models' ? 200 : 401;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const doctor = (key: string) =>
    createCommandLine(context, {
      FRONTDESK_MODEL_BASE_URL: baseUrl,
      FRONTDESK_MODEL_NAME: 'm',
      FRONTDESK_MODEL_API_KEY: key,
    }).run(['doctor']);
  assert.match((await doctor('right-key')).out, /^ok +Model server/m);
  const refused = await doctor('wrong-key');
  assert.equal(refused.code, 1);
  assert.match(refused.out, /^fail +Model server .* refuses the API key/m);
  assert.ok(!refused.out.includes('wrong-key'));
});

test('a PostgreSQL server is checked: version, pgvector and pending migrations', {
  skip: skipWithout('postgres'),
}, async (context) => {
  const { url, drop } = await createTestDatabase();
  context.after(drop);
  const { run } = createCommandLine(context, { DATABASE_URL: url });
  const empty = await run(['doctor', '--integrity']);
  assert.equal(empty.code, 0, empty.out);
  assert.match(empty.out, /^ok +Database +PostgreSQL \d/m);
  assert.match(empty.out, /^ok +pgvector +\d/m);
  assert.match(empty.out, /^warn +Migrations +\d+ pending/m);
  assert.match(empty.out, /^warn +Integrity +not checked/m);
  assert.match((await run(['agent', 'list'])).errors, /run "frontdesk migrate"/);
  assert.equal((await run(['migrate'])).code, 0);
  assert.match((await run(['doctor'])).out, /^ok +Migrations +up to date/m);
  assert.equal((await run(['agent', 'list'])).code, 0);
});
