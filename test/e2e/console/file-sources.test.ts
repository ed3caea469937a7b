import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startGitServer } from '../../support/servers/git-server.ts';
import { accessKey, startS3Server } from '../../support/servers/s3-server.ts';

const openDialog = async ({ page, open }: ConsoleStage, kind: string) => {
  await open('agent:/knowledge');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await page.getByRole('button', { name: 'Add source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add source' });
  await dialog.getByRole('combobox', { name: 'Type of source' }).selectOption(kind);
  return dialog;
};

test('operators add a folder of the server with a preview of its files', {
  skip: skipWithout('browser'),
}, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'frontdesk-manuals-')));
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop/returns.md'), 'Umbrellas can be returned within thirty days.');
  writeFileSync(join(folder, 'shop/hours.md'), 'The shop opens at nine.');
  symlinkSync('/etc/hostname', join(folder, 'host.txt'));
  try {
    await withConsole({ environment: { FRONTDESK_SOURCE_FOLDERS: folder } }, async (stage) => {
      const { page } = stage;
      await stage.signIn();
      const dialog = await openDialog(stage, 'folder');
      assert.equal(await dialog.getByRole('textbox', { name: 'Folder' }).inputValue(), folder);
      await dialog.getByRole('button', { name: 'Preview files' }).click();
      await dialog.getByText('2 files would be read.').waitFor();
      await dialog.getByText('shop/', { exact: true }).waitFor();
      await dialog.getByText('host.txt: Symbolic link (leads outside of the folder)').waitFor();
      await dialog.getByText('The shop opens at nine.').waitFor();
      await takeScreenshots(page, 'folder-source-dialog');
      await dialog.getByRole('button', { name: 'Add and sync' }).click();
      await page.getByText('Completed').waitFor();
      await page.getByText('2 documents').waitFor();
      const report = page.getByRole('table', { name: 'Files of the last sync' });
      await report.getByRole('row', { name: /shop\/hours\.md.*Added/ }).waitFor();
      assert.equal(await report.getByRole('link').count(), 0, 'a path is no link');
      await takeScreenshots(page, 'folder-source-report');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('operators add a bucket, see what to do about a wrong key, and edit it without seeing its key', {
  skip: skipWithout('browser'),
}, async () => {
  const storage = await startS3Server();
  storage.put('manuals/returns.md', 'Umbrellas can be returned within thirty days.');
  storage.put('manuals/shop/hours.md', 'The shop opens at nine.');
  try {
    await withConsole({}, async (stage) => {
      const { page } = stage;
      await stage.signIn();
      stage.watch.expect(/status of 400/);
      const dialog = await openDialog(stage, 's3');
      assert.equal(
        await dialog
          .getByRole('combobox', { name: 'Type of source' })
          .locator('option[value=folder]')
          .count(),
        0,
        'without configured folders, the kind is not offered',
      );
      await dialog.getByRole('textbox', { name: 'Endpoint' }).fill(storage.url);
      await dialog.getByRole('textbox', { name: 'Bucket' }).fill(storage.bucket);
      await dialog.getByRole('textbox', { name: 'Region' }).fill(storage.region);
      await dialog.getByRole('textbox', { name: 'Prefix' }).fill('manuals/');
      await dialog.getByRole('textbox', { name: 'Access key ID' }).fill(accessKey.user);
      await dialog.getByRole('textbox', { name: 'Secret access key' }).fill('wrong');
      await dialog.getByRole('button', { name: 'Preview files' }).click();
      await dialog.getByText(/Check the access key ID, the secret access key and the region/).waitFor();
      await dialog.getByRole('textbox', { name: 'Secret access key' }).fill(accessKey.secret);
      await dialog.getByRole('button', { name: 'Preview files' }).click();
      await dialog.getByText('2 files would be read.').waitFor();
      await takeScreenshots(page, 's3-source-dialog');
      await dialog.getByRole('textbox', { name: /^Name/ }).fill('Manuals');
      await dialog.getByRole('button', { name: 'Add and sync' }).click();
      await page.getByText('2 documents').waitFor();

      await page.getByRole('button', { name: 'Edit…' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Manuals' });
      assert.equal(await edit.getByRole('textbox', { name: 'Secret access key' }).inputValue(), '');
      await edit.getByRole('textbox', { name: 'Prefix' }).fill('manuals/shop/');
      await edit.getByRole('button', { name: 'Preview files' }).click();
      await edit.getByText('1 file would be read.').waitFor();
      await takeScreenshots(page, 's3-source-edit');
      await edit.getByRole('button', { name: 'Save' }).click();
      await edit.waitFor({ state: 'hidden' });
    });
  } finally {
    await storage.close();
  }
});

test('operators add a folder of a Git repository with a token', {
  skip: skipWithout('browser'),
}, async () => {
  const credentials = { user: 'reader', secret: 'the-token' };
  const server = await startGitServer({ credentials });
  server.commit({ 'docs/hours.md': 'The shop opens at nine.', 'README.md': 'About the repository.' });
  try {
    await withConsole({}, async (stage) => {
      const { page } = stage;
      await stage.signIn();
      stage.watch.expect(/status of 400/);
      const dialog = await openDialog(stage, 'git');
      await dialog.getByRole('textbox', { name: 'Repository' }).fill(server.url);
      await dialog.getByRole('textbox', { name: 'Folder' }).fill('docs');
      await dialog.getByRole('button', { name: 'Preview files' }).click();
      await dialog.getByText(/asks for credentials. Add a token/).waitFor();
      await dialog.getByRole('textbox', { name: 'User name' }).fill(credentials.user);
      await dialog.getByRole('textbox', { name: 'Token' }).fill(credentials.secret);
      await dialog.getByRole('button', { name: 'Preview files' }).click();
      await dialog.getByText('1 file would be read.').waitFor();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Repository' }).scrollIntoViewIfNeeded();
      await takeScreenshots(page, 'git-source-dialog');
      await dialog.getByRole('button', { name: 'Add and sync' }).click();
      await page.getByText('1 document', { exact: true }).waitFor();
      await page
        .getByRole('table', { name: 'Files of the last sync' })
        .getByRole('row', { name: /hours\.md.*Added/ })
        .waitFor();
    });
  } finally {
    await server.close();
  }
});
