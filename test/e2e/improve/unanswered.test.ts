import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { readDownload } from '../../support/browser/firefox-ways.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const refusal = 'I could not find anything about that.';

const ask = async ({ service }: ConsoleStage, content: string): Promise<void> => {
  const conversation_id = await service.newConversation();
  const { status, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: 'blocking',
    messages: [{ role: 'user', content }],
  });
  assert.equal(status, 200, text);
};

test(
  'an operator adds the knowledge that an unanswered question needs',
  { skip: skipWithout('chromium') },
  () =>
    withConsole(
      createScriptedModel(() => [{ say: refusal }]),
      async (stage) => {
        const { page, open, service, checkAccess } = stage;
        for (const question of [
          'Do you deliver to Norway?',
          'Do you deliver to Norway today?',
          'Are there gift cards?',
        ])
          await ask(stage, question);
        await service.app.rooms.analytics.followChanges();
        await service.app.rooms.analytics.assignTopics();
        await stage.signIn();
        await open('agent:/unanswered');
        const table = page.getByRole('table', { name: 'Unanswered questions' });
        await table.getByRole('row', { name: /Norway.* 2 2 × no answer/ }).waitFor();
        await takeScreenshots(page, 'unanswered');
        await checkAccess('unanswered questions');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Export CSV' }).click(),
        ]);
        assert.match(await readDownload(download), /Norway[^\n]*,open,2,/);
        await table.getByRole('row', { name: /gift cards/ }).click();
        const panel = page.getByRole('dialog', { name: 'Unanswered question' });
        await panel.getByRole('button', { name: 'Dismiss' }).click();
        await table.getByRole('row', { name: /gift cards/ }).waitFor({ state: 'detached' });
        await table.getByRole('row', { name: /Norway/ }).click();
        await panel.getByText(refusal).first().waitFor();
        await takeScreenshots(page, 'unanswered-topic');
        await checkAccess('unanswered topic');
        await panel.getByRole('button', { name: 'Add knowledge' }).click();
        const dialog = page.getByRole('dialog', { name: /questions and answers/i });
        assert.match(await dialog.getByLabel(/^Questions/).inputValue(), /Norway/);
        await dialog.getByLabel('Answer').fill('Yes, within five days.');
        await dialog.getByRole('button', { name: 'Create' }).click();
        await page.getByText('No unanswered questions').waitFor();
        const documents = await service.app.db.query
          .selectFrom('documents')
          .select(['kind', 'name'])
          .execute();
        assert.deepEqual(
          documents.map(({ kind }) => kind),
          ['qa'],
        );
        await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Resolved' });
        await table.getByRole('row', { name: /Norway/ }).waitFor();
      },
    ),
);
