import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const ask = async ({ service }: ConsoleStage, userId: string, text: string) => {
  const conversation_id = await service.newConversation(userId);
  const { status, body } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content: text }],
  });
  assert.equal(status, 200);
  return body as { answer_id: string };
};

const talk = async (stage: ConsoleStage): Promise<void> => {
  const { service } = stage;
  await ask(stage, 'ada', 'Where is my parcel? I ordered a **blue teapot** last week.');
  const bad = await ask(stage, 'bob', 'The teapot arrived broken. What can I do now?');
  await ask(stage, 'cy', 'Wann hat der Laden geöffnet, und wo finde ich ihn?');
  await service.call('POST', '/v1/message/feedback', { answer_id: bad.answer_id, feedback: 'NEGATIVE' });
  await service.app.rooms.conversations.indexing.catchUp();
};

const search = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('agent:/conversations');
  const table = page.getByRole('table', { name: 'Conversations' });
  const rows = table.locator('tbody').getByRole('row');
  await eventually('3 rows', async () => (await rows.count()) === 3);
  const box = page.getByLabel('Search', { exact: true });
  await box.fill('teapot');
  await eventually('2 rows', async () => (await rows.count()) === 2);
  await page.getByText('2 conversations').waitFor();
  assert.deepEqual(await table.locator('mark').allTextContents(), ['teapot', 'teapot']);
  assert.ok(!(await table.innerText()).includes('**'), 'no Markdown in previews');
  await checkAccess('results of a search');
  await takeScreenshots(page, 'find-results');
  await box.fill('"blue teapot"');
  await eventually('1 rows', async () => (await rows.count()) === 1);
  await box.fill('teap*');
  await eventually('2 rows', async () => (await rows.count()) === 2);
};

const filter = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('agent:/conversations');
  const rows = page.getByRole('table', { name: 'Conversations' }).locator('tbody').getByRole('row');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('User feedback').selectOption('Bad');
  await eventually('1 rows', async () => (await rows.count()) === 1);
  await checkAccess('filters of conversations');
  await takeScreenshots(page, 'find-filters');
  await page.getByLabel('User feedback').selectOption('All');
  await page.getByLabel('Language').selectOption('German');
  await rows.getByText('Laden').first().waitFor();
  await eventually('only the German one', async () => (await rows.count()) === 1);
  // The address contains the filters, and the result opens at the round.
  await page.reload();
  await eventually('1 rows', async () => (await rows.count()) === 1);
  await rows.first().click();
  await page.waitForURL(/conversations\/[0-9a-f]{24}\?round=/);
};

test(
  'operators find conversations by any message and by filters, and save views',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await talk(stage);
      await stage.signIn();
      await search(stage);
      await filter(stage);
    }),
);
