import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipInFirefox, skipWithout } from '../../support/runner/test-groups.ts';
import { providerClient, startOpenIdProvider } from '../../support/servers/openid-provider.ts';

interface Person {
  email: string;
  password: string;
}

const enterPassword = async ({ page, open }: ConsoleStage, { email, password }: Person): Promise<void> => {
  if (!(await page.getByLabel('E-mail').isVisible())) await open('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const signOut = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('/account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Frontdesk' }).waitFor();
  await open('/');
};

const overview = (page: Page) => page.getByRole('heading', { name: 'Next steps for Default' }).waitFor();

/** The page does not overflow on a phone. */
const checkNarrow = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The layout adapts to the new width within a few frames.
  await waitUntil(page, 'document.body.scrollWidth <= innerWidth');
  await page.setViewportSize({ width: 1280, height: 800 });
};

/** Resolves with the secret of the app and the recovery codes. */
const setUpApp = async ({ page, open, checkAccess }: ConsoleStage) => {
  await open('/account');
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await dialog.locator('code').textContent())!;
  await takeScreenshots(page, 'set-up-app');
  await checkAccess('set up an app');
  await dialog.getByLabel(/Enter the code/).fill(generateSync({ secret }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await shown.getByRole('button', { name: 'I have stored them' }).waitFor();
  const codes = await shown.locator('code').allTextContents();
  await takeScreenshots(page, 'recovery-codes');
  await shown.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('10 of 10 left').waitFor();
  return { secret, codes };
};

/** The code of the next time step, because the current one may already be used. */
const nextCode = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

test(
  'an authenticator app can be set up, is required at the next sign-in and by the workspace',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const { page, open, checkAccess, watch, call, workspaceId } = stage;
      // The test enters a wrong code.
      watch.expect(/status of 401/);
      const owner = await stage.addOperator('owner');
      await enterPassword(stage, owner);
      await overview(page);
      const { secret, codes } = await setUpApp(stage);
      assert.equal(codes.length, 10);
      // The test opens the console at an IP address.
      await page.getByText('Open the console under a host name instead of an IP address').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
      await checkAccess('account');
      await checkNarrow(page);
      await takeScreenshots(page, 'account');

      await signOut(stage);
      assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);
      await enterPassword(stage, owner);
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('The code is wrong').waitFor();
      await checkAccess('second factor');
      await takeScreenshots(page, 'second-factor');
      await page.getByLabel('Code').fill(nextCode(secret));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await overview(page);

      await open('workspace:/operators');
      await page.getByRole('radio', { name: 'Second factor' }).check();
      await page.getByText('The sign-in requirement is changed').waitFor();
      await checkAccess('operators');
      const path = `/workspaces/${workspaceId}/sign-in-requirement`;
      assert.equal((await call('GET', path)).body.requirement, 'second-factor');

      await signOut(stage);
      await enterPassword(stage, owner);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[0]!);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await overview(page);
      await open('/account');
      await page.getByText('9 of 10 left').waitFor();
      const sessions = page.getByRole('list', { name: 'Sessions' });
      await sessions.getByText('this browser').waitFor();
      assert.match(
        (await sessions.textContent())!,
        /(Chrome|Firefox) \d+ on Linux.*with password and recovery code/,
      );
    }),
);

test(
  'an operator without a second factor sets one up when the workspace requires it',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const { page, call, workspaceId, open, watch, checkAccess } = stage;
      watch.expect(/status of 403/);
      const editor = await stage.addOperator('editor');
      await call('PUT', `/workspaces/${workspaceId}/sign-in-requirement`, { requirement: 'second-factor' });
      await enterPassword(stage, editor);
      await page.getByText('This workspace requires a second factor').waitFor();
      await checkAccess('unmet requirement');
      await takeScreenshots(page, 'unmet-requirement');
      await page.getByRole('link', { name: 'Set up a second factor' }).click();
      await setUpApp(stage);
      await open('workspace:');
      await overview(page);
    }),
);

const addAuthenticator = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

test(
  'a passkey signs in without a password and works as second factor',
  { skip: skipWithout('browser') || skipInFirefox('the driver has no virtual authenticator') },
  () =>
    withConsole({ host: 'localhost' }, async (stage) => {
      const { page, open, checkAccess } = stage;
      const owner = await stage.addOperator('owner');
      await addAuthenticator(page);
      await enterPassword(stage, owner);
      await overview(page);
      await open('/account');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      const form = page.getByRole('dialog', { name: 'Add a passkey' });
      await form.getByLabel('Name').fill('My laptop');
      await form.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'I have stored them' }).click();
      await page.getByText('My laptop').waitFor();
      await checkAccess('passkeys');

      await signOut(stage);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await overview(page);

      await signOut(stage);
      await enterPassword(stage, owner);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await overview(page);

      await open('/account');
      await page.getByRole('button', { name: 'Rename My laptop' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Remove Old laptop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Old laptop', { exact: true }).waitFor({ state: 'detached' });
      await signOut(stage);
      await enterPassword(stage, owner);
      await overview(page);
    }),
);

test('an account can be connected to an OpenID provider and signs in with it', {
  skip: skipWithout('browser'),
}, async () => {
  const provider = await startOpenIdProvider();
  const environment = {
    FRONTDESK_OIDC_ISSUER: provider.issuer,
    FRONTDESK_OIDC_CLIENT_ID: providerClient.id,
    FRONTDESK_OIDC_CLIENT_SECRET: providerClient.secret,
    FRONTDESK_OIDC_NAME: 'Example ID',
  };
  try {
    await withConsole({ environment }, async (stage) => {
      const { page, open, origin, watch, checkAccess } = stage;
      // Requests to the provider.
      watch.expect(new RegExp(`^foreign request: ${provider.issuer}`));
      provider.register(`${origin}/console/api/sign-in/sso/callback`);
      const owner = await stage.addOperator('owner');
      provider.signInAs({ sub: 'owner-1', email: owner.email, email_verified: true });
      await open('/');
      await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
      await page.getByText('not connected to single sign-on yet').waitFor();
      await checkAccess('sign-in problem');
      await takeScreenshots(page, 'sign-in-problem');

      await enterPassword(stage, owner);
      await overview(page);
      await open('/account');
      await page.getByRole('button', { name: 'Connect Example ID' }).click();
      await page.getByText(`Connected as ${owner.email}`).waitFor();
      await page.getByText('Your account is connected').waitFor();

      const made = await stage.call('POST', `/workspaces/${stage.workspaceId}/invitations`, {
        email: 'new@example.com',
        role: 'viewer',
      });
      assert.equal(made.status, 201, made.text);

      await signOut(stage);
      await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
      await overview(page);
      await open('/account');
      await page.getByText('with single sign-on').waitFor();

      await signOut(stage);
      // Another person in the same browser, without cookies of the console or the provider.
      await page.context().clearCookies();
      provider.signInAs({ sub: 'new-1', email: 'new@example.com', email_verified: true, name: 'New' });
      await page.goto(made.body.link.replace(/^https?:\/\/[^/]+/, origin));
      await page.getByRole('button', { name: 'Join with Example ID' }).click();
      await overview(page);
    });
  } finally {
    await provider.close();
  }
});
