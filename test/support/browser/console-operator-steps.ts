import assert from 'node:assert/strict';
import { eventually } from '../time/eventually.ts';
import type { ConsoleStage } from './console-stage.ts';

const colleague = { name: 'Charles Babbage', email: 'charles@example.com' };

/** Invites a colleague, changes their role, disables and enables the account, resets the password, removes them. */
export const manageOperators = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, service, workspaceId, openInNewBrowser } = stage;
  const find = async (): Promise<{ role: string; disabled: boolean } | undefined> => {
    const { body } = await call('GET', `/workspaces/${workspaceId}/operators`);
    return (body.items as { email: string; role: string; disabled: boolean }[]).find(
      ({ email }) => email === colleague.email,
    );
  };
  const signIn = async (password: string): Promise<number> =>
    (await service.call('POST', '/console/api/session', { email: colleague.email, password })).status;
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions for ${colleague.name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** Reads the link in the dialog and closes it. */
  const takeLink = async (title: string): Promise<string> => {
    const dialog = page.getByRole('dialog', { name: title });
    const link = await dialog.locator('code').textContent();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    return link!;
  };
  const row = page.getByRole('row', { name: new RegExp(colleague.email) });

  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByRole('button', { name: 'Invite operator' }).click();
  const form = page.getByRole('dialog', { name: 'Invite operator' });
  await form.getByLabel('E-mail').fill(colleague.email);
  await form.getByRole('radio', { name: 'Viewer' }).check();
  await form.getByRole('button', { name: 'Create link' }).click();
  const link = await takeLink(`Invitation for ${colleague.email}`);
  await page.getByRole('table', { name: 'Pending invitations' }).getByText(colleague.email).waitFor();
  await openInNewBrowser(link, async (theirs) => {
    await theirs.getByRole('heading', { name: 'Join Default' }).waitFor();
    await theirs.getByLabel('Your name').fill(colleague.name);
    await theirs.getByRole('textbox', { name: 'Password' }).fill('the first password');
    await theirs.getByRole('button', { name: 'Create account and join' }).click();
    await theirs.getByRole('heading', { name: 'Next steps for Default' }).waitFor();
  });
  await page.reload();
  await row.waitFor();
  assert.equal((await find())?.role, 'viewer');
  assert.equal(await signIn('the first password'), 200);

  await row.getByLabel(`Role of ${colleague.name}`).selectOption('editor');
  await eventually('the role has changed', async () => (await find())?.role === 'editor');

  await choose('Disable account');
  await row.getByText('disabled', { exact: true }).waitFor();
  assert.equal(await signIn('the first password'), 401);
  await choose('Enable account');
  await row.getByText('enabled', { exact: true }).waitFor();
  await choose('Create password reset link');
  const reset = await takeLink(`Password reset link for ${colleague.name}`);
  await openInNewBrowser(reset, async (theirs) => {
    await theirs.getByText(`For ${colleague.email}`).waitFor();
    await theirs.getByRole('textbox', { name: 'New password' }).fill('the second password');
    await theirs.getByRole('button', { name: 'Set password' }).click();
    await theirs.getByText('Your password is changed').waitFor();
  });
  assert.deepEqual([await signIn('the first password'), await signIn('the second password')], [401, 200]);

  await choose('Remove from workspace');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal(await find(), undefined);
};
