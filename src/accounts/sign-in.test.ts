import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickPasswords } from '../../test/support/console/quick-passwords.ts';
import { forEachDatabase, openTestDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createAudit } from '../audit/index.ts';
import type { Database } from '../db/index.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { createOperators } from './operators.ts';

const email = 'anna@example.com';
const password = 'correct horse battery';

const prepare = async (db: Database) => {
  const clock = createTestClock();
  const audit = createAudit({ db, clock });
  const tokens = createOperatorTokens({ db, clock });
  const operators = createOperators({ db, clock, tokens, audit, passwords: quickPasswords });
  const { id } = await operators.create(db.query, {
    email,
    name: 'Anna',
    passwordHash: await operators.hashPassword(password),
  });
  const attempt = (text: string, address: string, browser?: string): Promise<string> =>
    operators.checkPassword({ email, password: text, address, browser }).then(
      () => 'in',
      (error: { kind: string }) => error.kind,
    );
  return { clock, audit, tokens, operators, id, attempt };
};

const withSqlite = async (work: (db: Database) => Promise<void>): Promise<void> => {
  const { db, release } = await openTestDatabase();
  try {
    await work(db);
  } finally {
    await release();
  }
};

test('guesses from one address are limited, even in parallel, and others can sign in', () =>
  withSqlite(async (db) => {
    const { clock, attempt } = await prepare(db);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => attempt('guess', '203.0.113.1')));
    assert.equal(outcomes.filter((kind) => kind === 'unauthenticated').length, 5);
    assert.equal(outcomes.filter((kind) => kind === 'rateLimited').length, 3);
    assert.equal(
      await attempt(password, '203.0.113.1'),
      'rateLimited',
      'the answer does not reveal that the password is correct',
    );
    assert.equal(await attempt(password, '203.0.113.2'), 'in', 'the owner can sign in from another address');
    clock.advance(60_000);
    assert.equal(await attempt(password, '203.0.113.1'), 'in');
  }));

test('guesses from many addresses slow down unknown browsers only', () =>
  withSqlite(async (db) => {
    const { clock, operators, id, attempt } = await prepare(db);
    const browser = await operators.rememberBrowser(db.query, { operatorId: id, browser: undefined });
    for (let index = 0; index < 50; index++)
      assert.equal(await attempt('guess', `198.51.100.${index}`), 'unauthenticated');
    assert.equal(await attempt(password, '203.0.113.2'), 'rateLimited');
    assert.equal(await attempt(password, '203.0.113.2', 'a made-up browser'), 'rateLimited');
    assert.equal(await attempt(password, '203.0.113.2', browser), 'in');
    clock.advance(6000);
    assert.equal(await attempt(password, '203.0.113.2'), 'in', 'an unknown browser waits some seconds');
  }));

forEachDatabase('a known browser has its own limit, for its own account only', async (db) => {
  const { operators, id, attempt } = await prepare(db);
  const other = await operators.create(db.query, { email: 'ben@example.com', name: 'Ben', passwordHash: '' });
  const ofBen = await operators.rememberBrowser(db.query, { operatorId: other.id, browser: undefined });
  for (let count = 0; count < 5; count++) await attempt('guess', '203.0.113.1');
  assert.equal(await attempt(password, '203.0.113.1', ofBen), 'rateLimited', "another person's browser");
  const browser = await operators.rememberBrowser(db.query, { operatorId: id, browser: ofBen });
  assert.equal(browser, ofBen, 'two people may share a browser');
  for (let count = 0; count < 10; count++)
    assert.equal(await attempt('guess', '203.0.113.1', browser), 'unauthenticated');
  assert.equal(await attempt(password, '203.0.113.1', browser), 'rateLimited', 'guesses are limited');

  await operators.forgetBrowsers(db.query, id);
  assert.equal(await attempt(password, '203.0.113.1', browser), 'rateLimited');
});

forEachDatabase('only the browsers that a person used most recently are known', async (db) => {
  const { clock, operators, id, attempt } = await prepare(db);
  const browsers: string[] = [];
  for (let count = 0; count < 21; count++) {
    browsers.push(await operators.rememberBrowser(db.query, { operatorId: id, browser: undefined }));
    clock.advance(1);
  }
  for (let count = 0; count < 5; count++) await attempt('guess', '203.0.113.1');
  assert.equal(await attempt(password, '203.0.113.1', browsers[0]), 'rateLimited');
  assert.equal(await attempt(password, '203.0.113.1', browsers[1]), 'in');
  assert.equal(await attempt(password, '203.0.113.1', browsers[20]), 'in');
});

