import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { dragTo } from '../../support/browser/firefox-ways.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const root = (workspaceId: string): string => `/workspaces/${workspaceId}/agents`;

const makeAgent = async ({ call, workspaceId }: ConsoleStage) => {
  const { body: agent } = await call('POST', root(workspaceId), { name: 'Desk', kind: 'flow' });
  const path = `${root(workspaceId)}/${agent.id}`;
  const { body: made } = await call('POST', `${path}/keys`, { name: 'test' });
  return { agentId: agent.id as string, path, key: made.key as string };
};

type FlowAgent = Awaited<ReturnType<typeof makeAgent>>;

/** A call of the API, which runs the published version. */
const ask = async ({ service }: ConsoleStage, { key }: FlowAgent, text: string) => {
  const { body } = await service.call('POST', '/v1/conversation', { user_id: 'ada' }, { key });
  const answer = await service.call(
    'POST',
    '/v2/conversation/message',
    {
      conversation_id: body.conversation_id,
      response_mode: 'blocking',
      messages: [{ role: 'user', content: text }],
    },
    { key },
  );
  return answer.body.output as { content: { text: string }; from_component_branch: string }[];
};

const component = (page: ConsoleStage['page'], name: RegExp) =>
  page.getByRole('group', { name }).and(page.locator('[aria-roledescription="component"]'));

/** Selects by keyboard. Keys of the canvas act on the selection as soon as it is shown. */
const select = async (page: ConsoleStage['page'], name: RegExp): Promise<void> => {
  await component(page, name).focus();
  await page.keyboard.press('Enter');
  await component(page, name).and(page.locator('.selected')).waitFor();
};

/** The button is active only while there are changes. */
const saved = (page: ConsoleStage['page']): Promise<void> =>
  page.locator('button:disabled', { hasText: 'Save' }).waitFor();

