import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from '../../test/support/service/command-line.ts';
import { testEncryption } from '../../test/support/service/test-encryption.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import {
  createInvitations,
  createOperators,
  createOperatorTokens,
  createResetLinks,
  createSecondFactors,
} from '../accounts/index.ts';
import { createAgents } from '../agents/index.ts';
import { createAudit } from '../audit/index.ts';
import { createApiKeys } from '../auth/index.ts';
import { openSqlite } from '../db/index.ts';
import { createDefaultBase } from '../knowledge/documents/knowledge-base-store.ts';
import { systemClock as clock } from '../lib/clock.ts';
import { createWorkspaces, ensureFirstStart } from '../workspaces/index.ts';

/** A data folder with its defaults, opened as by a running service. */
const startService = async (context: TestContext) => {
  const commandLine = createCommandLine(context);
  const db = await openSqlite(commandLine.dataDir);
  context.after(() => db.close());
  const operatorTokens = createOperatorTokens({ db, clock });
  const keyClock = createTestClock(Date.now());
  const apiKeys = createApiKeys({ db, clock: keyClock });
  const audit = createAudit({ db, clock });
  const operators = createOperators({ db, clock, tokens: operatorTokens, audit });
  await ensureFirstStart(
    {
      db,
      apiKeys,
      operatorTokens,
      audit,
      workspaces: createWorkspaces({ db, clock }),
      agents: createAgents({ db, clock, encryption: testEncryption, createDefaultBase }),
    },
    { config: { apiKey: undefined, adminToken: undefined } },
  );
  const invitations = createInvitations({ db, clock, operators });
  const resetLinks = createResetLinks({ db, clock, operators });
  return { ...commandLine, db, apiKeys, keyClock, operators, operatorTokens, invitations, resetLinks, audit };
};

const lastLine = (text: string): string => text.split('\n').at(-1)!;

test('a key that is created beside a running service works until it is revoked', async (context) => {
  const { run, apiKeys, keyClock } = await startService(context);
  const created = await run(['key', 'create', '--name', 'Shop', '--expires', '30d']);
  assert.equal(created.code, 0, created.errors);
  const key = lastLine(created.out);
  const opened = await apiKeys.authenticate(key);
  assert.ok(opened);
  const listed = await run(['key', 'list', '--agent', 'Default']);
  assert.ok(listed.out.includes(opened.keyId) && listed.out.includes('Shop'));
  assert.ok(!listed.out.includes(key));

  assert.equal((await run(['key', 'revoke', opened.keyId])).code, 0);
  // The service notices changes of other processes after a second.
  keyClock.advance(1000);
  assert.equal(await apiKeys.authenticate(key), undefined);
  const again = await run(['key', 'revoke', opened.keyId]);
  assert.equal(again.code, 1);
  assert.match(again.errors, /no active key/);
});

test('an agent is created and listed, and then a key needs the name of its agent', async (context) => {
  const { run } = await startService(context);
  assert.equal((await run(['agent', 'create', '--name', 'Shop'])).code, 0);
  assert.match((await run(['agent', 'list'])).out, /Shop/);
  const withoutAgent = await run(['key', 'create']);
  assert.equal(withoutAgent.code, 1);
  assert.match(withoutAgent.errors, /There are 2 agents: choose one with --agent/);
  assert.equal((await run(['key', 'create', '--agent', 'Shop'])).code, 0);
  assert.match((await run(['key', 'create', '--agent', 'Shoe'])).errors, /There is no agent Shoe/);
});

test('an operator is created with a password, sets another with a link, and is removed', async (context) => {
  const { run, db, operators, resetLinks, audit } = await startService(context);
  const email = 'anna@example.com';
  assert.match(
    (await run(['operator', 'create', '--email', email], 'short')).errors,
    /at least 10 characters/,
  );
  assert.equal((await run(['operator', 'create', '--email', email], 'a long password')).code, 0);
  assert.match(
    (await run(['operator', 'create', '--email', email], 'a long password')).errors,
    /exists already/,
  );
  const made = await run(['operator', 'reset-link', email]);
  assert.equal(made.code, 0, made.errors);
  const token = new URL(lastLine(made.out)).hash.slice(1);
  const passwordHash = await operators.hashPassword('another long one');
  await db.transaction((tx) => resetLinks.use(tx, token, passwordHash));
  const signedIn = await operators.checkPassword({ email, password: 'another long one', address: 'here' });
  assert.equal(signedIn.email, email);
  assert.match((await run(['operator', 'reset-link', 'nobody@example.com'])).errors, /no operator nobody/);

  assert.equal((await run(['operator', 'remove', email])).code, 0);
  assert.equal(await operators.findByEmail(db.query, email), undefined);
  const { entries } = await audit.list({ actor: 'command line' }, { offset: 0, limit: 10 });
  assert.deepEqual(entries.map(({ action }) => action).sort(), [
    'operator.add',
    'operator.remove',
    'operator.reset-link',
  ]);
});

test('an invitation that is created beside a running service can be accepted', async (context) => {
  const { run, db, invitations, operators } = await startService(context);
  const made = await run(['operator', 'invite', '--email', 'ben@example.com', '--role', 'viewer']);
  assert.equal(made.code, 0, made.errors);
  const token = new URL(lastLine(made.out)).hash.slice(1);
  await db.transaction((tx) => invitations.register(tx, { token, name: 'Ben', passwordHash: 'none' }));
  const ben = await operators.findByEmail(db.query, 'ben@example.com');
  assert.equal((await operators.memberships(db.query, ben!.id))[0]?.role, 'viewer');
});

