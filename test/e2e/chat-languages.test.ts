import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { cataloguedLanguages, readCatalogue } from '../../web/messages/read-catalogue.ts';
import { words } from '../../web/widget/src/words.ts';
import { type ChannelStage, withChannelStage } from '../support/browser/channel-stage.ts';
import { assertAccessible } from '../support/browser/chat-page.ts';
import { skipWithout } from '../support/runner/test-groups.ts';

const folder = join(import.meta.dirname, '../../web/chat/messages');
const english = readCatalogue(folder, 'en');
const languages = cataloguedLanguages(folder);

/** Text on the page, and labels that screen readers read. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (!/SCRIPT|STYLE|NOSCRIPT/.test(walk.currentNode.parentElement.tagName)) texts.push(walk.currentNode.data.trim());
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => text !== '');
  })()`);

/** Elements whose text does not fit: the page scrolls sideways, or a label is cut off. */
const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    const cut = [...document.querySelectorAll('button, label, h1, h2, p:not(.out-of-sight)')].filter(
      (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1,
    );
    return [...wide, ...cut.map((element) => element.outerHTML.slice(0, 200))];
  })()`);

const checkState = async (page: Page, language: string, where: string): Promise<void> => {
  const messages = readCatalogue(folder, language);
  const leftInEnglish = new Set(
    Object.entries(english)
      .filter(([key, text]) => messages[key] !== text)
      .map(([, text]) => text),
  );
  const shown = await shownTexts(page);
  if (language !== 'en')
    assert.deepEqual(
      shown.filter((text) => leftInEnglish.has(text)),
      [],
      where,
    );
  assert.deepEqual(await overflows(page), [], where);
};

const checkLanguage = async (stage: ChannelStage, language: string): Promise<void> => {
  const messages = readCatalogue(folder, language);
  const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}?locale=${language}`, {
    viewport: { width: 1440, height: 900 },
  });
  const message = page.getByRole('textbox', { name: messages.messageLabel! });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await message.waitFor();
    await checkState(page, language, `${language}, empty, ${width} px`);
  }
  await message.fill('Hello');
  await message.press('Enter');
  const answer = page.locator('.entry-assistant').last();
  await answer.getByRole('button', { name: messages.copy!, exact: true }).waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await checkState(page, language, `${language}, answered, ${width} px`);
  }
  await assertAccessible(page, language);
  const { lang, dir } = await page.evaluate<{ lang: string; dir: string }>(
    '({ lang: document.documentElement.lang, dir: document.documentElement.dir })',
  );
  assert.deepEqual([lang, dir], [language, language === 'ar' ? 'rtl' : 'ltr']);
  const send = await page.getByRole('button', { name: messages.send!, exact: true }).boundingBox();
  const box = await message.boundingBox();
  assert.equal(send!.x > box!.x, language !== 'ar', 'the send button follows the message');
  const placed = await page.evaluate<string>(
    'getComputedStyle(document.querySelector("textarea")).direction',
  );
  assert.equal(placed, dir, 'the placeholder runs as the page does');
  await assertCalm();
};

/** Which files of the page were fetched, and how many bytes came over the wire. */
const measureOpening = async (stage: ChannelStage, language: string) => {
  const { page, assertCalm } = await stage.visit('about:blank');
  const sizes: { url: string; bytes: number }[] = [];
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    sizes.push({ url: request.url(), bytes: responseBodySize + responseHeadersSize });
  });
  await page.goto(`${stage.url}/share/${stage.agentId}?locale=${language}`);
  await page.getByRole('textbox').waitFor();
  await page.waitForLoadState('networkidle');
  await assertCalm();
  return sizes;
};

test('the chat in every language', { skip: skipWithout('chromium') }, (context: TestContext) =>
  withChannelStage({}, async (stage) => {
    for (const language of languages)
      await context.test(`${language}: translated, without overflow, accessible`, () =>
        checkLanguage(stage, language),
      );

    await context.test('an unknown or malformed language falls back', async () => {
      for (const [locale, expected] of [
        ['pt-BR', 'pt'],
        ['sv-SE', 'en'],
        ['%7B%22', 'en'],
      ]) {
        const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}?locale=${locale}`);
        await page.getByRole('textbox').waitFor();
        assert.equal(await page.evaluate('document.documentElement.lang'), expected);
        await assertCalm();
      }
    });

    await context.test('only the shown language is loaded, and opening takes at most 60 KB', async () => {
      const sizes = await measureOpening(stage, 'de');
      const loaded = sizes.flatMap(({ url }) => /assets\/([\w-]+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? []);
      assert.deepEqual(loaded.sort(), ['de', 'index']);
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      context.diagnostic(`opening takes ${total} bytes`);
      assert.ok(total > 0 && total <= 60 * 1024, `${total} bytes: ${JSON.stringify(sizes)}`);
    });

    await context.test(
      'data-position is a side of the screen, also on a page from right to left',
      async () => {
        for (const [position, isLeft] of [
          ['left', true],
          ['right', false],
        ] as const) {
          const tag = `<script src="${stage.url}/widget.js" data-agent="${stage.agentId}" data-locale="ar" data-position="${position}"></script>`;
          const { page, assertCalm } = await stage.visit(
            stage.site.put(`/rtl-${position}`, `<html lang="ar" dir="rtl"><h1>متجر</h1>${tag}</html>`),
          );
          const bubble = page.getByRole('button', { name: words.ar[0] });
          const { x } = (await bubble.boundingBox())!;
          assert.equal(x < 590, isLeft, position);
          await assertCalm();
        }
      },
    );
  }),
);

test('the script of the widget takes at most 4 KB', (context: TestContext) => {
  const { length } = readFileSync(join(import.meta.dirname, '../../dist/web/widget/widget.js.br'));
  context.diagnostic(`${length} bytes`);
  assert.ok(length > 0 && length <= 4 * 1024, `${length} bytes`);
});

test('the bubble has words in every language of the chat', () => {
  assert.deepEqual(Object.keys(words).sort(), languages);
});
