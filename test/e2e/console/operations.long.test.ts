import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { type HandoffBench, withHandoff } from '../../support/handoff/with-handoff.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver, status } from '../../support/servers/receiver.ts';

const takesAll = status(200);

/** The receiver refuses a reply with 410. Once it works again, the delivery is retried from the list of failures. */
const retryDelivery = async (stage: ConsoleStage, { user, send, read }: HandoffBench): Promise<void> => {
  const { page, open, service, checkAccess } = stage;
  user.answerWith(status(410));
  await send(await service.newConversation('ada'), 'Where is my parcel?');
  await read(1);
  await service.app.rooms.jobs.idle();
  user.answerWith(takesAll);
  await service.configure({ webhook: { disabled: false } });

  await open('workspace:/jobs');
  const failure = page.getByRole('table', { name: 'Failures' }).getByRole('row', { name: /Delivery/ });
  await failure.waitFor();
  await takeScreenshots(page, 'failures');
  await checkAccess('failures');
  await page.getByRole('tab', { name: 'Jobs' }).click();
  await page.getByText('No failed jobs').waitFor();
  await takeScreenshots(page, 'jobs');
  await checkAccess('jobs');
  await page.getByRole('tab', { name: 'Failures' }).click();
  await failure.getByRole('link', { name: 'Retry the delivery' }).click();

  const panel = page.getByRole('dialog', { name: 'Delivery' });
  await panel.getByText('Failed', { exact: true }).waitFor();
  await panel.getByRole('table', { name: 'Attempts' }).getByText('The receiver answered 410').waitFor();
  await takeScreenshots(page, 'delivery');
  await checkAccess('delivery');
  await panel.getByRole('button', { name: 'Retry' }).click();
  await panel.getByText('Delivered', { exact: true }).waitFor();
  const [first, again] = (await read(2)) as { conversation_id: string }[];
  assert.deepEqual(again, first, 'the same body arrives');
  assert.equal(user.calls[0]!.headers['webhook-id'], user.calls[1]!.headers['webhook-id']);
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Webhook').waitFor();
  await page.getByRole('button', { name: 'Retry all failed' }).waitFor();
  await takeScreenshots(page, 'deliveries');
  await checkAccess('deliveries');
};

const seeUsage = async ({ page, open, call, checkAccess, workspaceId }: ConsoleStage): Promise<void> => {
  await open('workspace:/usage?days=7');
  await page.locator('.recharts-bar-rectangle path').first().waitFor();
  const today = await page.evaluate(
    "new Date().toLocaleDateString('en', { month: 'short', day: 'numeric' })",
  );
  await page
    .locator('.recharts-wrapper')
    .getByText(today as string)
    .waitFor();
  const totals = page.getByRole('table', { name: 'Totals' });
  await totals.getByRole('row', { name: /Default 1$/ }).waitFor();
  await takeScreenshots(page, 'usage');
  await checkAccess('usage');
  await page.getByText('Tokens', { exact: true }).click();
  const [used] = (await call('GET', `/workspaces/${workspaceId}/usage`)).body.items;
  const tokens = (used.promptTokens + used.completionTokens).toLocaleString('en');
  assert.notEqual(tokens, '0');
  await totals.getByRole('row', { name: `Default ${tokens}`, exact: true }).waitFor();
  await page.getByLabel('Group by').selectOption('model');
  await totals.getByRole('row', { name: `${used.model} ${tokens}`, exact: true }).waitFor();
};

