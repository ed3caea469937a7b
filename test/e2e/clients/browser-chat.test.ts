import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildPackage } from '../../../scripts/packages/build-packages.ts';
import { launchBrowser } from '../../support/browser/launch-browser.ts';
import { openWatchedPage } from '../../support/browser/watched-page.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { testApiKey, withService } from '../../support/service/service.ts';

const page = join(import.meta.dirname, '../../../examples/client/browser-chat.html');

test('the chat page of the example streams replies in a browser', {
  skip: skipWithout('browser'),
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-browser-chat-'));
  await buildPackage('client', folder);
  const site = createServer((request, response) => {
    const isScript = request.url === '/client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(readFileSync(isScript ? join(folder, 'index.js') : page));
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  const script = createScriptedModel(() => [{ say: 'Hello ' }, { say: 'from the agent' }]);
  const browser = await launchBrowser();
  try {
    await withService(
      'sqlite',
      { ...script, environment: { FRONTDESK_CORS_ORIGINS: origin } },
      async (service) => {
        const url = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
        const { page: opened, assertCalm } = await openWatchedPage(browser);
        await opened.goto(`${origin}/?url=${encodeURIComponent(url)}&key=${testApiKey}`);
        await opened.getByLabel('Message').fill('Hi');
        await opened.getByRole('button', { name: 'Send' }).click();
        await opened.getByText('Hello from the agent').waitFor();
        assert.deepEqual(await opened.locator('li').allTextContents(), ['You: Hi', 'Hello from the agent']);
        await assertCalm();
      },
    );
  } finally {
    await browser.close();
    site.closeAllConnections();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
