import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import type { ConsoleStage } from './console-browser.ts';

const colleague = { name: 'Charles Babbage', email: 'charles@example.com' };

/** A colleague comes, rises, is locked out, let in with another password, and goes. */
export const lookAfterOperators = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, service, workspaceId } = stage;
  const find = async (): Promise<{ role: string; disabled: boolean } | undefined> => {
    const { body } = await call('GET', `/workspaces/${workspaceId}/operators`);
    return (body.items as { email: string; role: string; disabled: boolean }[]).find(
      ({ email }) => email === colleague.email,
    );
  };
  const signIn = async (password: string): Promise<number> =>
    (await service.call('POST', '/console/api/session', { email: colleague.email, password })).status;
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `More for ${colleague.name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const row = page.getByRole('row', { name: new RegExp(colleague.email) });

  await page.getByRole('link', { name: 'Operators' }).click();
  await page.getByRole('button', { name: 'Add an operator' }).click();
  const form = page.getByRole('dialog', { name: 'Add an operator' });
  await form.getByLabel('E-mail').fill(colleague.email);
  await form.getByRole('radio', { name: 'Viewer' }).check();
  await form.getByLabel('Name').fill(colleague.name);
  await form.getByRole('textbox', { name: 'First password' }).fill('the first password');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await row.waitFor();
  assert.equal((await find())?.role, 'viewer');
  assert.equal(await signIn('the first password'), 200);

  await row.getByLabel(`Role of ${colleague.name}`).selectOption('editor');
  await eventually('the role has changed', async () => (await find())?.role === 'editor');

  await choose('Lock out');
  await row.getByText('locked out').waitFor();
  assert.equal(await signIn('the first password'), 401);
  await choose('Let in again');
  await row.getByText('open', { exact: true }).waitFor();
  await choose('Set a password');
  const password = page.getByRole('dialog', { name: `New password for ${colleague.name}` });
  await password.getByRole('textbox', { name: 'Password' }).fill('the second password');
  await password.getByRole('button', { name: 'Set password' }).click();
  await password.waitFor({ state: 'detached' });
  assert.deepEqual([await signIn('the first password'), await signIn('the second password')], [401, 200]);

  await choose('Remove from this workspace');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal(await find(), undefined);
};
