import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { ageData, runRetention } from '../../support/erasure/age-data.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const talk = async ({ service }: ConsoleStage): Promise<void> => {
  const conversation_id = await service.newConversation('ada');
  const document = { name: 'letter.txt', base64_content: Buffer.from('Dear Ada').toString('base64') };
  const { status } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'My letter' },
          { type: 'document', document },
        ],
      },
    ],
  });
  assert.equal(status, 200);
};

const limitConversations = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, service, checkAccess } = stage;
  await talk(stage);
  await ageData(service.app.db, 40);
  await talk(stage);
  await open('agent:/settings?section=limits');
  const section = page.getByRole('region', { name: 'Data retention' });
  await section.getByText('Nothing was deleted yet.').waitFor();
  const save = section.getByRole('button', { name: 'Save data retention' });
  assert.equal(await save.isDisabled(), true, 'nothing is changed');
  const days = section.getByLabel('Delete conversations after (days)');
  await days.fill('4000');
  await section.getByText('Enter a whole number from 1 to 3,650, or leave the field empty.').waitFor();
  assert.equal(await save.isDisabled(), true, 'the number is too large');
  await days.fill('30');
  await section.getByLabel('Delete files of messages after (days)').fill('10');
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Delete old data?' });
  await dialog
    .getByText('1 conversation is older than 30 days and will be deleted at the next daily run.')
    .waitFor();
  await dialog.getByText('Files of messages that are older than 10 days will be deleted').waitFor();
  await takeScreenshots(page, 'retention-confirm');
  await checkAccess('the confirmation of the data retention');
  await dialog.getByRole('button', { name: 'Save data retention' }).click();
  await page.getByText('Data retention saved').first().waitFor();
  assert.equal((await service.app.db.query.selectFrom('conversations').select('id').execute()).length, 2);

  await runRetention(service);
  await open('agent:/settings?section=limits');
  await section.getByText(/Last run: .*Deleted: 1 conversation, 1 file, details of 0 replies/).waitFor();
  await section.scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'retention');
  await checkAccess('the data retention');
};

/** A longer time deletes nothing, so that nobody needs to confirm it. */
const keepLonger = async ({ page, service }: ConsoleStage): Promise<void> => {
  const section = page.getByRole('region', { name: 'Data retention' });
  await section.getByLabel('Delete conversations after (days)').fill('');
  await section.getByRole('button', { name: 'Save data retention' }).click();
  await page.getByText('Data retention saved').first().waitFor();
  const row = await service.app.db.query.selectFrom('agent_retention').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.conversation_days, row.file_days], [null, 10]);
};

const showRemovedFile = async ({ page, open, service }: ConsoleStage): Promise<void> => {
  await ageData(service.app.db, 11);
  await runRetention(service);
  const { id } = await service.app.db.query
    .selectFrom('conversations')
    .select('id')
    .executeTakeFirstOrThrow();
  await open(`agent:/conversations/${id}`);
  const files = page.getByRole('list', { name: 'Attached files' });
  await files.getByText('letter.txt').waitFor();
  await files.getByText('Deleted after 10 days').waitFor();
  assert.equal(await files.getByRole('link').count(), 0);
};

test(
  'an operator limits how long data is kept, and sees what was deleted',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await limitConversations(stage);
      await keepLonger(stage);
      await showRemovedFile(stage);
    }),
);
