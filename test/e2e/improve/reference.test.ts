import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/chat-page.ts';
import { takeScreenshots } from '../../support/browser/console-stage.ts';
import { shareBrowser } from '../../support/browser/launch-browser.ts';
import { openWatchedPage } from '../../support/browser/watched-page.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout, testBrowser } from '../../support/runner/test-groups.ts';
import { type TestService, testApiKey, withService } from '../../support/service/service.ts';

const withReference = (
  options: { width: number; height: number; expected?: RegExp },
  work: (page: Page, origin: string, service: TestService) => Promise<void>,
): Promise<void> =>
  withService(
    'sqlite',
    createScriptedModel(() => [{ say: 'Within ' }, { say: '30 days.' }]),
    async (service) => {
      const origin = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
      const { width, height, expected } = options;
      const { page, assertCalm } = await openWatchedPage(await shareBrowser(), {
        viewport: { width, height },
        ...(expected ? { expected } : {}),
      });
      await page.goto(`${origin}/docs`);
      await work(page, origin, service);
      await assertCalm();
    },
  );

/** Opens the form of an operation. */
const openForm = async (page: Page, operationId: string) => {
  const form = page.locator(`#${operationId} .try`);
  await form.getByText('Try it').click();
  return form;
};

/** Elements that are wider than the page and would make it scroll sideways. */
const tooWide = (page: Page) =>
  page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isWide = (one) => one.getBoundingClientRect().right > clientWidth && !one.closest('pre, .wide, table');
    const wide = [...document.querySelectorAll('main *, header *')].filter(isWide);
    return scrollWidth <= clientWidth ? [] : wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 200));
  })()`);

test(
  'a developer reads a sample, enters a key and sends requests from the reference',
  { skip: skipWithout(testBrowser) },
  () =>
    withReference({ width: 1280, height: 900, expected: /401/ }, async (page, _origin, service) => {
      await assertAccessible(page, 'reference');
      await takeScreenshots(page, 'reference');
      const samples = page.locator('#createConversation .samples').first();
      await samples.getByRole('button', { name: 'Python' }).click();
      assert.match(await samples.locator('pre:visible').innerText(), /^import httpx\n/);
      // The choice counts for every operation.
      const others = page.locator('#verifyApiKey .samples pre:visible');
      assert.match(await others.first().innerText(), /^import httpx\n/);

      const create = await openForm(page, 'createConversation');
      await create.getByRole('button', { name: 'Send POST' }).click();
      await create.getByText('Enter your API key').waitFor();
      await page.getByLabel('Your API key').fill('app-wrong');
      await create.getByRole('button', { name: 'Send POST' }).click();
      await create.getByText('Status 401').waitFor();
      await page.getByLabel('Your API key').fill(testApiKey);
      await create.getByRole('button', { name: 'Send POST' }).click();
      await create.getByText('Status 200').waitFor();
      const { conversation_id } = JSON.parse(await create.locator('.result').innerText());
      assert.match(conversation_id, /^[0-9a-f]{24}$/);

      const send = await openForm(page, 'sendMessage');
      const body = {
        conversation_id,
        response_mode: 'streaming',
        messages: [{ role: 'user', content: 'How long?' }],
      };
      await send.getByLabel('Request body').fill(JSON.stringify(body));
      await send.getByRole('button', { name: 'Send POST' }).click();
      await send.getByText('"message":"End"').waitFor();
      assert.match(await send.locator('.result').innerText(), /^id: 1\ndata: \{"code":11,/);
      await takeScreenshots(page, 'reference-try-it');

      const list = await openForm(page, 'listMessages');
      await list.getByLabel('conversation_id').fill(conversation_id);
      await list.getByRole('button', { name: 'Send GET' }).click();
      await list.getByText('Within 30 days.').waitFor();
      assert.equal((await service.call('GET', '/v1/bot/conversation/page')).body.total, 1);

      // The key is in the input only.
      const kept = await page.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
      );
      assert.ok(!String(kept).includes(testApiKey));
      await page.reload();
      assert.equal(await page.getByLabel('Your API key').inputValue(), '');
    }),
);

test('the reference and its guides can be read on a phone', { skip: skipWithout(testBrowser) }, () =>
  withReference({ width: 360, height: 740 }, async (page, origin) => {
    assert.deepEqual(await tooWide(page), []);
    await page.getByText('Contents', { exact: true }).click();
    await takeScreenshots(page, 'reference-phone');
    await page.getByRole('link', { name: 'Streaming and resume' }).click();
    await page.getByRole('heading', { level: 1, name: 'Streaming and resume' }).waitFor();
    assert.deepEqual(await tooWide(page), []);
    await assertAccessible(page, 'guide');
    await takeScreenshots(page, 'reference-guide');
    await page.getByRole('link', { name: 'safe retries' }).click();
    await page.getByRole('heading', { level: 1, name: 'Safe retries' }).waitFor();
    await page.goto(`${origin}/docs/guides/webhooks`);
    await page.getByText('timingSafeEqual').first().waitFor();
  }),
);
