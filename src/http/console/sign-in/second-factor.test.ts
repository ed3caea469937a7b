import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { createBrowserCalls } from '../../../../test/support/console/browser-calls.ts';
import { type Call, createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';
import type { Database } from '../../../db/index.ts';

const email = 'owner@example.com';
const password = `password of ${email}`;

/** An owner with an authenticator app, in the browser where it was set up. */
const prepare = async (db: Database) => {
  const console = await createTestConsole(db);
  const { clock, call } = console;
  await console.asNew('owner');
  const browser = createBrowserCalls(call);
  await browser('POST', '/session', { email, password });
  const { secret } = (await browser('POST', '/account/code-app')).body;
  const code = () => generateSync({ secret, epoch: Math.floor(clock.nowMs() / 1000) });
  const confirmed = await browser('POST', '/account/code-app/confirmation', { code: code() });
  const recoveryCodes: string[] = confirmed.body.recoveryCodes;
  /** The next code of the app. */
  const nextCode = (): string => {
    clock.advance(30_000);
    return code();
  };
  const enterPassword = async (): Promise<Call> => {
    const other = createBrowserCalls(call);
    const { body, status } = await other('POST', '/session', { email, password });
    assert.deepEqual([status, body.session], [200, null]);
    return other;
  };
  return { ...console, browser, secret, code, nextCode, recoveryCodes, enterPassword };
};

forEachDatabase('the app is stored encrypted and recovery codes as hashes', async (db) => {
  const { secret, recoveryCodes } = await prepare(db);
  assert.equal(new Set(recoveryCodes).size, 10);
  const stored = JSON.stringify([
    await db.query.selectFrom('one_time_code_apps').selectAll().execute(),
    await db.query.selectFrom('recovery_codes').selectAll().execute(),
  ]);
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))])
    assert.ok(!stored.includes(text));
});

forEachDatabase('with an authenticator app, a sign-in needs the password and a code', async (db) => {
  const { enterPassword, nextCode } = await prepare(db);
  const other = await enterPassword();
  assert.equal((await other('GET', '/session')).status, 401);
  const wrong = await other('POST', '/sign-in/second-factor', { code: '000000' });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 40127]);
  const entered = await other('POST', '/sign-in/second-factor', { code: nextCode() });
  assert.deepEqual([entered.status, entered.body.session.secondFactor], [200, 'code']);
  assert.equal((await other('GET', '/session')).body.email, email);
  const again = await other('POST', '/sign-in/second-factor', { code: nextCode() });
  assert.equal(again.status, 401, 'the first step can be used once');
});