/** Start → classifier → two replies, by keyboard. */
const draw = async ({ page, checkAccess }: ConsoleStage): Promise<void> => {
  await takeScreenshots(page, 'flow-start');
  await checkAccess('agent without a flow');
  await page.getByRole('button', { name: 'Start with an empty flow' }).click();
  await component(page, /^Start/).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Connect “Next” to').selectOption('new classifier');
  await component(page, /^Classifier.*problems$/).waitFor();
  await page.getByText('needs a keyword, a pattern or a model').waitFor();
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Fix the problems before you publish').waitFor();
  await component(page, /^Classifier/)
    .and(page.locator('.selected'))
    .waitFor();
  const problems = page.getByRole('list', { name: 'Problems', exact: true });
  await takeScreenshots(page, 'flow-problems');
  await checkAccess('flow with problems');
  await problems.getByRole('button', { name: /The branch "Branch 1" is not connected/ }).click();

  await page.getByLabel('Name of branch 1').fill('money');
  await page.getByLabel('Keywords of money').fill('refund,');
  await page.getByLabel('Save to variable').fill('word');
  await page.getByLabel('Connect “money” to').selectOption('new reply');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Money back for: {{ques');
  await page.getByRole('option', { name: /^question/ }).waitFor();
  await checkAccess('list of variables');
  await takeScreenshots(page, 'flow-variables');
  await page.keyboard.press('Enter');
  assert.equal(await text.inputValue(), 'Money back for: {{question}}');
  await component(page, /^Classifier/).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Connect “Else” to').selectOption('new reply');
  await text.fill('How can I help?');
  await component(page, /^Classifier, Classifier$/).waitFor();
  await page.keyboard.press('Control+s');
  await saved(page);
};

const runDraft = async ({ page, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByLabel('Your message').fill('I want a refund');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Money back for: I want a refund').waitFor();
  await component(page, /^Start.*completed$/).waitFor();
  await component(page, /^Classifier.*completed$/).waitFor();
  await component(page, /^Reply, Reply, completed$/).waitFor();
  assert.equal(await component(page, /^Reply 2.*completed$/).count(), 0, 'the other branch did not run');
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.getByText('Branch taken: money').waitFor();
  const outputs = page.getByRole('region', { name: 'Outputs' });
  await outputs.getByText('refund', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Inputs' }).getByText('I want a refund').waitFor();
  assert.equal(await component(page, /^Reply, Reply, completed$/).count(), 0, 'the states at that step');
  await takeScreenshots(page, 'flow-run');
  await checkAccess('flow after a run');
};

const publish = async ({ page }: ConsoleStage, note: string, version: number): Promise<void> => {
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill(note);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText(`Version ${version} is live`, { exact: true }).waitFor();
};

const publishAndRollBack = async (stage: ConsoleStage, agent: FlowAgent): Promise<void> => {
  const { page } = stage;
  await publish(stage, 'The first', 1);
  const [first] = await ask(stage, agent, 'A refund, please');
  assert.equal(first?.content.text, 'Money back for: A refund, please');
  assert.equal(first?.from_component_branch, 'money');

  await page.getByRole('tab', { name: 'Component' }).click();
  await component(page, /^Reply 2/).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Yes?');
  const difference = page.getByText('Draft differs from the published version');
  assert.equal(await difference.count(), 0);
  await page.keyboard.press('Control+s');
  await difference.waitFor();
  await page.reload();
  await difference.waitFor();
  await page.getByText(/^Published /).waitFor();
  await takeScreenshots(page, 'flow-changed');
  await publish(stage, 'Shorter', 2);
  await difference.waitFor({ state: 'detached' });
  assert.equal((await ask(stage, agent, 'Hello'))[0]?.content.text, 'Yes?');

  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('Shorter').waitFor();
  await takeScreenshots(page, 'flow-versions');
  await page.getByRole('button', { name: 'Roll back to version 1' }).click();
  await page.getByText('Version 1 is live', { exact: true }).waitFor();
  assert.equal((await ask(stage, agent, 'Hello'))[0]?.content.text, 'How can I help?');
};

/** Undo, duplicate and delete by keyboard; unsaved changes survive a reload; a conflict is shown. */
const editFurther = async ({ page, call, watch }: ConsoleStage, { path }: FlowAgent): Promise<void> => {
  const count = () => component(page, /./).count();
  await select(page, /^Reply 2/);
  await page.keyboard.press('Control+d');
  await component(page, /^Reply 2/)
    .nth(1)
    .waitFor();
  assert.equal(await count(), 5);
  await page.keyboard.press('Control+z');
  await component(page, /^Reply 2/)
    .nth(1)
    .waitFor({ state: 'detached' });
  await select(page, /^Reply 2/);
  await page.keyboard.press('Delete');
  await component(page, /^Reply 2/).waitFor({ state: 'detached' });
  assert.equal(await count(), 3);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Your unsaved changes were restored').waitFor();
  // The canvas shows components after it has measured them.
  await eventually('three components are shown', async () => (await count()) === 3);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  const { body: flow } = await call('GET', `${path}/flow`);
  await component(page, /^Classifier/).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Connect “Else” to').selectOption('new reply');
  await component(page, /^Classifier, Classifier$/).waitFor();
  await call('PUT', `${path}/flow`, { revision: flow.revision, graph: flow.draft });
  watch.expect(/status of 409/);
  await page.keyboard.press('Control+s');
  await page.getByText('Somebody else saved this flow').waitFor();
  await page.getByRole('button', { name: 'Load the saved flow' }).click();
  await component(page, /^Reply 2/).waitFor();
  await eventually('four components are shown', async () => (await count()) === 4);
};

/** By mouse: drags a component from the palette, moves it, and connects two components. */
const drawByMouse = async ({ page }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Add component' }).click();
  const canvas = page.getByRole('region', { name: 'Canvas' });
  await dragTo(page.getByRole('button', { name: /^Template/ }), canvas, { x: 420, y: 560 });
  await page.getByRole('button', { name: 'Close the list of components' }).click();
  const added = component(page, /^Template/);
  const { x, y } = (await added.boundingBox())!;
  await page.mouse.move(x + 60, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 10, { steps: 4 });
  await page.mouse.up();
  await eventually('the component was moved', async () => {
    const moved = (await added.boundingBox())!;
    return moved.x < x && moved.y < y;
  });
  await component(page, /^Reply, /)
    .locator('.source')
    .dragTo(added.locator('.target'));
  await page
    .getByRole('group', { name: 'From Reply to Template, branch Next' })
    .waitFor({ state: 'attached' });
};

/** The body of a loop has its own canvas. */
const drawLoop = async ({ page }: ConsoleStage): Promise<void> => {
  await component(page, /^Reply 2/).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Connect “Next” to').selectOption('new loop');
  await page.getByRole('button', { name: 'Open the loop body' }).click();
  await page.getByText('Body of Loop').waitFor();
  await component(page, /^Start 2/).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Connect “Next” to').selectOption('new template');
  await component(page, /^Template 2/).waitFor();
  await page.getByRole('button', { name: 'Flow', exact: true }).click();
  await component(page, /^Loop/).waitFor();
  assert.equal(await component(page, /^Template 2/).count(), 0);
};

/** Height of the letters of each title on the screen, and whether the whole component is in the canvas. */
const shownComponents = (page: ConsoleStage['page']) =>
  page.evaluate<{ fontSize: number; isInside: boolean }[]>(`(() => {
    const canvas = document.querySelector('.react-flow').getBoundingClientRect();
    return [...document.querySelectorAll('.react-flow__node')].map((node) => {
      const box = node.getBoundingClientRect();
      const zoom = box.width / node.offsetWidth;
      const title = node.querySelector('.mantine-Text-root');
      const isInside = box.left >= canvas.left && box.right <= canvas.right &&
        box.top >= canvas.top && box.bottom <= canvas.bottom;
      return { fontSize: Number.parseFloat(getComputedStyle(title).fontSize) * zoom, isInside };
    });
  })()`);

/** The flow names a table that does not exist, and is readable on a screen of a notebook. */
const openOrders = async (stage: ConsoleStage, { path }: FlowAgent): Promise<void> => {
  const { page, call } = stage;
  await page.getByRole('button', { name: /^Order lookup/ }).click();
  await component(page, /^Look up the order.*1 problem$/).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  const problems = page.getByRole('list', { name: 'Problems', exact: true });
  await problems.getByText('The agent has no table "orders"').waitFor();
  await page.getByRole('button', { name: 'Close the side panel' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Open the side panel' }).waitFor();
  await eventually('all components are shown', async () => (await component(page, /./).count()) === 11);
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await eventually('every component is in the canvas, with a readable title', async () =>
    (await shownComponents(page)).every(({ fontSize, isInside }) => fontSize >= 11 && isInside),
  );
  await takeScreenshots(page, 'flow-closed-panel');
  await page.setViewportSize({ width: 1440, height: 900 });
  await component(page, /^Look up the order/).dblclick();
  await page.getByRole('combobox', { name: 'Table' }).waitFor();
  const { status } = await call('POST', `${path}/tables`, {
    name: 'orders',
    description: 'Orders of the shop',
    fields: ['order_number', 'status', 'arrives'].map((name) => ({ name, description: '', type: 'TEXT' })),
  });
  assert.equal(status, 201);
  await page.reload();
  await page.getByRole('tab', { name: 'Problems' }).click();
  await page.getByText('No problems found').waitFor();
};

const startFromExample = async ({ page, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Start from an example' }).click();
  await page.getByRole('button', { name: /^Support triage/ }).click();
  await component(page, /^Billing desk/).waitFor();
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await component(page, /^Triage/).click();
  await page.getByLabel('Name of branch 1').waitFor();
  await page.getByRole('button', { name: 'Add component' }).click();
  await takeScreenshots(page, 'flow-example');
  await checkAccess('a large flow');
};

/** The agent has the checklist of flow agents, and its test chat has no prompt. */
const useFlowAgent = async (
  { page, open, call, workspaceId, checkAccess }: ConsoleStage,
  { agentId, path }: FlowAgent,
): Promise<void> => {
  const home = `/w/${workspaceId}/agents/${agentId}`;
  const stateOf = (step: string) => page.getByRole('listitem').filter({ hasText: step });
  await open(home);
  for (const step of ['Build the flow', 'Fix the problems of the flow', 'Publish the flow'])
    await stateOf(step).getByText('done').waitFor();
  assert.equal(await stateOf('Add knowledge').count(), 0);
  const { body: flow } = await call('GET', `${path}/flow`);
  const [start] = flow.draft.nodes;
  await call('PUT', `${path}/flow`, {
    revision: flow.revision,
    graph: { nodes: [start, { ...start, id: 'b' }] },
  });
  await open(home);
  await stateOf('Fix the problems of the flow').getByRole('link', { name: 'Show problems' }).waitFor();
  await takeScreenshots(page, 'flow-checklist');
  await checkAccess('checklist of a flow agent');
  await open(`${home}/try`);
  await page.getByText(/The draft differs from version \d, which users get/).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).count(), 0);
  await takeScreenshots(page, 'flow-try');
  await checkAccess('test chat of a flow agent');
};

test(
  'a flow can be edited by keyboard and mouse, validated, run step by step, published and rolled back',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const agent = await makeAgent(stage);
      await stage.signIn();
      await stage.open(`/w/${stage.workspaceId}/agents/${agent.agentId}/flow`);
      await draw(stage);
      await runDraft(stage);
      await publishAndRollBack(stage, agent);
      await editFurther(stage, agent);
      await drawByMouse(stage);
      await drawLoop(stage);
      await startFromExample(stage);
    }),
);

test(
  'an example that names a missing table is readable, cannot be published until the table exists, and its agent has its own checklist',
  { skip: skipWithout('chromium') },
  () =>
    withConsole({ viewport: { width: 1440, height: 900 } }, async (stage) => {
      const agent = await makeAgent(stage);
      await stage.signIn();
      await stage.open(`/w/${stage.workspaceId}/agents/${agent.agentId}/flow`);
      await openOrders(stage, agent);
      await publish(stage, 'With orders', 1);
      await useFlowAgent(stage, agent);
    }),
);
