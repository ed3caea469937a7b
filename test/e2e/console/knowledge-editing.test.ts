import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const guide = (fee: string) => `The shop opens at nine.###The fee is ${fee}.###Parcels travel for two days.`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const chunk = ({ page }: ConsoleStage, text: string | RegExp) =>
  page.getByRole('list', { name: 'Chunks' }).getByRole('listitem').filter({ hasText: text });

const choose = async (stage: ConsoleStage, text: string | RegExp, action: string): Promise<void> => {
  await chunk(stage, text)
    .getByRole('button', { name: /Actions for chunk/ })
    .click();
  await stage.page.getByRole('menuitem', { name: action, exact: true }).click();
};

/** Previews the chunks of a file with other options, then adds it. */
const previewAndAdd = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('agent:/knowledge');
  await page.getByRole('button', { name: 'Chunking' }).click();
  await page.getByLabel('Separator').fill('###');
  await page.getByLabel('File to preview').setInputFiles(file('guide.md', guide('5')));
  const dialog = page.getByRole('dialog', { name: 'Chunks of guide.md' });
  await dialog.getByText(/^3 chunks, \d+ tokens\./).waitFor();
  await dialog.getByText('The fee is 5.').waitFor();
  await takeScreenshots(page, 'chunk-preview');
  await dialog.getByRole('button', { name: 'Add this document' }).click();
  await page
    .getByRole('row', { name: /guide\.md/ })
    .getByText('Active')
    .waitFor();
  await page.getByRole('link', { name: 'guide.md' }).click();
};

const editChunks = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await choose(stage, 'The fee is 5.', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit chunk' });
  await dialog.getByLabel('Text').fill('The fee is five euros.');
  await dialog.getByLabel('Keywords').fill('price');
  await takeScreenshots(page, 'chunk-edit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await chunk(stage, 'five euros').getByText('Edited').waitFor();
  await chunk(stage, 'five euros').getByText('Keywords: price').waitFor();

  await choose(stage, 'opens at nine', 'Disable');
  await chunk(stage, 'opens at nine').getByText('Disabled').waitFor();
  await page.getByRole('button', { name: 'Add chunk' }).click();
  await page.getByRole('dialog').getByLabel('Text').fill('Gift cards never expire.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await chunk(stage, 'Gift cards').getByText('Added').waitFor();
  await choose(stage, 'Parcels travel', 'Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await chunk(stage, 'Parcels travel').waitFor({ state: 'detached' });
  await takeScreenshots(page, 'chunks-edited');
};

/** New content contradicts an edit. It is marked, and the operator discards it. */
const resolveConflict = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await page.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace guide.md' });
  assert.ok(await dialog.getByLabel('Keep edited chunks').isChecked());
  await dialog.getByLabel('Separator').fill('###');
  await dialog.getByLabel('New file').setInputFiles(file('guide.md', guide('6')));
  const conflict = chunk(stage, 'five euros');
  await conflict.getByText('Conflict with new content').waitFor();
  await chunk(stage, 'The fee is 6.').waitFor();
  await takeScreenshots(page, 'chunk-conflict');
  await stage.checkAccess('chunk conflict');
  await conflict.getByRole('button', { name: 'Discard the edit' }).click();
  await conflict.waitFor({ state: 'detached' });
};

const tagDocument = async ({ page, open, call, workspaceId, agentId }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit guide.md' });
  await dialog.getByLabel('Name').first().fill('Guide');
  await dialog.getByLabel('Tags').fill('public');
  await dialog.getByRole('button', { name: 'Add attribute' }).click();
  await dialog.getByLabel('Name of attribute 1').fill('year');
  await dialog.getByLabel('Value of attribute 1').fill('2025');
  await takeScreenshots(page, 'document-edit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Guide', exact: true }).waitFor();
  await page.getByText('year: 2025').waitFor();
  const { body } = await call('GET', `/workspaces/${workspaceId}/agents/${agentId}/documents`);
  assert.deepEqual([body.items[0].tags, body.items[0].attributes], [['public'], { year: 2025 }]);
  await page.getByRole('link', { name: 'Documents with the tag public' }).click();
  await page.getByText('Tag: public').waitFor();
  await page.getByRole('row', { name: /Guide/ }).waitFor();

  await open('agent:/settings?section=knowledge');
  await page.getByRole('combobox', { name: 'Only documents with one of these tags' }).fill('public');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Attribute of condition 1').fill('year');
  await page.getByLabel('Operator of condition 1').selectOption('gte');
  await page.getByLabel('Value of condition 1').fill('2024');
  await takeScreenshots(page, 'knowledge-filter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  const { body: agent } = await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`);
  assert.deepEqual(agent.settings.knowledge.filter, {
    tags: ['public'],
    attributes: [{ name: 'year', operator: 'gte', value: 2024 }],
  });
};

const writeQuestions = async (stage: ConsoleStage): Promise<void> => {
  const { page, open } = stage;
  await open('agent:/knowledge');
  await page.getByRole('button', { name: 'Questions and answers' }).click();
  const dialog = page.getByRole('dialog', { name: 'New questions and answers' });
  await dialog.getByLabel('Name').first().fill('Frequent questions');
  await dialog.getByLabel('Questions').fill('When do you open?\nWhat are the opening hours?');
  await dialog.getByLabel('Answer').fill('At nine.');
  await takeScreenshots(page, 'qa-new');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Frequent questions' }).waitFor();
  await chunk(stage, 'What are the opening hours?').getByText('At nine.').waitFor();
  await page.getByRole('button', { name: 'Add question' }).click();
  const pair = page.getByRole('dialog', { name: 'Add question' });
  await pair.getByLabel('Questions').fill('Where are you?');
  await pair.getByLabel('Answer').fill('Main street 1.');
  await pair.getByRole('button', { name: 'Save' }).click();
  await chunk(stage, 'Where are you?').waitFor();
  await takeScreenshots(page, 'qa-document');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'Frequent questions.csv');

  await open('agent:/knowledge');
  await page.getByRole('button', { name: 'Questions and answers' }).click();
  await page
    .getByLabel('Tables to import')
    .setInputFiles(file('faq.csv', 'question,answer\nDo you deliver?,Yes\n'));
  const row = page.getByRole('row', { name: /faq\.csv/ });
  await row.getByText('Active').waitFor();
  await row.getByText('Q&A').waitFor();
};

test(
  'operators preview, edit, add, disable and delete chunks, tag documents, and write questions and answers',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await previewAndAdd(stage);
      await editChunks(stage);
      await resolveConflict(stage);
      await tagDocument(stage);
      await writeQuestions(stage);
    }),
);
