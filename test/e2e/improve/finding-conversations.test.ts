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

/** An agent of its own, with one conversation. The default agent has called a tool. */
const addSecondAgent = async ({ service, call, workspaceId, agentId }: ConsoleStage): Promise<void> => {
  const path = `/workspaces/${workspaceId}/agents`;
  const { body: agent } = await call('POST', path, { name: 'Second agent', kind: 'simple' });
  const { body: key } = await call('POST', `${path}/${agent.id}/keys`, { name: 'Own' });
  const asOwn = { key: key.key };
  const { body } = await service.call('POST', '/v1/conversation', { user_id: 'dan' }, asOwn);
  const { status, text } = await service.call(
    'POST',
    '/v2/conversation/message',
    { conversation_id: body.conversation_id, messages: [{ role: 'user', content: 'Do you sell a teapot?' }] },
    asOwn,
  );
  assert.equal(status, 200, text);
  await service.app.rooms.conversations.indexing.catchUp();
  await service.app.db.query
    .insertInto('analytics_tools')
    .values({
      workspace_id: workspaceId,
      agent_id: agentId,
      tool: 'find_order',
      day: 1,
      channel: 'API',
      calls: 1,
      failures: 0,
    })
    .execute();
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

/** The search over all agents of the workspace, from the navigation. */
const searchWorkspace = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('workspace:');
  await page.getByRole('navigation').getByRole('link', { name: 'Search conversations' }).click();
  await page.getByText('Search for words or set a filter').waitFor();
  await takeScreenshots(page, 'find-all-empty');
  await page.getByLabel('Search', { exact: true }).fill('teapot');
  const table = page.getByRole('table', { name: 'Conversations' });
  const rows = table.locator('tbody').getByRole('row');
  await rows.filter({ hasText: 'Second agent' }).waitFor();
  await eventually('3 rows of both agents', async () => (await rows.count()) === 3);
  await page.getByRole('button', { name: 'More filters' }).click();
  await checkAccess('results of a search over all agents');
  await takeScreenshots(page, 'find-all');
  await page.getByRole('main').getByLabel('Agent', { exact: true }).selectOption('Second agent');
  await eventually('1 row', async () => (await rows.count()) === 1);
  await page.getByRole('main').getByLabel('Agent', { exact: true }).selectOption('All');
  await page.getByRole('combobox', { name: 'Tool used' }).click();
  await page.getByRole('option', { name: 'find_order' }).click();
  await page.waitForURL(/tool=find_order/);
  await page.getByText('No matches').waitFor();
  await page.getByRole('combobox', { name: 'Tool used' }).fill('other_tool');
  await page.waitForURL(/tool=other_tool/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Bad user feedback' }).click();
  await eventually('1 row', async () => (await rows.count()) === 1);
  await rows.first().click();
  await page.waitForURL(/agents\/[0-9a-f]{24}\/conversations\/[0-9a-f]{24}\?round=/);
};

const saveShared = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess, addOperator, signIn } = stage;
  await signIn(await addOperator('editor'));
  await open('agent:/conversations');
  const rows = page.getByRole('table', { name: 'Conversations' }).locator('tbody').getByRole('row');
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByRole('menuitem', { name: 'Handed over' }).waitFor();
  await takeScreenshots(page, 'find-views');
  await page.getByRole('menuitem', { name: 'Bad user feedback' }).click();
  await eventually('1 row', async () => (await rows.count()) === 1);
  await page.getByLabel('Search', { exact: true }).fill('teapot');
  await page.waitForURL(/words=teapot/);
  await views.click();
  await page.getByRole('menuitem', { name: 'Save these filters as a view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name of the view').fill('Broken teapots');
  await dialog.getByLabel('Share with everyone').check();
  await checkAccess('save a view');
  await takeScreenshots(page, 'find-save-view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The view was saved.').waitFor();
};

/** Support uses the shared view, and saves, renames and deletes an own one. */
const saveOwn = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, addOperator, signIn } = stage;
  await signIn(await addOperator('support'));
  await open('agent:/conversations');
  const rows = page.getByRole('table', { name: 'Conversations' }).locator('tbody').getByRole('row');
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByRole('menuitem', { name: 'Broken teapots' }).click();
  await page.waitForURL(/words=teapot/);
  await eventually('1 row', async () => (await rows.count()) === 1);
  await views.click();
  await page.getByRole('menuitem', { name: 'Save these filters as a view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name of the view').fill('Mine');
  assert.equal(await dialog.getByLabel('Share with everyone').count(), 0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The view was saved.').waitFor();
  await views.click();
  await page.getByRole('menuitem', { name: 'Rename or delete views' }).click();
  const managed = page.getByRole('dialog', { name: 'Rename or delete views' });
  await managed.getByRole('textbox', { name: 'Rename Mine' }).fill('Renamed');
  assert.equal(await managed.getByRole('textbox').count(), 1, 'support does not change shared views');
  await managed.getByRole('textbox').blur();
  await managed.getByRole('textbox', { name: 'Rename Renamed' }).waitFor();
  await takeScreenshots(page, 'find-manage-views');
  await managed.getByRole('button', { name: 'Delete the view Renamed?' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete the view Renamed?' });
  await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  // The confirmation hides the list of views until the view is deleted.
  await confirmation.waitFor({ state: 'hidden' });
  await managed.waitFor();
  await managed.getByText('There are no views that you can change.').waitFor();
  assert.equal(await managed.getByRole('textbox').count(), 0, 'the view is deleted');
  await page.keyboard.press('Escape');
  await managed.waitFor({ state: 'hidden' });
  await views.click();
  await page.getByRole('menuitem', { name: 'Broken teapots' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Renamed' }).count(), 0);
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
      await addSecondAgent(stage);
      await searchWorkspace(stage);
      await saveShared(stage);
      await saveOwn(stage);
    }),
);