const tryModels = async ({
  page,
  open,
  watch,
  call,
  workspaceId,
  checkAccess,
}: ConsoleStage): Promise<void> => {
  // A connection that is the default cannot be deleted.
  watch.expect(/status of 409/);
  const good = await startModelServer();
  const strict = await startReceiver((_call, response) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"error":{"message":"Incorrect API key provided"}}'),
  );
  try {
    await open('workspace:/models');
    await page.getByText('No connections yet').waitFor();
    await takeScreenshots(page, 'models-empty');
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Own server');
    await dialog.getByLabel('Base URL').fill(strict.url);
    await dialog.getByLabel('API key').fill('secret of the server');
    await dialog.getByLabel('Model name').fill('tiny');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/Incorrect API key/)
      .waitFor();
    assert.equal(strict.calls[0]!.headers.authorization, 'Bearer secret of the server');
    await dialog.getByLabel('Base URL').fill(good.url);
    await dialog.getByRole('button', { name: 'Load the model names' }).click();
    await dialog.getByText('2 models found').waitFor();
    assert.equal(await dialog.locator('datalist option').count(), 2);
    await dialog.getByLabel('Model name').fill('small');
    await dialog.getByLabel('Credits per million input tokens').fill('0.5');
    await dialog.getByLabel('Credits per million output tokens').fill('2');
    await dialog.getByLabel('Images').check();
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('status').getByText('All is well.').waitFor();
    await takeScreenshots(page, 'models-dialog');
    await checkAccess('model connection');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('0.5 / 2 credits per million tokens').waitFor();
    await page.getByText('key ••••rver').waitFor();

    await page.getByLabel('Model of agents without their own').selectOption({ label: 'small' });
    await page.getByText('The default model was changed').waitFor();
    await page.getByRole('button', { name: 'Test the default model' }).click();
    await page.getByText('small answered').waitFor();
    await page.getByRole('button', { name: 'Delete Own server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alert')
      .getByText(/is the default model of the workspace/)
      .waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Edit Own server' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Own server' });
    await edit.getByText('Stored: ••••rver. Leave empty to keep it.').waitFor();
    await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Server in the cellar');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Server in the cellar' }).waitFor();
    await page.getByRole('button', { name: 'Test small' }).click();
    await page.getByRole('status').getByText('All is well.').last().waitFor();
    assert.equal(good.authorizations.at(-1), 'Bearer secret of the server');
    await takeScreenshots(page, 'models');
    await checkAccess('models');

    await page.getByRole('button', { name: 'Edit Server in the cellar' }).click();
    const unkeyed = page.getByRole('dialog', { name: 'Edit Server in the cellar' });
    await unkeyed.getByLabel('Remove the stored key').check();
    assert.ok(await unkeyed.getByLabel('API key').isDisabled());
    await takeScreenshots(page, 'models-remove-key');
    await unkeyed.getByRole('button', { name: 'Test connection' }).click();
    await unkeyed.getByRole('status').getByText('All is well.').waitFor();
    assert.equal(good.authorizations.at(-1), undefined, 'tested without the key');
    await unkeyed.getByRole('button', { name: 'Save' }).click();
    await page.getByText('without a key').waitFor();
    const { items } = (await call('GET', `/workspaces/${workspaceId}/model-connections`)).body;
    assert.equal(items[0].apiKey, null);
  } finally {
    await good.close();
    await strict.close();
  }
};

const followSessions = async (stage: ConsoleStage, { send, heard }: HandoffBench): Promise<void> => {
  const { page, open, service, call, checkAccess, workspaceId, agentId } = stage;
  await open('workspace:/human-sessions');
  await page.getByText('No open human sessions').waitFor();
  const conversationId = await service.newConversation('grace');
  await send(conversationId, 'I would like to speak to somebody');
  await call('POST', `/workspaces/${workspaceId}/agents/${agentId}/handoffs`, { conversationId });
  // The list is updated without a reload.
  const row = page.getByRole('table', { name: 'Open human sessions' }).getByRole('row', { name: /grace/ });
  await row.getByText('Waiting for a reply').waitFor();
  await takeScreenshots(page, 'human-sessions');
  await checkAccess('human sessions');
  await row.getByRole('link', { name: 'I would like to speak to somebody' }).click();
  await page.getByRole('button', { name: 'End human session' }).waitFor();
  await page.goBack();
  await row.getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End human session' }).click();
  await page.getByText('No open human sessions').waitFor();
  const ended = page.getByRole('table', { name: 'Ended human sessions' });
  await ended.getByRole('cell', { name: 'Operator' }).first().waitFor();
  const calls = (await heard(2)).map((one) => one.call);
  assert.deepEqual([calls[0], calls.at(-1)], ['establish', 'close']);
  await findUnanswered(stage, conversationId);
};

