import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const agentPath = ({ workspaceId, agentId }: ConsoleStage): string =>
  `/workspaces/${workspaceId}/agents/${agentId}`;

const save = async (stage: ConsoleStage, change: object): Promise<void> => {
  const { version } = (await stage.call('GET', agentPath(stage))).body;
  const saved = await stage.call('PATCH', agentPath(stage), { version, ...change });
  assert.equal(saved.status, 200, saved.text);
};

const livePrompt = async ({ service, agentId }: ConsoleStage): Promise<string> =>
  (await service.app.rooms.agents.findNewest(agentId))!.settings.prompt;

const compareAndRestore = async (stage: ConsoleStage): Promise<void> => {
  const { page, checkAccess } = stage;
  await stage.open('agent:/versions');
  await page.getByRole('button', { name: 'Compare version 3' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare versions' });
  await compare.getByText('formal').waitFor();
  assert.deepEqual(await compare.locator('del').allTextContents(), ['friendly']);
  assert.deepEqual(await compare.locator('ins').allTextContents(), ['formal']);
  await takeScreenshots(page, 'versions-compare');
  await checkAccess('a comparison of versions');
  await compare.getByLabel('From').selectOption('1');
  await compare.getByText('Be brief.').first().waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Edit note of version 2' }).click();
  const note = page.getByRole('dialog', { name: 'Note of version 2' });
  await note.getByLabel('Note').fill('The friendly one');
  await note.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /The friendly one/ }).waitFor();

  await page.getByRole('button', { name: 'Restore version 2' }).click();
  const restore = page.getByRole('dialog', { name: 'Restore version 2' });
  await restore.getByLabel('Note').fill('Users liked it better');
  await takeScreenshots(page, 'versions-restore');
  await restore.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('Restored from version 2').waitFor();
  assert.match(await livePrompt(stage), /friendly/);
};

const draftAndPublish = async (stage: ConsoleStage): Promise<void> => {
  const { page, checkAccess } = stage;
  await page.getByRole('switch', { name: /Save changes as a draft/ }).click();
  await page.getByRole('switch', { name: /Save changes as a draft/, checked: true }).waitFor();
  await stage.go('agent:/settings');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Answer in one sentence.');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Unpublished draft').waitFor();
  await takeScreenshots(page, 'versions-draft-settings');
  assert.match(await livePrompt(stage), /friendly/);

  await stage.go('agent:/try');
  await page.getByText('Version 4, in use').waitFor();
  await takeScreenshots(page, 'versions-draft-try');
  await checkAccess('a test chat with a draft');
  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the draft' });
  await publish.getByText('Answer in one sentence.').waitFor();
  await publish.getByLabel('Note').fill('Shorter');
  await takeScreenshots(page, 'versions-publish');
  await publish.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Unpublished draft').waitFor({ state: 'detached' });
  assert.equal(await livePrompt(stage), 'Answer in one sentence.');

  await save(stage, { settings: { prompt: 'A discarded idea.' } });
  await stage.open('agent:/versions');
  await page.getByText('Unpublished draft').waitFor();
  await takeScreenshots(page, 'versions-list');
  await checkAccess('versions with a draft');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('Unpublished draft').waitFor({ state: 'detached' });
  assert.equal(await livePrompt(stage), 'Answer in one sentence.');
};

test(
  'an operator compares and restores versions, and publishes a draft',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await save(stage, { settings: { prompt: 'You are friendly.\nBe brief.' } });
      await save(stage, { settings: { prompt: 'You are formal.\nBe brief.' } });
      await stage.signIn();
      await compareAndRestore(stage);
      await draftAndPublish(stage);
    }),
);
