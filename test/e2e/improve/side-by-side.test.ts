import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { chain, createFlowAgent, reply } from '../../support/flows/flow-agent.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

/** Says its prompt and the question, so that each column has its own reply. */
const createEchoModel = () =>
  createScriptedModel((request) => {
    const [system] = request.messages;
    return [
      { say: `${system?.role === 'system' ? system.text : ''} ` },
      { say: `answers ${textOf(request)}` },
    ];
  });

const columnOf = ({ page }: ConsoleStage, letter: string) =>
  page.getByRole('region', { name: `Column ${letter}` });

/** Opened from the test chat; two prompts answer two questions, with times, tokens and credits. */
const compareTwoPrompts = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('agent:/try');
  await page.getByRole('link', { name: 'Side by side' }).click();
  await columnOf(stage, 'A').getByLabel('Prompt').fill('Alpha');
  await columnOf(stage, 'B').getByLabel('Prompt').fill('Beta');
  await page.getByLabel('Questions').fill('Where is it?\n\nWhen is it?\nWhere is it?');
  await page.getByText('4 replies', { exact: true }).waitFor();
  await page.getByLabel('Questions').press('Control+Enter');
  for (const [letter, prompt] of [
    ['A', 'Alpha'],
    ['B', 'Beta'],
  ] as const) {
    const replies = columnOf(stage, letter).getByRole('log');
    await replies.getByText(`${prompt} answers Where is it?`).waitFor();
    await replies.getByText(`${prompt} answers When is it?`).waitFor();
    const sum = replies.getByText(
      /^2 replies · first text after .* on average · .* in total · .* tokens · .* credits$/,
    );
    await sum.waitFor();
  }
  const first = columnOf(stage, 'A').getByRole('log');
  await first.getByRole('button', { name: 'Trace' }).first().click();
  await first.getByRole('button', { name: 'Trace', expanded: true }).waitFor();
  await first.getByText('scripted').first().waitFor();
  await first.getByRole('button', { name: 'Messages to the model' }).first().waitFor();
  await checkAccess('side by side');
  await takeScreenshots(page, 'side-by-side');
};

/** A third column with an earlier version of the agent. */
const compareVersions = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await page.getByRole('button', { name: 'Add column C' }).click();
  const column = columnOf(stage, 'C');
  await column.getByLabel('Version').selectOption({ label: 'Version 2 · shorter' });
  await eventually(
    'the prompt of the version is shown',
    async () => (await column.getByLabel('Prompt').inputValue()) === 'Second',
  );
  await page.getByRole('button', { name: 'Ask all columns' }).click();
  await column.getByRole('log').getByText('Second answers Where is it?').waitFor();
  await column
    .getByRole('log')
    .getByText(/^2 replies/)
    .waitFor();
  await takeScreenshots(page, 'side-by-side-three');
  await page.getByRole('button', { name: 'Remove column C' }).click();
};

const useTheWinner = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, workspaceId, agentId } = stage;
  await page.getByRole('button', { name: 'Use B in the settings' }).click();
  await eventually('the prompt is saved', async () => {
    const { settings } = (await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`)).body;
    return settings.prompt === 'Beta';
  });
};

test(
  'an operator compares prompts and versions on the same questions and uses the better prompt',
  {
    skip: skipWithout('browser'),
  },
  () =>
    withConsole({ models: createEchoModel().models }, async (stage) => {
      const { call, workspaceId, agentId, signIn } = stage;
      const path = `/workspaces/${workspaceId}/agents/${agentId}`;
      for (const [prompt, note] of [
        ['Second', 'shorter'],
        ['Third', ''],
      ]) {
        const { version } = (await call('GET', path)).body;
        const saved = await call('PATCH', path, { version, settings: { prompt }, note });
        assert.equal(saved.status, 200, saved.text);
      }
      await signIn();
      await compareTwoPrompts(stage);
      await compareVersions(stage);
      await useTheWinner(stage);
    }),
);

test(
  'columns of a flow agent run the published flow and its draft, and the page explains what can be compared',
  { skip: skipWithout('browser') },
  () =>
    withConsole({ models: createEchoModel().models }, async (stage) => {
      const { page, service, workspaceId, signIn, open, checkAccess } = stage;
      const { agentId, save, publish } = await createFlowAgent(service);
      await publish(chain([reply('answer', 'Published reply')]));
      await save(chain([reply('answer', 'Reply of the draft')]));
      await signIn();
      await open(`/w/${workspaceId}/agents/${agentId}/side-by-side`);
      await page.getByText('This agent answers with its flow.').waitFor();
      await columnOf(stage, 'B').getByLabel('Version of the flow').selectOption('Draft');
      await page.getByLabel('Questions').fill('Hello?');
      await page.getByRole('button', { name: 'Ask all columns' }).click();
      await columnOf(stage, 'A').getByRole('log').getByText('Published reply').waitFor();
      await columnOf(stage, 'B').getByRole('log').getByText('Reply of the draft').waitFor();
      await checkAccess('side by side with a flow');
      await takeScreenshots(page, 'side-by-side-flow');
    }),
);
