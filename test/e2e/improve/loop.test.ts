import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const question = 'How long does shipping take?';
const wrongAnswer = 'Perhaps a year.';
const rightAnswer = 'Shipping takes two working days.';
const setName = 'Shipping';

const askAs = async ({ service }: ConsoleStage, userId: string): Promise<string> => {
  const { body, status, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(userId),
    messages: [{ role: 'user', content: question }],
  });
  assert.equal(status, 200, text);
  return body.output[0].content.text;
};

const followLink = async ({ page }: ConsoleStage, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

const rateAndCorrect = async (stage: ConsoleStage): Promise<void> => {
  const { page, checkAccess } = stage;
  await page.getByRole('table', { name: 'Conversations' }).getByRole('row').nth(1).click();
  const rating = page.getByRole('group', { name: 'Quality rating' });
  await rating.getByRole('button', { name: 'Bad' }).click();
  await rating.getByRole('button', { name: 'Bad', pressed: true }).waitFor();
  await takeScreenshots(page, 'loop-rated');
  await page.getByRole('button', { name: 'Correct this answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct this answer' });
  assert.equal(await dialog.getByLabel('Question').inputValue(), question);
  await dialog.getByLabel('Corrected answer').fill(rightAnswer);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await checkAccess('a corrected reply');
};

/** The test set is created in the same dialog, and the right answer is the correction. */
const makeTestCase = async (stage: ConsoleStage): Promise<void> => {
  const { page, checkAccess } = stage;
  await page.getByRole('button', { name: 'Add to test set' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add this answer to a test set' });
  await dialog.getByLabel('Name of the new test set').fill(setName);
  assert.equal(await dialog.getByLabel('Expected answer').inputValue(), rightAnswer);
  await checkAccess('add a reply to a new test set');
  await takeScreenshots(page, 'loop-add-case');
  await dialog.getByRole('button', { name: 'Add case' }).click();
  await page.getByRole('link', { name: 'Open the test set' }).click();
  await page.getByRole('heading', { level: 1, name: setName }).waitFor();
  await page.getByRole('button', { name: question, exact: true }).waitFor();
};

const requireForPublishing = async ({ page }: ConsoleStage): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Required pass rate for publishing (%)').fill('100');
  await takeScreenshots(page, 'loop-required');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

const saveDraft = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await followLink(stage, 'Versions');
  await page.getByRole('switch', { name: /Save changes as a draft/ }).click();
  await page.getByRole('switch', { name: /Save changes as a draft/, checked: true }).waitFor();
  await followLink(stage, 'Settings');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Answer in one sentence.');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Unpublished draft').waitFor();
};

const publishUntested = async ({ page, watch, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
  await dialog.getByText('Run it with version 2 first').waitFor();
  watch.expect(/status of 409/);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('alert').getByText(`Publishing requires the test set "${setName}"`).waitFor();
  await checkAccess('a draft that needs a test run');
  await takeScreenshots(page, 'loop-refused');
  await dialog.getByRole('link', { name: setName }).click();
  await page.getByRole('heading', { level: 1, name: setName }).waitFor();
};

const runDraft = async ({ page }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const start = page.getByRole('dialog', { name: 'Run test set' });
  await start.getByText('1 attempt').waitFor();
  assert.equal(await start.getByLabel('Version').inputValue(), 'draft');
  await takeScreenshots(page, 'loop-run');
  await start.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText('100%').first().waitFor();
  await takeScreenshots(page, 'loop-passed');
  await page.getByRole('button', { name: question, exact: true }).click();
  const result = page.getByRole('dialog', { name: 'Result of the case' });
  await result.getByText(rightAnswer).first().waitFor();
  await result.getByRole('button', { name: 'Trace' }).click();
  await result.getByText('Answered by a correction').waitFor();
  await page.keyboard.press('Escape');
  await result.waitFor({ state: 'hidden' });
};

const publish = async ({ page }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
  await dialog.getByText('100% passed, 100% required').waitFor();
  await takeScreenshots(page, 'loop-publish');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Unpublished draft').waitFor({ state: 'detached' });
};

test(
  'an operator rates a reply, corrects it, makes it a test case, and publishes the draft that passes it',
  { skip: skipWithout('browser') },
  () =>
    withConsole(
      createScriptedModel(() => [{ say: wrongAnswer }]),
      async (stage) => {
        const { service, agentId } = stage;
        assert.equal(await askAs(stage, 'ada'), wrongAnswer);
        await stage.signIn();
        await stage.open('agent:/conversations');
        await rateAndCorrect(stage);
        await makeTestCase(stage);
        await requireForPublishing(stage);
        await saveDraft(stage);
        await publishUntested(stage);
        await runDraft(stage);
        await publish(stage);
        const live = await service.app.rooms.agents.findNewest(agentId);
        assert.equal(live!.settings.prompt, 'Answer in one sentence.');
        assert.equal(await askAs(stage, 'bob'), rightAnswer);
      },
    ),
);
