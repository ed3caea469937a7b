import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, withConsole } from '../../support/browser/console-stage.ts';
import { addPerson } from '../../support/console/operator.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'a long password of Ada' };

/** The token of the first start works until the first owner has an account. */
const setUpAccount = async ({ page, open, service, checkAccess }: ConsoleStage): Promise<void> => {
  const { operatorTokens } = service.app.rooms;
  const token = await operatorTokens.createFirstStart(service.app.db.query);
  await open('/');
  // The command must work as it is shown: --name is required, and npx finds the program in the project folder.
  await page.getByText('npx frontdesk token create --name setup').waitFor();
  await page.getByLabel('Operator token').fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByText('The operator token from the first start then stops working').waitFor();
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await checkAccess('account setup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('The operator token from the first start no longer works').waitFor();
  await page.getByRole('button', { name: 'Skip the setup' }).click();
  await page.getByRole('heading', { name: 'Next steps for Default' }).waitFor();
  const refused = await service.call('POST', '/console/api/session', { token }, { key: null });
  assert.equal(refused.status, 401);
};

const createAndRevokeToken = async ({ page, open, service, workspaceId, checkAccess }: ConsoleStage) => {
  await open('workspace:/tokens');
  await page.getByText('No tokens yet').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog', { name: 'New operator token' });
  await form.getByLabel('Name').fill('Nightly export');
  await form.getByRole('radio', { name: 'Editor' }).check();
  await checkAccess('new token');
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Token “Nightly export”' });
  const token = await shown.locator('code').textContent();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  const read = async (): Promise<number> =>
    (await service.call('GET', `/console/api/workspaces/${workspaceId}`, undefined, { key: token! })).status;
  assert.equal(await read(), 200);

  const row = page.getByRole('row', { name: /Nightly export/ });
  await row.getByText('active', { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await checkAccess('tokens on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('revoked', { exact: true }).waitFor();
  assert.equal(await read(), 401);
};

/** A person with an account signs in on the invitation page and joins. */
const joinWithAccount = async (stage: ConsoleStage): Promise<void> => {
  const { call, service, workspaceId, openInNewBrowser } = stage;
  const other = (await call('POST', '/workspaces', { name: 'Second' })).body.id;
  const grace = { email: 'grace@example.com', role: 'viewer', password: 'a long password of Grace' };
  await addPerson(service, { workspace: `/workspaces/${other}`, ...grace });
  const { body } = await call('POST', `/workspaces/${workspaceId}/invitations`, {
    email: grace.email,
    role: 'editor',
  });
  await openInNewBrowser(body.link, async (page) => {
    await page.getByRole('tab', { name: 'I have an account' }).click();
    await page.getByLabel('E-mail').fill(grace.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(grace.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`You are signed in as ${grace.email}`).waitFor();
    await page.getByRole('button', { name: 'Join Default' }).click();
    await page.waitForURL(/\/console\/w\//);
  });
  const { body: members } = await call('GET', `/workspaces/${workspaceId}/operators`);
  const joined = members.items.find(({ email }: { email: string }) => email === grace.email);
  assert.equal(joined?.role, 'editor');
  await openInNewBrowser(body.link, async (page, watch) => {
    watch.expect(/status of 404/);
    await page.getByRole('alert').getByText('This invitation is no longer valid').waitFor();
  });
};

test(
  'the first account ends the first token; tokens can be revoked and invitations accepted',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await setUpAccount(stage);
      await createAndRevokeToken(stage);
      await joinWithAccount(stage);
    }),
);
