import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Answers, type ChannelStage, withChannelStage } from '../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../support/browser/chat-page.ts';
import { takeScreenshots } from '../support/browser/console-stage.ts';
import { waitUntil } from '../support/browser/wait-until.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { eventually } from '../support/time/eventually.ts';

const columns = ['Country', 'Carrier', 'Days', 'Price', 'Insurance', 'Largest parcel', 'Pick-up points'];
const row = (cells: string[]): string => `| ${cells.join(' | ')} |\n`;
const wideTable = [
  row(columns),
  row(columns.map(() => '---')),
  row(columns.map((name) => `The ${name.toLowerCase()} of the parcel`)),
].join('');
const wideCode = `\`\`\`js\nconst address = '${'a long line '.repeat(20)}';\n\`\`\`\n`;

const wide = `${wideTable}\n${wideCode}\n| small |\n|---|\n| table |\n`;

const answers: Answers = {
  Arabic: () => [{ say: `هنا:\n\n${wide}` }],
  wide: () => [{ say: `Here:\n\n${wide}` }],
  slowly: (gate) => [
    { say: 'Prices:\n\n| Country | Da' },
    { wait: gate },
    { say: 'ys |\n|---|' },
    { say: '---|\n| Germany | 3 |\n| Aus' },
  ],
};

/** Where the box says that there is more. */
const moreOf = (box: Locator): Promise<string | null> => box.locator('..').getAttribute('data-more');

/** Opacity of the shadows at the start and at the end. */
const shadowsOf = (box: Locator): Promise<string[]> =>
  box.locator('..').evaluate((element) => {
    const look = Reflect.get(globalThis, 'getComputedStyle') as (
      of: unknown,
      part: string,
    ) => Record<string, string>;
    return ['::before', '::after'].map((part) => look(element, part).opacity!);
  });

const widget = ({ url, agentId }: ChannelStage): string =>
  `<h1>A shop</h1><script src="${url}/widget.js" data-agent="${agentId}"></script>`;

const panelOf = async (page: Page) => (await page.locator('[data-frontdesk] .panel').boundingBox())!;

const checks: Record<string, (stage: ChannelStage) => Promise<void>> = {
  'wide tables and code show that they scroll, and scroll by keyboard': async (stage) => {
    for (const [locale, language] of [
      ['en', 'English'],
      ['ar', 'Arabic'],
    ] as const) {
      const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}?locale=${locale}`, {
        viewport: { width: 800, height: 500 },
        reducedMotion: 'reduce',
      });
      await page.getByRole('textbox').fill(`Show me something wide in ${language}`);
      await page.keyboard.press('Enter');
      const boxes = page.getByRole('log').getByRole('group');
      await eventually('the boxes are shown', async () => (await boxes.count()) === 3);
      for (const index of [0, 1]) {
        const box = boxes.nth(index);
        await eventually('there is more at the end', async () => (await moreOf(box)) === 'end');
        assert.deepEqual(await shadowsOf(box), ['0', '1']);
        assert.match((await box.getAttribute('aria-label')) ?? '', /\S/);
        await box.focus();
        const key = locale === 'ar' && index === 0 ? 'ArrowLeft' : 'ArrowRight';
        await page.keyboard.press(key);
        await eventually('the key scrolled', async () => (await moreOf(box))?.includes('start') === true);
        await box.evaluate((element) => {
          const { scrollLeft } = element as unknown as { scrollLeft: number };
          Object.assign(element, { scrollLeft: Math.sign(scrollLeft) * 100_000 });
        });
        await eventually('the end is reached', async () => (await moreOf(box)) === 'start');
        assert.deepEqual(await shadowsOf(box), ['1', '0']);
      }
      assert.equal(await moreOf(boxes.nth(2)), '', 'a small table does not scroll');
      assert.equal(await boxes.nth(2).getAttribute('tabindex'), null, 'and takes no focus');
      if (locale === 'en') await assertAccessible(page, 'wide content');
      await takeScreenshots(page, `wide-${locale}`);
      await assertCalm();
    }
  },

  'the track of a scrollbar has the colour of the page in both themes': async (stage) => {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}`, { colorScheme: 'dark' });
    await chatIn(page).answer('Show me something wide');
    const color = await page
      .locator('.scroll-content')
      .first()
      .evaluate((element) => {
        const look = Reflect.get(globalThis, 'getComputedStyle') as (of: unknown) => {
          scrollbarColor: string;
        };
        return look(element).scrollbarColor;
      });
    assert.match(color, /rgba\(0, 0, 0, 0\)$/);
    await assertCalm();
  },

  'a table shows no raw pipes while it is streamed': async (stage) => {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}`);
    const chat = chatIn(page);
    await page.evaluate(`{
      globalThis.seen = [];
      new MutationObserver(() => {
        const text = document.querySelector('.entry-assistant .words')?.innerText ?? '';
        if (text.includes('|')) seen.push(text);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    }`);
    await chat.ask('Show it slowly');
    await chat.answers.getByText('Prices:').waitFor();
    stage.release();
    await chat.answers.getByRole('cell', { name: 'Germany' }).waitFor();
    await chat.answers.getByRole('cell', { name: 'Aus' }).waitFor();
    assert.deepEqual(await page.evaluate('seen'), []);
    await assertCalm();
  },

  'the open widget hides the bubble, and fills a low or narrow window': async (stage) => {
    const { page, assertCalm } = await stage.visit(stage.site.put('/low', widget(stage)), {
      viewport: { width: 1180, height: 560 },
      reducedMotion: 'reduce',
    });
    const bubble = page.getByRole('button', { name: 'Open chat' });
    await bubble.click();
    const chat = chatIn(page.frameLocator('iframe'));
    await chat.message.waitFor();
    await eventually(
      'the bubble is hidden',
      async () => !(await page.locator('[data-frontdesk] button').isVisible()),
    );
    const panel = await panelOf(page);
    assert.deepEqual([panel.width, panel.y + panel.height], [400, 540], 'in the place of the bubble');
    for (const [width, height] of [
      [1180, 559],
      [800, 500],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await waitUntil(page, `innerWidth === ${width} && innerHeight === ${height}`);
      assert.deepEqual(await panelOf(page), { x: 0, y: 0, width, height });
    }
    await chat.button('Close').click();
    await bubble.waitFor();
    await waitUntil(page, "document.activeElement.shadowRoot?.activeElement?.ariaLabel === 'Open chat'");
    await assertCalm();
  },
};

test('answers in the chat', { skip: skipWithout('chromium') }, (context: TestContext) =>
  withChannelStage(answers, async (stage) => {
    for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage));
  }),
);
