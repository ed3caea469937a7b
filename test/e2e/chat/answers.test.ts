import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { takeScreenshots } from '../../support/browser/console-stage.ts';
import { allowClipboard } from '../../support/browser/firefox-ways.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const columns = ['Country', 'Carrier', 'Days', 'Price', 'Insurance', 'Largest parcel', 'Pick-up points'];
const row = (cells: string[]): string => `| ${cells.join(' | ')} |\n`;
const wideTable = [
  row(columns),
  row(columns.map(() => '---')),
  row(columns.map((name) => `The ${name.toLowerCase()} of the parcel`)),
].join('');
const wideCode = `\`\`\`js\nconst address = '${'a long line '.repeat(20)}';\n\`\`\`\n`;

const wide = `${wideTable}\n${wideCode}\n| small |\n|---|\n| table |\n\n$$${'x + '.repeat(100)}y$$\n`;

let emptyReplies = 1;
const math = [
  'The roots of \\(ax^2 + bx + c = 0\\) are\n\n$$\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$\n\n',
  'with $a \\neq 0$. It costs $5 or $10, and `$code$` stays.\n\n',
  '\\[\n\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\mathbf{v} = \\sum_{i=1}^{n} \\mathscr{L}_i\n\\]\n\n',
];

/** None may become a link, load something, use a style of its own or block the page. Each shows its source. */
const hostileFormulas = [
  '\\href{javascript:owned=1}{x}',
  '\\url{https://stranger.example}',
  '\\includegraphics{https://stranger.example/a.png}',
  '\\class{bubble}{x}',
  '\\style{position:fixed}{x}',
  '\\color{red;background:url(https://stranger.example)}x',
  '\\def\\a{\\a\\a}\\a',
  '\\frac{x',
  `${'\\sqrt'.repeat(380)} x`,
  `${'x^{'.repeat(60)}x${'}'.repeat(60)}`,
  'x'.repeat(1900),
];

const answers: Answers = {
  equation: (gate) => [
    { say: math[0]!.slice(0, 60) },
    { wait: gate },
    { say: math[0]!.slice(60) },
    ...math.slice(1).map((say) => ({ say })),
  ],
  hostile: () => hostileFormulas.map((tex) => ({ say: `$$${tex}$$\n\n` })),
  nothing: () => [{ say: emptyReplies-- > 0 ? ' ' : 'Something after all.' }],
  count: (gate) => [{ say: 'One, ' }, { wait: gate }, { say: 'two, ' }, { say: 'three.' }],
  Arabic: () => [{ say: `هنا:\n\n${wide}` }],
  wide: () => [{ say: `Here:\n\n${wide}` }],
  slowly: (gate) => [
    { say: 'Prices:\n\n| Country | Da' },
    { wait: gate },
    { say: 'ys |\n|---|' },
    { say: '---|\n| Germany | 3 |\n| Aus' },
  ],
};

