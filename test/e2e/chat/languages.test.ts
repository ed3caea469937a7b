import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { widgetWords } from '../../../src/http/embed/widget-words.ts';
import { cataloguedLanguages, readCatalogue } from '../../../web/messages/read-catalogue.ts';
import { type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { overflows, shownTexts } from '../../support/browser/page-texts.ts';
import { isLongRun } from '../../support/runner/is-long-run.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const folder = join(import.meta.dirname, '../../../web/chat/messages');
const english = readCatalogue(folder, 'en');
const languages = cataloguedLanguages(folder);

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

/** Both directions, the longest words and a script without spaces. The long run opens every language. */
const openedLanguages = languages.filter(
  (language) => isLongRun || ['ar', 'de', 'en', 'zh-Hans'].includes(language),
);

/** For axe, languages differ only in their direction. */
const auditedLanguages = ['en', 'ar'];

const checkWidths = async (page: Page, language: string, state: string): Promise<void> => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    // The layout adapts to the new width within a few frames. The check below reports what stays too wide.
    for (let tries = 0; tries < 50 && (await overflows(page)).length > 0; tries += 1) await sleep(50);
    await checkState(page, language, `${language}, ${state}, ${width} px`);
  }
  if (auditedLanguages.includes(language)) await assertAccessible(page, `${language}, ${state}`);
};

const openIn = (page: Page, language: string) =>
  page.goto(page.url().replace(/locale=.*/, `locale=${language}`));

/** One visitor has a conversation, the other has none. */
const checkLanguage = async (talking: Page, fresh: Page, language: string): Promise<void> => {
  const messages = readCatalogue(folder, language);
  const button = (key: string) => talking.getByRole('button', { name: messages[key]!, exact: true });
  await openIn(talking, language);
  await button('copy').first().waitFor();
  await checkWidths(talking, language, 'answered');

  const { lang, dir } = await talking.evaluate<{ lang: string; dir: string }>(
    '({ lang: document.documentElement.lang, dir: document.documentElement.dir })',
  );
  assert.deepEqual([lang, dir], [language, language === 'ar' ? 'rtl' : 'ltr']);
  const message = talking.getByRole('textbox', { name: messages.messageLabel! });
  const [send, box] = [await button('send').boundingBox(), await message.boundingBox()];
  assert.equal(send!.x > box!.x, language !== 'ar', 'the send button follows the message');
  const [avatar, name] = [
    await talking.locator('.header .avatar').boundingBox(),
    await talking.locator('.header h1 bdi').boundingBox(),
  ];
  const gap = language === 'ar' ? avatar!.x - (name!.x + name!.width) : name!.x - (avatar!.x + avatar!.width);
  assert.ok(gap >= 0 && gap < 30, `the name of the agent starts beside its avatar: ${gap} px`);
  const direction = 'getComputedStyle(document.querySelector("textarea")).direction';
  assert.equal(
    await talking.evaluate<string>(direction),
    dir,
    'the placeholder has the direction of the page',
  );

  await openIn(fresh, language);
  await fresh.getByRole('textbox', { name: messages.messageLabel! }).waitFor();
  await checkWidths(fresh, language, 'empty');
};

/** The URLs that opening the page requests, with the number of transferred bytes. */
const measureOpening = async (stage: ChannelStage, language: string) => {
  const { page, assertCalm } = await stage.visit('about:blank');
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(`${stage.url}/share/${stage.agentId}?locale=${language}`);
  await page.getByRole('textbox').waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    requests.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return { url: request.url(), bytes: responseBodySize + responseHeadersSize };
    }),
  );
  await assertCalm();
  return sizes;
};

const own = { greeting: 'Hello {name} <b>friend</b>', suggestions: ['{hours} & <i>days</i>?'] };
const portuguese = {
  greeting: 'Olá {nome} <script>globalThis.owned = 1</script>',
  suggestions: ['{Horário}?'],
};

/** What a visitor reads before the first message. */
const readWelcome = async (page: Page): Promise<{ greeting: string; suggestions: string[] }> => {
  await page.getByRole('textbox').waitFor();
  return {
    greeting: await page.locator('.greeting').innerText(),
    suggestions: await page.locator('.suggestion').allInnerTexts(),
  };
};

const checkOperatorTexts = async (stage: ChannelStage): Promise<void> => {
  await stage.service.configure({ channels: own, translations: { pt: portuguese } } as never);
  for (const [query, locale, expected] of [
    ['?locale=pt-BR', 'en-GB', portuguese],
    ['', 'pt-BR', portuguese],
    ['?locale=ar', 'en-GB', own],
    [`?locale=${'x'.repeat(300)}`, 'pt-BR', own],
  ] as const) {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}${query}`, { locale });
    assert.deepEqual(await readWelcome(page), expected, `${query} ${locale}`);
    if (query === '?locale=pt-BR') {
      await page.getByRole('button', { name: '{Horário}?' }).click();
      await page.getByText('You said: {Horário}?', { exact: true }).waitFor();
    }
    await assertCalm();
  }
};

test('the chat in other languages', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage({}, async (stage) => {
    const talking = await stage.visit(`/share/${stage.agentId}?locale=en`);
    const fresh = await stage.visit(`/share/${stage.agentId}?locale=en`);
    await chatIn(talking.page).answer('Hello');
    for (const language of openedLanguages)
      await context.test(`${language}: translated and without overflow`, () =>
        checkLanguage(talking.page, fresh.page, language),
      );
    for (const visit of [talking, fresh]) await visit.assertCalm();

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

    await context.test('greeting and suggestions are in the language of the visitor, shown literally', () =>
      checkOperatorTexts(stage),
    );

    await context.test('only the shown language is loaded, and opening takes at most 60 KB', async () => {
      const sizes = await measureOpening(stage, 'de');
      const loaded = sizes.flatMap(({ url }) => /assets\/([\w-]+)-[\w-]{6,8}\.js$/.exec(url)?.[1] ?? []);
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
          const bubble = page.getByRole('button', { name: widgetWords.ar![0] });
          const { x } = (await bubble.boundingBox())!;
          assert.equal(x < 590, isLeft, position);
          await assertCalm();
        }
      },
    );
  }),
);

test('the script of the widget takes at most 4 KB', (context: TestContext) => {
  const { length } = readFileSync(join(import.meta.dirname, '../../../dist/web/widget/widget.js.br'));
  context.diagnostic(`${length} bytes`);
  assert.ok(length > 0 && length <= 4 * 1024, `${length} bytes`);
});

test('the bubble has words in every language of the chat', () => {
  assert.deepEqual(Object.keys(widgetWords).sort(), languages);
});