forEachDatabase('a code works once, even if it is entered twice at the same time', async (db) => {
  const { enterPassword, nextCode, code } = await prepare(db);
  const [first, second, third] = [await enterPassword(), await enterPassword(), await enterPassword()];
  nextCode();
  const answers = await Promise.all(
    [first!, second!].map((one) => one('POST', '/sign-in/second-factor', { code: code() })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  assert.equal((await third!('POST', '/sign-in/second-factor', { code: code() })).status, 401);
});

forEachDatabase('a recovery code works once, in any spelling', async (db) => {
  const { enterPassword, recoveryCodes, browser } = await prepare(db);
  const typed = ` ${recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ')} `;
  const entered = await (await enterPassword())('POST', '/sign-in/second-factor', { recoveryCode: typed });
  assert.deepEqual([entered.status, entered.body.session.secondFactor], [200, 'recovery-code']);
  const repeated = await (await enterPassword())('POST', '/sign-in/second-factor', { recoveryCode: typed });
  assert.equal(repeated.status, 401);
  assert.equal((await browser('GET', '/account/security')).body.recoveryCodesLeft, 9);
  const fresh = (await browser('POST', '/account/recovery-codes')).body.recoveryCodes;
  assert.equal(fresh.length, 10);
  const old = await enterPassword();
  const answer = await old('POST', '/sign-in/second-factor', { recoveryCode: recoveryCodes[0] });
  assert.equal(answer.status, 401, 'new codes replace the old ones');
});

forEachDatabase(
  'the second step is tied to one browser, and ends after a while or after five wrong codes',
  async (db) => {
    const { enterPassword, nextCode, call, clock } = await prepare(db);
    await enterPassword();
    const otherBrowser = createBrowserCalls(call);
    assert.equal((await otherBrowser('POST', '/sign-in/second-factor', { code: nextCode() })).status, 401);

    const slow = await enterPassword();
    clock.advance(5 * 60_000);
    assert.match(
      (await slow('POST', '/sign-in/second-factor', { code: nextCode() })).body.message,
      /has expired/,
    );

    const guesser = await enterPassword();
    for (let guess = 0; guess < 5; guess += 1)
      assert.equal((await guesser('POST', '/sign-in/second-factor', { code: `00000${guess}` })).status, 401);
    const late = await guesser('POST', '/sign-in/second-factor', { code: nextCode() });
    assert.match(late.body.message, /start again/);
  },
);

forEachDatabase('wrong codes are limited over all sign-ins of an account', async (db) => {
  const { enterPassword, nextCode, clock } = await prepare(db);
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const guesser = await enterPassword();
    for (let guess = 0; guess < 4; guess += 1)
      statuses.push((await guesser('POST', '/sign-in/second-factor', { code: `11111${guess}` })).status);
  }
  assert.deepEqual(statuses.slice(0, 10), Array(10).fill(401));
  assert.deepEqual(statuses.slice(10), [429, 429]);
  clock.advance(5 * 60_000);
  const owner = await enterPassword();
  assert.equal((await owner('POST', '/sign-in/second-factor', { code: nextCode() })).status, 200);
});

forEachDatabase('a missing or malformed code does not count as an attempt', async (db) => {
  const { enterPassword } = await prepare(db);
  const other = await enterPassword();
  const empty = await other('POST', '/sign-in/second-factor', {});
  assert.deepEqual([empty.status, empty.body.message], [400, 'code or recoveryCode is required']);
  const number = await other('POST', '/sign-in/second-factor', { code: 123456 });
  assert.match(number.body.message, /^code must be a string/);
});

forEachDatabase('an app is active after its first code, and earlier sessions end', async (db) => {
  const { asNew, call, clock } = await createTestConsole(db);
  const before = await asNew('owner');
  const browser = createBrowserCalls(call);
  await browser('POST', '/session', { email, password });
  const first = (await browser('POST', '/account/code-app')).body;
  assert.ok(first.uri.includes(first.secret));
  const wrong = await browser('POST', '/account/code-app/confirmation', { code: '123' });
  assert.match(wrong.body.message, /^code is wrong/);
  const signsIn = await createBrowserCalls(call)('POST', '/session', { email, password });
  assert.ok(signsIn.body.session, 'an app that was not confirmed is not required');

  const { secret } = (await browser('POST', '/account/code-app')).body;
  const codeOf = (key: string) => generateSync({ secret: key, epoch: Math.floor(clock.nowMs() / 1000) });
  const replaced = await browser('POST', '/account/code-app/confirmation', { code: codeOf(first.secret) });
  assert.equal(replaced.status, 400, 'the first secret was replaced');
  assert.equal((await before('GET', '/session')).status, 200);
  const done = await browser('POST', '/account/code-app/confirmation', { code: codeOf(secret) });
  assert.equal(done.status, 200);
  assert.equal((await before('GET', '/session')).status, 401);
  assert.equal((await browser('GET', '/session')).body.secondFactor, 'code');
});

forEachDatabase(
  'removing an app requires a recent sign-in and also removes the recovery codes',
  async (db) => {
    const { browser, clock, nextCode, call } = await prepare(db);
    const second = await browser('POST', '/account/code-app');
    assert.equal(second.status, 409);
    clock.advance(10 * 60_000);
    const stale = await browser('DELETE', '/account/code-app');
    assert.deepEqual([stale.status, stale.body.reason], [403, 'recent-sign-in-required']);
    const refused = await browser('POST', '/session/confirmation', { code: '000000' });
    assert.equal(refused.status, 403, 'a wrong code does not look like an ended session');
    assert.equal((await browser('POST', '/session/confirmation', { code: nextCode() })).status, 204);
    assert.equal((await browser('DELETE', '/account/code-app')).status, 204);
    const { body } = await browser('GET', '/account/security');
    assert.deepEqual([body.codeAppSince, body.recoveryCodesLeft], [null, 0]);
    const signedIn = await createBrowserCalls(call)('POST', '/session', { email, password });
    assert.equal(signedIn.body.session.email, email);
    assert.equal((await browser('DELETE', '/account/code-app')).status, 404);
  },
);

forEachDatabase(
  'a confirmation with the password renews the sign-in but adds no second factor',
  async (db) => {
    const { asNew, clock } = await createTestConsole(db);
    const owner = await asNew('owner');
    clock.advance(11 * 60_000);
    assert.equal((await owner('POST', '/account/code-app')).body.reason, 'recent-sign-in-required');
    assert.equal((await owner('POST', '/session/confirmation', { password: 'wrong' })).status, 403);
    assert.equal((await owner('POST', '/session/confirmation', { password })).status, 204);
    assert.equal((await owner('POST', '/account/code-app')).status, 200);
    assert.equal((await owner('GET', '/session')).body.secondFactor, null);
  },
);

forEachDatabase('an operator token has no account and no second factors', async (db) => {
  const { asToken } = await createTestConsole(db);
  for (const [method, path] of [
    ['GET', '/account/security'],
    ['POST', '/account/code-app'],
    ['POST', '/account/passkeys/options'],
    ['POST', '/session/confirmation/passkey-options'],
  ] as const)
    assert.equal((await asToken(method, path)).status, 403, path);
});

forEachDatabase('every change of a second factor is in the audit log without its secret', async (db) => {
  const { browser, secret, recoveryCodes, nextCode, enterPassword, asToken } = await prepare(db);
  await browser('POST', '/account/recovery-codes');
  await (await enterPassword())('POST', '/sign-in/second-factor', { code: nextCode() });
  await browser('DELETE', '/account/code-app');
  const { body } = await asToken('GET', `/audit?actor=${email}&pageSize=100`);
  const actions = body.items.map(({ action }: { action: string }) => action);
  for (const action of ['operator.code-app-add', 'operator.recovery-codes', 'operator.code-app-remove'])
    assert.ok(actions.includes(action), action);
  for (const text of [secret, ...recoveryCodes]) assert.ok(!JSON.stringify(body).includes(text));
});

forEachDatabase('wrong codes are in the audit log of the workspace', async (db) => {
  const { enterPassword, asToken, workspace } = await prepare(db);
  const guesser = await enterPassword();
  for (const code of ['000001', '000002']) await guesser('POST', '/sign-in/second-factor', { code });
  const { body } = await asToken('GET', `/audit?workspaceId=${workspace.id}&action=session.refuse`);
  assert.deepEqual([body.total, body.items[0].changes.attempts], [1, [null, 2]]);
  assert.deepEqual(body.items[0].changes.email, [null, email]);
});
