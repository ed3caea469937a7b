import assert from 'node:assert/strict';
import { createAuthenticator } from '../../../../test/support/console/authenticator.ts';
import { createBrowserCalls } from '../../../../test/support/console/browser-calls.ts';
import { type Call, createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';
import type { Database } from '../../../db/index.ts';

const origin = 'https://desk.example.com';
const email = 'owner@example.com';
const password = `password of ${email}`;

const begin = async (browser: Call, purpose: string) =>
  (await browser('POST', '/sign-in/passkey/options', { purpose })).body;

/** An owner with one passkey. */
const prepare = async (db: Database) => {
  const stage = await createTestConsole(db, { publicUrl: origin });
  await stage.asNew('owner');
  const browser = createBrowserCalls(stage.call);
  await browser('POST', '/session', { email, password });
  const authenticator = createAuthenticator();
  const options = (await browser('POST', '/account/passkeys/options')).body;
  const response = authenticator.register(options, { origin });
  const added = await browser('POST', '/account/passkeys', { name: 'Laptop', response });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const open = () => createBrowserCalls(stage.call);
  return { ...stage, browser, authenticator, open, response, added: added.body };
};

forEachDatabase('a passkey signs in without a password and counts as two factors', async (db) => {
  const { authenticator, open, added, workspace } = await prepare(db);
  assert.equal(added.recoveryCodes.length, 10);
  const other = open();
  const options = await begin(other, 'sign-in');
  assert.deepEqual([options.rpId, options.userVerification], ['desk.example.com', 'required']);
  assert.deepEqual(options.allowCredentials ?? [], [], 'the options contain no passkeys before the sign-in');
  const response = authenticator.answer(options, { origin });
  const entered = await other('POST', '/sign-in/passkey', { purpose: 'sign-in', response });
  assert.deepEqual([entered.status, entered.body.session.method], [200, 'passkey']);
  const path = `/workspaces/${workspace.id}/sign-in-requirement`;
  assert.equal((await other('PUT', path, { requirement: 'second-factor' })).status, 200);
});

forEachDatabase(
  'after the password the passkey is required, and only a passkey of the account is accepted',
  async (db) => {
    const { authenticator, open, asNew, call } = await prepare(db);
    await asNew('editor');
    const otherAuthenticator = createAuthenticator();
    const editor = createBrowserCalls(call);
    await editor('POST', '/session', {
      email: 'editor@example.com',
      password: 'password of editor@example.com',
    });
    const options = (await editor('POST', '/account/passkeys/options')).body;
    await editor('POST', '/account/passkeys', {
      name: 'Mine',
      response: otherAuthenticator.register(options, { origin }),
    });

    const enter = async (by: typeof authenticator) => {
      const other = open();
      const first = await other('POST', '/session', { email, password });
      assert.deepEqual(first.body.secondFactor.methods, ['passkey', 'recovery-code']);
      const asked = await begin(other, 'second-factor');
      assert.deepEqual(
        asked.allowCredentials.map(({ id }: { id: string }) => id),
        [authenticator.id],
      );
      const response = by.answer(asked, { origin });
      return other('POST', '/sign-in/passkey', { purpose: 'second-factor', response });
    };
    assert.equal((await enter(otherAuthenticator)).status, 401);
    const entered = await enter(authenticator);
    assert.deepEqual([entered.status, entered.body.session.secondFactor], [200, 'passkey']);
  },
);

forEachDatabase(
  'responses that are replayed, copied, unverified or from another site are rejected',
  async (db) => {
    const { authenticator, open } = await prepare(db);
    const attempt = async (change: Partial<Parameters<typeof authenticator.answer>[1]>) => {
      const other = open();
      const response = authenticator.answer(await begin(other, 'sign-in'), { origin, ...change });
      return (await other('POST', '/sign-in/passkey', { purpose: 'sign-in', response })).status;
    };
    assert.equal(await attempt({ counter: 7 }), 200);
    assert.equal(await attempt({ counter: 7 }), 401, 'the counter did not increase');
    assert.equal(await attempt({ counter: 3 }), 401, 'the counter decreased');
    assert.equal(await attempt({ counter: 8, isVerified: false }), 401);
    assert.equal(await attempt({ counter: 9, origin: 'https://evil.example' }), 401);
    assert.equal(
      await attempt({ counter: 10, userHandle: Buffer.from('another').toString('base64url') }),
      401,
    );
    assert.equal(await attempt({ counter: 11 }), 200);

    const [mine, other] = [open(), open()];
    const options = await begin(mine, 'sign-in');
    const response = authenticator.answer(options, { origin });
    const send = (by: Call) => by('POST', '/sign-in/passkey', { purpose: 'sign-in', response });
    assert.equal((await send(other)).status, 401, 'a challenge of another browser');
    await begin(other, 'sign-in');
    assert.equal((await send(other)).status, 401, 'a challenge that this browser did not get');
    assert.equal((await send(mine)).status, 200);
    assert.equal((await send(mine)).status, 401, 'a challenge can be used once');
    const unknown = createAuthenticator().answer(await begin(mine, 'sign-in'), { origin });
    const refused = await mine('POST', '/sign-in/passkey', { purpose: 'sign-in', response: unknown });
    assert.deepEqual([refused.status, refused.body.message], [401, 'This passkey is not registered here']);
  },
);

forEachDatabase('a registration is checked, and no passkey is added twice', async (db) => {
  const { browser, authenticator, response, clock } = await prepare(db);
  const add = async (make: (options: never) => object) => {
    const options = (await browser('POST', '/account/passkeys/options')).body;
    return browser('POST', '/account/passkeys', { name: 'Second', response: make(options as never) });
  };
  assert.equal((await add((options) => authenticator.register(options, { origin }))).status, 409);
  const fresh = createAuthenticator();
  const wrong = [
    await add(() => response),
    await add((options) => fresh.register(options, { origin: 'https://evil.example' })),
    await add((options) => fresh.register(options, { origin, isVerified: false })),
    await add(() => ({ ...response, response: { clientDataJSON: '', attestationObject: 'oA' } })),
  ];
  for (const { status, body } of wrong) assert.deepEqual([status, body.code], [400, 40000]);
  const broken = await add(() => ({ ...response, rawId: 5 }));
  assert.match(broken.body.message, /rawId/);
  clock.advance(10 * 60_000);
  const stale = await browser('POST', '/account/passkeys/options');
  assert.equal(stale.body.reason, 'recent-sign-in-required');
});

forEachDatabase(
  'only their owner can rename and remove passkeys, and they can confirm the identity',
  async (db) => {
    const { browser, authenticator, added, asNew, clock, open } = await prepare(db);
    const path = `/account/passkeys/${added.passkey.id}`;
    const editor = await asNew('editor');
    assert.equal((await editor('PATCH', path, { name: 'Mine now' })).status, 404);
    assert.equal((await editor('DELETE', path)).status, 404);
    assert.equal((await browser('PATCH', path, { name: ' Desk ' })).body.name, 'Desk');
    clock.advance(10 * 60_000);
    assert.equal((await browser('DELETE', path)).body.reason, 'recent-sign-in-required');
    const options = (await browser('POST', '/session/confirmation/passkey-options')).body;
    const passkey = authenticator.answer(options, { origin });
    assert.equal((await browser('POST', '/session/confirmation', { passkey })).status, 204);
    assert.equal((await browser('DELETE', path)).status, 204);
    const security = (await browser('GET', '/account/security')).body;
    assert.deepEqual([security.passkeys, security.recoveryCodesLeft], [[], 0]);
    assert.ok((await open()('POST', '/session', { email, password })).body.session);
  },
);

forEachDatabase(
  'a rejected passkey is in the audit log, and the number of started sign-ins is limited',
  async (db) => {
    const { authenticator, open, asToken } = await prepare(db);
    const other = open();
    const response = authenticator.answer(await begin(other, 'sign-in'), { origin, isVerified: false });
    await other('POST', '/sign-in/passkey', { purpose: 'sign-in', response });
    assert.equal((await asToken('GET', '/audit?action=session.refuse')).body.total, 1);

    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1)
      statuses.push((await open()('POST', '/sign-in/passkey/options', { purpose: 'sign-in' })).status);
    assert.deepEqual([statuses[58], statuses[59]], [200, 429]);
  },
);
