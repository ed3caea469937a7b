import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { chatIn } from '../support/browser/chat-page.ts';
import { launchBrowser } from '../support/browser/launch-browser.ts';
import { openWatchedPage } from '../support/browser/watched-page.ts';
import { agentIdOf, openChannels } from '../support/channels/visitor.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { type TestService, withService } from '../support/service/service.ts';

const signIn = async (browser: Browser, url: string): Promise<void> => {
  const { page, assertCalm } = await openWatchedPage(browser);
  await page.goto(`${url}/console`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await assertCalm();
};

const chat = async (browser: Browser, url: string, service: TestService): Promise<void> => {
  const { page, assertCalm } = await openWatchedPage(browser);
  await page.goto(`${url}/share/${await agentIdOf(service)}`);
  const { answer, answers } = chatIn(page);
  await answer('Are you open?');
  assert.match((await answers.last().textContent()) ?? '', /You said: 您好/);
  await assertCalm();
};

/** Every run opens the pages in both browsers. `npm run test:firefox` runs all browser tests in Firefox. */
for (const name of ['chromium', 'firefox'] as const) {
  test(`${name} opens the console and chats on the share page`, { skip: skipWithout(name) }, () => {
    const script = createScriptedModel(() => [{ say: 'You said: ' }, { say: '您好' }]);
    return withService('sqlite', script, async (service) => {
      await openChannels(service);
      const url = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
      const browser = await launchBrowser(name);
      try {
        await signIn(browser, url);
        await chat(browser, url, service);
      } finally {
        await browser.close();
      }
    });
  });
}
