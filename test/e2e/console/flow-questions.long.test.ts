import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

type Page = ConsoleStage['page'];

const component = (page: Page, name: RegExp) =>
  page.getByRole('group', { name }).and(page.locator('[aria-roledescription="component"]'));

const select = async (page: Page, name: RegExp): Promise<void> => {
  await component(page, name).focus();
  await page.keyboard.press('Enter');
};

const connect = (page: Page, branch: string, type: string) =>
  page.getByLabel(`Connect “${branch}” to`).selectOption(`new ${type}`);

/** Start → ask with choices → form → merge JSON → reply, and an extraction after "Other answer". */
const draw = async ({ page, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Start with an empty flow' }).click();
  await select(page, /^Start/);
  await connect(page, 'Next', 'ask');
  await page.getByRole('textbox', { name: 'Question' }).fill('Table or room?');
  await page.getByLabel('Save to variable').fill('kind');
  const choices = page.getByRole('combobox', { name: 'Quick replies' });
  for (const choice of ['Table', 'Room']) {
    await choices.fill(choice);
    await choices.press('Enter');
  }
  await page.getByText('The branch "failed" is not connected').first().waitFor();
  await page.getByRole('switch', { name: /^Accept other answers/ }).click();
  await page.getByLabel('Check the answer').selectOption('pattern');
  await page.getByRole('textbox', { name: 'Pattern', exact: true }).fill('[A-Z]+');
  await takeScreenshots(page, 'flow-ask');
  await checkAccess('a question');
  await page.getByLabel('Check the answer').selectOption('none');
  await page.getByRole('textbox', { name: 'Pattern', exact: true }).waitFor({ state: 'detached' });

  await connect(page, 'Other answer', 'extract');
  const schema = page.getByRole('textbox', { name: 'JSON Schema of the fields' });
  await schema.fill('{ "type": "object"');
  await page.getByText('This is not valid JSON').waitFor();
  await schema.fill('{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}');
  await page.getByRole('textbox', { name: 'Default values' }).fill('{"count": 0}');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('{{kind}}');
  await takeScreenshots(page, 'flow-extract');
  await checkAccess('an extraction');
  await connect(page, 'Next', 'reply');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Counted {{data.count}}');

  await select(page, /^Ask the user/);
  await connect(page, 'Next', 'form');
  await page.getByLabel('Label of field 1').fill('Your name');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByLabel('Label of field 2').fill('Meal');
  await page.getByLabel('Variable of field 2').fill('meal');
  await page.getByLabel('Type of Meal').selectOption('choice');
  const meals = page.getByRole('combobox', { name: 'Choices of Meal' });
  await meals.fill('Soup');
  await meals.press('Enter');
  await takeScreenshots(page, 'flow-form');
  await checkAccess('a form');
  await connect(page, 'Failed', 'reply');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Please call us.');
  await select(page, /^Form/);
  await connect(page, 'Next', 'json');
  await page.getByLabel('Operation', { exact: true }).selectOption('pick');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('combobox', { name: 'Source of field 1' }).fill('form.meal');
  await page.getByLabel('Name of field 1').fill('dish');
  await takeScreenshots(page, 'flow-json');
  await checkAccess('JSON');
  await connect(page, 'Next', 'reply');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('{{kind}}: {{result}}');
};

const runDraft = async ({ page }: ConsoleStage): Promise<void> => {
  await page.keyboard.press('Control+s');
  await page.getByText('Draft saved').waitFor();
  await page.getByRole('tab', { name: 'Run' }).click();
  const say = async (text: string, answer: string | RegExp): Promise<void> => {
    await page.getByLabel('Your message').fill(text);
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText(answer).last().waitFor();
  };
  await say('Hello', /Table or room\?/);
  await component(page, /^Ask the user/).waitFor();
  await say('2', 'Your name');
  await say('{"name": "Ada", "meal": "soup"}', 'Room: {"dish":"Soup"}');
  await say('Again', /Table or room\?/);
  await say('We are 12', 'Counted 12');
  await takeScreenshots(page, 'flow-questions-run');
};

test(
  'questions, forms, extraction and JSON are set up in the editor, and a test run continues after each answer',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const root = `/workspaces/${stage.workspaceId}/agents`;
      const { body: agent } = await stage.call('POST', root, { name: 'Desk', kind: 'flow' });
      await stage.signIn();
      await stage.open(`/w/${stage.workspaceId}/agents/${agent.id}/flow`);
      await draw(stage);
      await runDraft(stage);
      const { body: flow } = await stage.call('GET', `${root}/${agent.id}/flow`);
      const types = flow.draft.nodes.map(({ type }: { type: string }) => type).toSorted();
      assert.deepEqual(types, ['ask', 'extract', 'form', 'json', 'reply', 'reply', 'reply', 'start']);
    }),
);
