import assert from 'node:assert/strict';
import { createBrowserCalls } from '../../../../test/support/console/browser-calls.ts';
import { type Call, createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  followProvider,
  type OpenIdProvider,
  providerClient,
  startOpenIdProvider,
} from '../../../../test/support/servers/openid-provider.ts';
import { createOidcProvider } from '../../../accounts/index.ts';
import type { Database } from '../../../db/index.ts';
import { createSafeFetch } from '../../../lib/safe-fetch/index.ts';

const publicUrl = 'https://desk.example.com';
const callback = `${publicUrl}/console/api/sign-in/sso/callback`;
const anna = { sub: 'anna-at-provider', email: 'Anna@example.com', email_verified: true, name: 'Anna' };

/** The management API with a real provider. On private networks only the issuer is allowed. */
const withProvider = async (
  db: Database,
  work: (
    stage: Awaited<ReturnType<typeof createTestConsole>> & { provider: OpenIdProvider },
  ) => Promise<void>,
  { emailDomains = [] as string[] } = {},
): Promise<void> => {
  const provider = await startOpenIdProvider();
  provider.register(callback);
  const safeFetch = createSafeFetch({ allow: [] });
  const settings = {
    issuer: provider.issuer,
    clientId: providerClient.id,
    clientSecret: providerClient.secret,
    name: 'Example ID',
    scopes: ['openid', 'email', 'profile'],
    emailDomains,
  };
  try {
    const stage = await createTestConsole(db, {
      publicUrl,
      provider: (clock) => createOidcProvider({ settings, safeFetch, clock }),
    });
    await work({ ...stage, provider });
  } finally {
    await safeFetch.close();
    await provider.close();
  }
};

/** Follows the redirects to the provider and back. Resolves with the resulting path in the console. */
const goThroughProvider = async (
  browser: Call,
  path = '/sign-in/sso',
  body: object = {},
): Promise<string> => {
  const started = await browser('POST', path, body);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const back = await followProvider(started.body.url);
  assert.equal(back.origin + back.pathname, callback);
  const answer = await browser('GET', `/sign-in/sso/callback${back.search}`);
  assert.equal(answer.status, 303);
  return String(answer.headers.location);
};

const open = (stage: { call: Call }): Call => createBrowserCalls(stage.call);

forEachDatabase(
  'an operator connects their account and can sign in with single sign-on afterwards',
  async (db) => {
    await withProvider(db, async (stage) => {
      const { provider, asNew, workspace } = stage;
      await asNew('owner', workspace.id, 'anna@example.com');
      provider.signInAs(anna);
      assert.equal(await goThroughProvider(open(stage)), '/console/?sign-in=not-connected');

      const browser = open(stage);
      const credentials = { email: 'anna@example.com', password: 'password of anna@example.com' };
      await browser('POST', '/session', credentials);
      assert.equal(
        await goThroughProvider(browser, '/session/sso', { purpose: 'connect', next: '/account' }),
        '/console/account?sign-in=connected',
      );
      const { identities } = (await browser('GET', '/account/security')).body;
      assert.deepEqual([identities.length, identities[0].email], [1, 'anna@example.com']);

      const other = open(stage);
      assert.equal(
        await goThroughProvider(other, '/sign-in/sso', { next: '/workspaces' }),
        '/console/workspaces?sign-in=done',
      );
      const session = (await other('GET', '/session')).body;
      assert.deepEqual(
        [session.email, session.method, session.secondFactor],
        ['anna@example.com', 'sso', null],
      );

      // The e-mail address at the provider may change. The subject identifies the account.
      provider.signInAs({ ...anna, email: 'anna@other.example', email_verified: false });
      assert.equal(await goThroughProvider(open(stage)), '/console/?sign-in=done');

      assert.equal((await browser('DELETE', '/account/identity')).status, 204);
      assert.equal(
        (await other('GET', '/session')).status,
        401,
        'disconnecting ends sessions that were opened through the provider',
      );
      provider.signInAs(anna);
      assert.equal(await goThroughProvider(open(stage)), '/console/?sign-in=not-connected');
    });
  },
);