test('operator tokens are created, listed and revoked while the service runs', async (context) => {
  const { run, operatorTokens } = await startService(context);
  const create = (...more: string[]) => run(['token', 'create', '--name', 'CI', ...more]);
  const scoped = await create('--role', 'editor', '--workspace', 'Default', '--expires', '30d');
  assert.equal(scoped.code, 0, scoped.errors);
  const token = lastLine(scoped.out);
  const operator = await operatorTokens.identify(token);
  assert.equal(operator?.role, 'editor');
  assert.ok(operator?.workspaceId);
  assert.equal((await operatorTokens.identify(lastLine((await create()).out)))?.workspaceId, null);
  const listed = (await run(['token', 'list'])).out;
  assert.ok(listed.includes(operator!.id) && listed.includes('first start') && !listed.includes(token));
  assert.ok(!(await run(['token', 'list', '--workspace', 'Default'])).out.includes('first start'));

  assert.equal((await run(['token', 'revoke', operator!.id])).code, 0);
  assert.equal(await operatorTokens.identify(token), undefined);
  assert.match((await run(['token', 'revoke', operator!.id])).errors, /no active token/);
});

test('a lost second factor is removed, so that the password is enough to sign in', async (context) => {
  const { run, db, operators, audit } = await startService(context);
  await run(['operator', 'create', '--email', 'ada@example.com'], 'a long password');
  const { id } = (await operators.findByEmail(db.query, 'ada@example.com'))!;
  const secondFactors = createSecondFactors({ db, clock, encryption: testEncryption });
  await secondFactors.recoveryCodes.replace(db.query, id);
  await secondFactors.passkeys.store(db.query, {
    id: 'p',
    operatorId: id,
    credentialId: 'c',
    publicKey: '',
    counter: 0,
    transports: [],
    isSynced: false,
    name: 'Lost key',
    createdAtMs: 0,
    lastUsedAtMs: null,
  });
  assert.deepEqual(await secondFactors.methods(db.query, id), ['passkey', 'recovery-code']);
  const cleared = await run(['operator', 'clear-second-factor', 'Ada@example.com']);
  assert.equal(cleared.code, 0, cleared.errors);
  assert.deepEqual(await secondFactors.methods(db.query, id), []);
  const { entries } = await audit.list({ action: 'operator.second-factor-clear' }, { offset: 0, limit: 5 });
  assert.deepEqual([entries[0]!.actor, entries[0]!.targetId], ['command line', id]);
  const nobody = await run(['operator', 'clear-second-factor', 'nobody@example.com']);
  assert.match(nobody.errors, /There is no operator nobody@example.com/);
});

test('wrong usage is reported in one line with exit code 2', async (context) => {
  const { run } = createCommandLine(context);
  const wrong: [string[], RegExp][] = [
    [['dance'], /unknown command dance/],
    [['key'], /Expected one of: create, list, revoke/],
    [['key', 'constructor'], /Expected one of: create, list, revoke/],
    [['key', 'create', '--colour', 'red'], /--colour/],
    [['key', 'create', '--expires'], /--expires/],
    [['key', 'revoke'], /KEY_ID is missing/],
    [['agent', 'create'], /--name is missing/],
    [['operator', 'create', '--email', 'nobody'], /--email/],
    [['operator', 'create', '--email', 'a@b.c', '--role', 'god'], /--role/],
    [['operator', 'reset-link', 'nobody'], /EMAIL must be/],
    [['token', 'create'], /--name is missing/],
    [['token', 'create', '--name', 'a', '--role', 'god'], /--role/],
    [['token', 'revoke'], /TOKEN_ID is missing/],
    [['backup'], /FOLDER is missing/],
    [['migrate', 'now'], /Unexpected argument: now/],
  ];
  for (const [args, message] of wrong) {
    const { code, errors, out } = await run(args);
    assert.equal(code, 2, `${args.join(' ')}: ${errors}`);
    assert.match(errors, message);
    assert.equal(errors.includes('\n'), false);
    assert.equal(out, '');
  }
});

test('without a database the commands say how to create one, and create none', async (context) => {
  const { run } = createCommandLine(context);
  const { code, errors } = await run(['agent', 'list']);
  assert.equal(code, 1);
  assert.match(errors, /There is no database in .*frontdesk migrate/);
});

test('migrate creates the database, then does nothing, and refuses a running service', async (context) => {
  const { run, dataDir } = createCommandLine(context);
  assert.match((await run(['migrate'])).out, /^Applied 0001/);
  assert.equal((await run(['migrate'])).out, 'The database is up to date');
  const db = await openSqlite(dataDir);
  const whileRunning = await run(['migrate']);
  await db.close();
  assert.equal(whileRunning.code, 1);
  assert.match(whileRunning.errors, new RegExp(`in use by process ${process.pid}`));
});

test('a wrong setting ends any command with one line', async (context) => {
  const { run } = createCommandLine(context, { PORT: 'many' });
  for (const args of [['agent', 'list'], ['serve'], ['migrate']])
    assert.deepEqual(await run(args), {
      code: 1,
      out: '',
      errors: 'frontdesk: PORT must be a whole number from 0 to 65535',
    });
});

test('help lists the commands and explains each', async (context) => {
  const { run } = createCommandLine(context);
  const overview = await run(['help']);
  assert.equal(overview.code, 0);
  for (const name of [
    'serve',
    'migrate',
    'key',
    'agent',
    'operator',
    'token',
    'backup',
    'restore',
    'doctor',
  ]) {
    assert.ok(overview.out.includes(name));
    for (const words of [
      ['help', name],
      [name, '--help'],
    ]) {
      const { code, out } = await run(words);
      assert.equal(code, 0);
      assert.ok(out.includes(`frontdesk ${name}`), words.join(' '));
    }
  }
  assert.equal((await run([])).code, 2);
});
