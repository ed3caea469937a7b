import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { testOperatorToken } from '../../support/service/service.ts';

const heading = ({ page }: ConsoleStage, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** From the token to the account. */
const createAccount = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('/');
  await heading(stage, 'Set up Frontdesk');
  await page.getByText('FRONTDESK_ADMIN_TOKEN').waitFor();
  await takeScreenshots(page, 'setup-token');
  await checkAccess('setup: token');
  await page.getByLabel('Operator token').fill('op-a-wrong-token');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Operator token').fill(testOperatorToken);
  await page.keyboard.press('Enter');
  await heading(stage, 'Create your account');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a long password of Ada');
  await checkAccess('setup: account');
  await page.keyboard.press('Enter');
};

const connectModel = async (stage: ConsoleStage, url: string): Promise<void> => {
  const { page, checkAccess } = stage;
  await heading(stage, 'Choose a model');
  await takeScreenshots(page, 'setup-model');
  await page.getByLabel('Connect a model provider').check();
  await page.getByLabel('Base URL').fill('http://169.254.169.254/v1');
  await page.getByLabel('API key').fill('secret of the server');
  await page.getByLabel('Model name').fill('small');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByRole('alert')
    .getByText(/baseUrl/)
    .waitFor();
  await page.getByLabel('Base URL').fill(url);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('status').getByText('All is well.').waitFor();
  await takeScreenshots(page, 'setup-connection');
  await checkAccess('setup: model');
  await page.getByRole('button', { name: 'Continue' }).click();
};

test(
  'the setup of a fresh installation: token, account, workspace, model, agent, test chat',
  { skip: skipWithout('browser') },
  () =>
    withConsole({ viewport: { width: 390, height: 844 } }, async (stage) => {
      const { page, call, watch, workspaceId, agentId, checkAccess } = stage;
      // The wrong token, and the address that is never called.
      watch.expect(/status of 40[01]/);
      const server = await startModelServer();
      try {
        await createAccount(stage);
        await heading(stage, 'Name your workspace');
        // A reload continues at the same step.
        await page.reload();
        await heading(stage, 'Name your workspace');
        const workspaceName = page.getByLabel('Name of the workspace');
        await workspaceName.fill('n'.repeat(101));
        await page.getByText('101 characters. The limit is 100: remove 1.').waitFor();
        assert.equal((await workspaceName.inputValue()).length, 101, 'nothing is cut');
        await workspaceName.fill('Tea shop');
        await checkAccess('setup: workspace');
        await page.keyboard.press('Enter');
        await connectModel(stage, server.url);
        await heading(stage, 'Create your first agent');
        await page.reload();
        await heading(stage, 'Create your first agent');
        await page.getByLabel('Name of the agent').fill('Help desk');
        await takeScreenshots(page, 'setup-agent');
        await checkAccess('setup: agent');
        await page.getByRole('button', { name: 'Continue' }).click();
        await heading(stage, 'Your agent is ready');
        const example = page.getByText('With the example document, try: When is the shop open?');
        await example.waitFor();
        await takeScreenshots(page, 'setup-try');
        await checkAccess('setup: try it');
        const workspace = `/workspaces/${workspaceId}`;
        const documents = `${workspace}/agents/${agentId}/documents`;
        const [stored] = (await call('GET', documents)).body.items;
        assert.equal(stored.name, 'example.md');
        assert.equal((await call('DELETE', `${documents}/${stored.id}`)).status, 204);
        await Promise.all([page.waitForResponse(/\/documents\?/), page.reload()]);
        await heading(stage, 'Your agent is ready');
        assert.equal(await example.count(), 0, 'only if the agent has the example document');
        await page.getByRole('button', { name: 'Try it' }).click();
        await page.getByLabel('Your message').fill('When is the shop open?');
        await page.keyboard.press('Enter');
        await page.getByRole('log', { name: 'Conversation' }).getByText('All is well.').waitFor();
        assert.ok(page.url().includes(`/agents/${agentId}/try`), 'the agent of the first start is used');

        assert.equal((await call('GET', '/workspaces')).body.items[0].name, 'Tea shop');
        const { items, defaultModel } = (await call('GET', `${workspace}/model-connections`)).body;
        assert.deepEqual([items[0].name, defaultModel.name], ['127.0.0.1', 'small']);

        // The setup is finished, and the next visitor sees the ordinary sign-in form.
        await page.reload();
        await page.getByLabel('Your message').waitFor();
        await stage.openInNewBrowser(`${stage.origin}/console`, async (other) => {
          await other.getByRole('heading', { name: 'Sign in to Frontdesk' }).waitFor();
          assert.equal(await other.getByText('Set up Frontdesk').count(), 0);
        });
      } finally {
        await server.close();
      }
    }),
);