test('wrong tokens are limited per address, and a token that was valid there keeps working', () =>
  withSqlite(async (db) => {
    const { tokens, operators } = await prepare(db);
    await tokens.savePreset(db.query, 'the preset token');
    const check = (token: string, address: string): Promise<string> =>
      operators.checkBearer({ token, address }).then(
        (operator) => operator?.name ?? 'wrong',
        (error: { kind: string }) => error.kind,
      );
    assert.equal(await check('the preset token', '203.0.113.1'), 'preset');
    for (let count = 0; count < 30; count++)
      assert.equal(await check(`guess ${count}`, '203.0.113.1'), 'wrong');
    assert.equal(await check('guess', '203.0.113.1'), 'rateLimited');
    assert.equal(await check('the preset token', '203.0.113.1'), 'preset', 'a script at the same address');

    for (let count = 0; count < 30; count++) await check(`guess ${count}`, '203.0.113.2');
    assert.equal(await check('the preset token', '203.0.113.2'), 'rateLimited', 'the limit is checked first');
    assert.equal(await check('the preset token', '203.0.113.3'), 'preset');
  }));

forEachDatabase('failed sign-ins are counted in one audit entry per minute', async (db) => {
  const { clock, audit, operators, id, attempt } = await prepare(db);
  for (const workspace of ['w1', 'w2']) {
    const row = { id: workspace, name: workspace, balance_nano: null, reserved_nano: 0, created_at: 0 };
    await db.query.insertInto('workspaces').values(row).execute();
    await operators.setRole(db.query, id, { workspaceId: workspace, role: 'viewer' });
  }
  const read = async (workspaceId?: string) =>
    (
      await audit.list(
        { action: 'session.refuse', ...(workspaceId ? { workspaceId } : {}) },
        { offset: 0, limit: 9 },
      )
    ).entries;
  for (let count = 0; count < 3; count++) await attempt('guess', '203.0.113.1');
  for (const workspace of ['w1', 'w2']) {
    const [entry, ...more] = await read(workspace);
    assert.deepEqual(more, []);
    assert.equal(entry?.targetId, id);
    assert.deepEqual(entry!.changes, {
      email: [null, email],
      address: [null, '203.0.113.1'],
      attempts: [null, 3],
    });
  }
  clock.advance(60_000);
  await attempt('guess', '203.0.113.1');
  assert.equal((await read('w1')).length, 2, 'the next minute has its own entry');
  const unknownPerson = { email: 'nobody@example.com', password: 'guess', address: '203.0.113.1' };
  await assert.rejects(operators.checkPassword(unknownPerson));
  const unknown = (await read()).filter(({ workspaceId }) => workspaceId === null);
  assert.equal(unknown.length, 1, 'an unknown e-mail is in the log of no workspace');
});

forEachDatabase('only old failed sign-ins are removed from the audit log', async (db) => {
  const { clock, audit, attempt } = await prepare(db);
  await attempt('guess', '203.0.113.1');
  const target = { targetKind: 'agent', targetId: 'a', changes: {} };
  await audit.record(db.query, { workspaceId: null, actor: 'ada', action: 'agent.update', ...target });
  clock.advance(60_000);
  await attempt('guess', '203.0.113.1');
  await audit.sweep('session.refuse', clock.nowMs());
  const { entries } = await audit.list({}, { offset: 0, limit: 9 });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['session.refuse', 'agent.update'],
  );
});

test('an attacker with many addresses cannot fill the audit log', () =>
  withSqlite(async (db) => {
    const { audit, operators } = await prepare(db);
    for (let index = 0; index < 300; index++) {
      const address = `2001:db8:0:${index.toString(16)}::1`;
      await assert.rejects(
        operators.checkPassword({ email: `guess-${index}@example.com`, password: 'guess', address }),
      );
    }
    const { entries, total } = await audit.list({ action: 'session.refuse' }, { offset: 0, limit: 1 });
    assert.equal(total, 201);
    assert.deepEqual(entries[0]!.changes, {
      address: [null, 'many addresses'],
      attempts: [null, 100],
    });
  }));
