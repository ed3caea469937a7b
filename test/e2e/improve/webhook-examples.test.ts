import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver } from '../../support/servers/receiver.ts';

test('the settings send an example of a webhook and show request and response', {
  skip: skipWithout('browser'),
}, async () => {
  const receiver = await startReceiver((_call, response) => response.writeHead(202).end('{"seen":true}'));
  try {
    await withConsole({}, async ({ page, open, signIn, checkAccess }) => {
      await signIn();
      await open('agent:/settings');
      await page.getByRole('tab', { name: 'Webhooks' }).click();
      // The webhook is the first section, the human service the second one.
      await page.getByLabel('URL', { exact: true }).first().fill(receiver.url);
      await page.getByLabel('Example to send').first().selectOption('handoff.started');
      await page.getByRole('button', { name: 'Send the example' }).first().click();
      await page.getByText(/The receiver answered 202/).waitFor();
      const request = await page.getByRole('region', { name: 'Request' }).innerText();
      assert.match(request, /webhook-id: test-/);
      assert.match(request, /"event": "handoff.started"/);
      assert.equal(await page.getByRole('region', { name: 'Response' }).innerText(), '{"seen":true}');
      assert.equal(receiver.calls.length, 1);
      await takeScreenshots(page, 'webhook-example');
      await checkAccess('an example of a webhook');
    });
  } finally {
    await receiver.close();
  }
});