forEachDatabase('an e-mail address alone never gives access to an account', async (db) => {
  await withProvider(
    db,
    async (stage) => {
      const { provider, asNew, workspace } = stage;
      await asNew('owner', workspace.id, 'anna@example.com');
      const cases: [account: Parameters<typeof provider.signInAs>[0], outcome: string][] = [
        [anna, 'not-connected'],
        [{ ...anna, email_verified: false }, 'email-missing'],
        [{ ...anna, email_verified: undefined }, 'email-missing'],
        [{ sub: anna.sub }, 'email-missing'],
        [{ ...anna, email: 'mallory@evil.example' }, 'email-not-allowed'],
        [{ ...anna, email: 'mallory@evil.example@example.com' }, 'no-account'],
        [{ ...anna, email: 'nobody@example.com' }, 'no-account'],
        [null, 'denied'],
      ];
      for (const [account, outcome] of cases) {
        provider.signInAs(account);
        const browser = open(stage);
        assert.equal(await goThroughProvider(browser), `/console/?sign-in=${outcome}`);
        assert.equal((await browser('GET', '/session')).status, 401, outcome);
      }
    },
    { emailDomains: ['example.com'] },
  );
});

forEachDatabase('an identity cannot be connected to an account with another address', async (db) => {
  await withProvider(db, async (stage) => {
    const { provider, asNew, workspace } = stage;
    await asNew('owner', workspace.id, 'anna@example.com');
    await asNew('viewer', workspace.id, 'ben@example.com');
    const browser = open(stage);
    await browser('POST', '/session', { email: 'ben@example.com', password: 'password of ben@example.com' });
    provider.signInAs(anna);
    const outcome = await goThroughProvider(browser, '/session/sso', { purpose: 'connect' });
    assert.equal(outcome, '/console/account?sign-in=other-account');
    assert.deepEqual((await browser('GET', '/account/security')).body.identities, []);
    const confirmed = await goThroughProvider(browser, '/session/sso', { purpose: 'confirm' });
    assert.equal(confirmed, '/console/account?sign-in=other-account');
  });
});

forEachDatabase('an invitation is accepted with single sign-on, by the invited address only', async (db) => {
  await withProvider(db, async (stage) => {
    const { provider, invitations, workspace, asToken } = stage;
    const by = { name: 'token preset', id: 'x' };
    const invite = (email: string) =>
      invitations.create(db.query, { workspaceId: workspace.id, email, role: 'editor', by });
    const { token } = await invite('anna@example.com');
    provider.signInAs({ sub: 'mallory', email: 'mallory@example.com', email_verified: true });
    const stranger = open(stage);
    assert.equal(
      await goThroughProvider(stranger, '/sign-in/sso', { invitation: token }),
      '/console/?sign-in=invitation-other-email',
    );
    provider.signInAs(anna);
    const browser = open(stage);
    assert.equal(
      await goThroughProvider(browser, '/sign-in/sso', { invitation: token }),
      '/console/?sign-in=done',
    );
    const session = (await browser('GET', '/session')).body;
    assert.deepEqual(
      [session.email, session.name, session.workspaces[0].role],
      ['anna@example.com', 'Anna', 'editor'],
    );
    assert.equal((await browser('GET', '/account/security')).body.hasPassword, false);
    assert.equal(await goThroughProvider(open(stage)), '/console/?sign-in=done');
    const used = await goThroughProvider(open(stage), '/sign-in/sso', { invitation: token });
    assert.equal(used, '/console/?sign-in=invitation-invalid');
    const refusedRemoval = await browser('DELETE', '/account/identity');
    assert.equal(refusedRemoval.status, 409, 'it is the only sign-in method');
    const log = await asToken('GET', '/audit?action=operator.accept');
    assert.deepEqual([log.body.total, log.body.items[0].workspaceId], [1, workspace.id]);
  });
});

