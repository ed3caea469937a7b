import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const rightAnswer = 'We open at nine.';

test(
  'a badly rated answer becomes a test case, which fails, is corrected and allows to publish',
  { skip: skipWithout('browser') },
  () =>
    withConsole(
      createScriptedModel((request) => {
        const prompt = JSON.stringify(request.messages[0]);
        return [{ say: prompt.includes('hours') ? rightAnswer : 'No idea about that, ask somebody.' }];
      }),
      async (stage) => {
        const { page, service, agentId, workspaceId, call } = stage;
        await stage.signIn();
        const conversationId = await service.newConversation('ada');
        await service.call('POST', '/v2/conversation/message', {
          conversation_id: conversationId,
          messages: [{ role: 'user', content: 'When do you open?' }],
        });

        await stage.open('agent:/test-sets');
        await page.getByText('No test sets yet').waitFor();
        await takeScreenshots(page, 'test-sets-empty');
        await page.getByRole('button', { name: 'Create test set' }).first().click();
        const form = page.getByRole('dialog', { name: 'Create test set' });
        await form.getByLabel('Name').fill('Basics');
        await form.getByLabel('Required pass rate for publishing (%)').fill('100');
        await form.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('heading', { name: 'Basics' }).waitFor();
        await takeScreenshots(page, 'test-set-empty');

        await stage.open(`agent:/conversations/${conversationId}`);
        await page.getByRole('button', { name: 'Add to test set' }).click();
        const add = page.getByRole('dialog', { name: 'Add this answer to a test set' });
        await add.getByLabel('Right answer').fill(rightAnswer);
        await takeScreenshots(page, 'test-case-from-answer');
        await add.getByRole('button', { name: 'Add case' }).click();
        await page.getByText('Case added').waitFor();

        await stage.open('agent:/test-sets');
        await page.getByRole('link', { name: 'Basics' }).click();
        await page.getByRole('button', { name: 'When do you open?', exact: true }).click();
        const edit = page.getByRole('dialog', { name: 'Edit case' });
        await edit.getByRole('button', { name: 'Add expectation' }).click();
        await edit.getByRole('group', { name: 'Expectation 2' }).getByLabel('Text').fill('nine');
        await takeScreenshots(page, 'test-case-edit');
        await edit.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Similar to an answer, Contains').waitFor();

        const runOnce = async (isDraft: boolean): Promise<void> => {
          await page.getByRole('button', { name: 'Run', exact: true }).click();
          const start = page.getByRole('dialog', { name: 'Run test set' });
          await start.getByText('1 attempt').waitFor();
          if (isDraft) await start.getByLabel('Test the draft').check();
          await start.getByRole('button', { name: 'Run', exact: true }).click();
          await page.getByText('Completed', { exact: true }).waitFor();
        };
        await runOnce(false);
        await page.getByRole('button', { name: 'When do you open?', exact: true }).click();
        const result = page.getByRole('dialog', { name: 'Result of the case' });
        await result.getByText('No idea about that').waitFor();
        await result.getByText('Not met').first().waitFor();
        await takeScreenshots(page, 'test-result');
        await page.keyboard.press('Escape');

        const agent = `/workspaces/${workspaceId}/agents/${agentId}`;
        await call('PUT', `${agent}/drafts`, { enabled: true });
        const { version } = (await call('GET', agent)).body;
        await call('PATCH', agent, { version, settings: { prompt: 'You know the hours.' } });
        const publish = async () => {
          const { body } = await call('GET', agent);
          return call('POST', `${agent}/publish`, { version: body.version });
        };
        assert.equal((await publish()).status, 409, 'the draft was not tested');
        await page.getByRole('link', { name: 'Back to the test set' }).click();
        await runOnce(true);
        await page.getByRole('table').getByText('Improved').waitFor();
        await takeScreenshots(page, 'test-run');
        assert.equal((await publish()).status, 200);
      },
    ),
);