/** What the service refuses, and the words that the user reads. */
const refusals = [
  [413, 20040, 'This message is too long.'],
  [402, 20022, 'No answers are possible at the moment.'],
  [400, 40364, 'Images are not supported here.'],
  [410, 20059, 'Refused by the test'],
  [400, 40000, 'Refused by the test'],
] as const;

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
      await eventually('the boxes are shown', async () => (await boxes.count()) === 4);
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
      await boxes.nth(3).locator('math').waitFor();
      await eventually('a formula starts at its left', () =>
        boxes.nth(3).evaluate((element) => {
          const look = Reflect.get(globalThis, 'getComputedStyle') as (of: unknown) => { direction: string };
          return look(element).direction === 'ltr' && Number(Reflect.get(element, 'scrollLeft')) === 0;
        }),
      );
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

  'formulas are shown, loaded on demand, and copied as their source': async (stage) => {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}`);
    const chat = chatIn(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await chat.answer('Hello');
    assert.equal(requests.filter((url) => /math/.test(url)).length, 0, 'the renderer is not needed yet');
    await chat.ask('Show the equation');
    await chat.answers.last().locator('math').first().waitFor();
    assert.doesNotMatch(
      await chat.answers.last().innerText(),
      /\$|\\\[/,
      'an unfinished formula is not shown',
    );
    stage.release();
    const answer = chat.answers.last();
    await eventually('all formulas are shown', async () => (await answer.locator('math').count()) === 4);
    assert.ok(requests.some((url) => /render-math/.test(url)));
    assert.equal(await answer.locator('mfrac msqrt').count(), 1);
    assert.match(await answer.innerText(), /It costs \$5 or \$10, and \$code\$ stays\./);
    await chat.button('Copy').last().waitFor();
    await assertAccessible(page, 'formulas');
    await takeScreenshots(page, 'math');

    await allowClipboard(page);
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await chat.button('Copy').last().click();
    await eventually('the source is copied', async () => (await clipboard()) === math.join(''));
    await page.evaluate("getSelection().selectAllChildren([...document.querySelectorAll('.words')].at(-1))");
    await page.keyboard.press('Control+c');
    await eventually('the selection is copied', async () =>
      (await clipboard()).includes('The roots of \\(ax^2 + bx + c = 0\\) are'),
    );
    const copied = await clipboard();
    for (const part of [
      '$$\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$',
      '$a \\neq 0$',
      '\\begin{pmatrix}',
    ])
      assert.ok(copied.includes(part), copied);
    await assertCalm();
  },

  'hostile formulas show their source and run nothing': async (stage) => {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}`);
    const chat = chatIn(page);
    await chat.answer('Now a hostile one');
    const places = chat.answers.last().locator('.math');
    await eventually('the renderer is loaded', () =>
      page.evaluate(
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('render-math'))",
      ),
    );
    for (const [index, tex] of hostileFormulas.entries())
      assert.equal(await places.nth(index).textContent(), `$$${tex}$$`);
    assert.equal(await chat.answers.last().locator('math, a, img, [style]').count(), 0);
    await assertCalm();
  },

  'an empty answer says so and can be retried': async (stage) => {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}`);
    const chat = chatIn(page);
    await chat.ask('Say nothing');
    await chat.answers.getByText('The answer is empty.').waitFor();
    await page.getByRole('status').filter({ hasText: 'The answer is empty.' }).waitFor();
    assert.equal(await chat.button('Good answer').count(), 0, 'there is nothing to rate');
    await page.reload();
    await chat.answers.getByText('The answer is empty.').waitFor();
    await takeScreenshots(page, 'empty-answer');
    await chat.button('Try again').click();
    await chat.answers.getByText('Something after all.').waitFor();
    await assertCalm();
  },

  'a retry is offered only where it can help, and after the waiting time': async (stage) => {
    const { page, assertCalm } = await stage.visit(`/share/${stage.agentId}`, {
      expected: /status of 4\d\d/,
    });
    const chat = chatIn(page);
    await chat.answer('Hello');
    let refusal: { status: number; code: number; headers?: Record<string, string> } | undefined;
    await page.route('**/channels/*/messages', (route) => {
      if (!refusal) return route.continue();
      const { status, code, headers = {} } = refusal;
      return route.fulfill({ status, headers, json: { code, message: 'Refused by the test' } });
    });
    for (const [index, [status, code, words]] of refusals.entries()) {
      refusal = { status, code };
      await chat.ask(`Refused ${index}`);
      await chat.questions
        .nth(index + 1)
        .getByText(words)
        .waitFor();
    }
    assert.equal(await chat.button('Try again').count(), 0);
    refusal = { status: 429, code: 40008, headers: { 'Retry-After': '2' } };
    await chat.ask('Too early');
    const waiting = page.getByRole('button', { name: /^Try again in [12] s$/ });
    await waiting.waitFor();
    assert.equal(await waiting.isDisabled(), true);
    await takeScreenshots(page, 'refused');
    refusal = undefined;
    await chat.button('Try again').click();
    await chat.answers.getByText('You said: Too early').waitFor();
    await assertCalm();
  },

  'a silent connection is reported within 10 s, with what happened to the message': async (stage) => {
    const { page, assertCalm } = await stage.visit('about:blank', { expected: /net::ERR_/ });
    await page.clock.install();
    await page.goto(`${stage.line.url}/share/${stage.agentId}`);
    const chat = chatIn(page);
    const bar = page.getByText('The service is not responding');
    await chat.ask('Please count');
    await chat.answers.getByText('One,').waitFor();
    stage.line.fallSilent();
    await page.clock.runFor(8_000);
    assert.equal(await bar.count(), 0, 'two heartbeats may be late');
    await page.clock.runFor(1_500);
    await page.getByText('It has received your message, but the answer may be cut off.').waitFor();
    stage.line.goOn();
    stage.release();
    await page.clock.runFor(10_000);
    await chat.answers.getByText('One, two, three.', { exact: true }).waitFor();
    await bar.waitFor({ state: 'detached' });

    stage.line.fallSilent();
    await chat.ask('Sent into the silence');
    await page.clock.runFor(9_500);
    await page.getByText('has not confirmed your message').waitFor();
    await takeScreenshots(page, 'silent');
    stage.line.goOn();
    await page.clock.runFor(40_000);
    await chat.answers.getByText('You said: Sent into the silence').waitFor();
    await bar.waitFor({ state: 'detached' });
    assert.deepEqual([await chat.questions.count(), await chat.answers.count()], [2, 2]);
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

test('answers in the chat', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage(answers, async (stage) => {
    for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage));
  }),
);