forEachDatabase(
  'a workspace can require single sign-on, and the provider can report a second factor',
  async (db) => {
    await withProvider(db, async (stage) => {
      const { provider, invitations, workspace, asNew } = stage;
      const path = `/workspaces/${workspace.id}/sign-in-requirement`;
      const by = { name: 'token preset', id: 'x' };
      const { token } = await invitations.create(db.query, {
        workspaceId: workspace.id,
        email: 'anna@example.com',
        role: 'owner' as const,
        by,
      });
      const viewer = await asNew('viewer');
      provider.signInAs(anna);
      const browser = open(stage);
      await goThroughProvider(browser, '/sign-in/sso', { invitation: token });
      assert.equal((await browser('PUT', path, { requirement: 'second-factor' })).status, 409);
      assert.equal((await browser('PUT', path, { requirement: 'sso' })).status, 200);
      const refused = await viewer('GET', `/workspaces/${workspace.id}`);
      assert.deepEqual([refused.status, refused.body.reason], [403, 'sso-required']);

      provider.signInAs({ ...anna, amr: ['pwd', 'mfa'] });
      const outcome = await goThroughProvider(browser, '/session/sso', {
        purpose: 'confirm',
        next: '/account',
      });
      assert.equal(outcome, '/console/account?sign-in=confirmed');
      assert.equal((await browser('GET', '/session')).body.secondFactor, 'provider');
      assert.equal((await browser('PUT', path, { requirement: 'second-factor' })).status, 200);
    });
  },
);

forEachDatabase(
  'the response of a provider can be used once, in one browser, for a limited time',
  async (db) => {
    await withProvider(db, async (stage) => {
      const { provider, asNew, workspace, clock } = stage;
      await asNew('owner', workspace.id, 'anna@example.com');
      provider.signInAs(anna);
      const browser = open(stage);
      const begin = async () => followProvider((await browser('POST', '/sign-in/sso', {})).body.url);
      const receive = async (back: URL, by = browser): Promise<string> =>
        String((await by('GET', `/sign-in/sso/callback${back.search}`)).headers.location).split('=')[1]!;

      const first = await begin();
      assert.equal(await receive(first, open(stage)), 'expired', 'another browser');
      assert.equal(await receive(first), 'not-connected');
      assert.equal(await receive(first), 'expired', 'the same response again');

      const [older, newer] = [await begin(), await begin()];
      assert.equal(await receive(older), 'answer-invalid', 'the state of an earlier sign-in');
      assert.equal(await receive(newer), 'expired', 'the failed response also ended the later start');

      const used = await begin();
      assert.equal(await receive(used), 'not-connected');
      const replayed = await begin();
      replayed.searchParams.set('code', used.searchParams.get('code')!);
      assert.equal(await receive(replayed), 'answer-invalid', 'a code that was already used');

      const late = await begin();
      clock.advance(10 * 60_000);
      assert.equal(await receive(late), 'expired');
      assert.equal(await receive(new URL(`${callback}?error=server_error&state=x`)), 'expired');
    });
  },
);

forEachDatabase('the redirect after a sign-in leads only to the console', async (db) => {
  await withProvider(db, async (stage) => {
    stage.provider.signInAs(null);
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/a?b=c',
      '/a#b',
      '/a\r\nb',
    ])
      assert.equal(
        await goThroughProvider(open(stage), '/sign-in/sso', { next }),
        '/console/?sign-in=denied',
        next,
      );
  });
});

forEachDatabase(
  'an unreachable provider is reported, and without a provider single sign-on is not found',
  async (db) => {
    await withProvider(db, async (stage) => {
      await stage.provider.close();
      const refused = await open(stage)('POST', '/sign-in/sso', {});
      assert.deepEqual([refused.status, refused.body.code], [503, 50000]);
      assert.match(refused.body.message, /identity provider cannot be reached/);
    });
    const { call } = await createTestConsole(db);
    assert.equal((await call('POST', '/sign-in/sso', {})).status, 404);
    assert.equal((await call('GET', '/sign-in/methods')).body.singleSignOn, null);
  },
);