/** A user who left while waiting is on the overview, in the list of sessions and in the conversation. */
const findUnanswered = async (stage: ConsoleStage, conversationId: string): Promise<void> => {
  const { page, open, service, call, checkAccess, workspaceId, agentId } = stage;
  await call('POST', `/workspaces/${workspaceId}/agents/${agentId}/handoffs`, { conversationId });
  await service.call('POST', '/v1/human/leave', { conversation_id: conversationId });
  await open('workspace:/');
  await page.getByText('1 person was not answered today.').waitFor();
  await page.getByRole('link', { name: 'Open unanswered sessions' }).click();
  const ended = page.getByRole('table', { name: 'Ended human sessions' });
  await ended.getByRole('cell', { name: 'No, the user left while waiting' }).waitFor();
  assert.equal(await ended.getByRole('row').count(), 2);
  await takeScreenshots(page, 'unanswered');
  await checkAccess('unanswered sessions');
  await ended.getByRole('link', { name: 'I would like to speak to somebody' }).click();
  await page.getByText('The user asked for a person and left while waiting.').waitFor();
};

/** Each person chooses notifications in the account. Without an SMTP server, e-mail cannot be chosen. */
const chooseNotifications = async ({ page, open, checkAccess }: ConsoleStage): Promise<void> => {
  await open('/account');
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByText('E-mail is not set up.').waitFor();
  assert.equal(await section.getByRole('switch', { name: 'E-mail' }).isDisabled(), true);
  await section.getByRole('switch', { name: 'Sound' }).check();
  await section.getByLabel('Somebody was not answered').check();
  await takeScreenshots(page, 'notifications');
  await checkAccess('notifications');
  await section.getByRole('button', { name: 'Save notifications' }).click();
  await page.getByText('Notifications saved').waitFor();
  await page.reload();
  await section.getByText('E-mail is not set up.').waitFor();
  assert.equal(await section.getByRole('switch', { name: 'Sound' }).isChecked(), true);
  assert.equal(await section.getByLabel('Somebody was not answered').isChecked(), true);
};

/** The console hides the buttons from viewers; the API must also refuse their calls. */
const lookAsViewer = async (stage: ConsoleStage, { user }: HandoffBench): Promise<void> => {
  const { page, open, watch, workspaceId } = stage;
  await stage.signIn(await stage.addOperator('viewer'));
  await open('workspace:/deliveries');
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /Retry|Replay/ }).count(), 0);
  const before = user.calls.length;
  watch.expect(/status of 403/);
  for (const path of ['/deliveries/replay', '/models/test', '/credits/top-ups'])
    assert.equal(
      await page.evaluate(
        `fetch('/console/api/workspaces/${workspaceId}${path}', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-frontdesk-console': '1' },
          body: '{"amount":"1"}',
        }).then((response) => response.status)`,
      ),
      403,
      path,
    );
  await stage.service.app.rooms.jobs.idle();
  assert.equal(user.calls.length, before, 'nothing was sent');
};

test(
  'operations: a delivery retried, usage by day, a model tested, a human session ended, a viewer refused',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, (stage) =>
      withHandoff(stage.service, {}, async (bench) => {
        await stage.signIn();
        await retryDelivery(stage, bench);
        await seeUsage(stage);
        await tryModels(stage);
        await followSessions(stage, bench);
        await lookAsViewer(stage, bench);
        await chooseNotifications(stage);
      }),
    ),
);
