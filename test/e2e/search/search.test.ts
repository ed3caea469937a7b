import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const returned = 'Umbrellas can be returned within thirty days of the delivery.';

const answers: Answers = {
  return: () => [{ say: returned }],
  slowly: (gate) => [{ say: 'One, ' }, { wait: gate }, { say: 'two.' }],
  markdown: () => [
    {
      say: '# Title\n\n- **bold** <img src=x onerror="globalThis.owned=1">\n- [no](javascript:owned=1) [yes](https://shop.example/a)',
    },
  ],
};

const boxTag = ({ url, agentId }: ChannelStage, attributes = ''): string =>
  `<style>button, iframe, dialog, kbd { color: red !important; font-size: 60px !important }</style><h1>A shop</h1>
   <label>Name <input id="name"></label> <label>Text <textarea id="text"></textarea></label>
   <p id="note" contenteditable="true" role="textbox" aria-label="Note">Note</p>
   <frontdesk-search></frontdesk-search>
   <script src="${url}/search.js" data-agent="${agentId}" ${attributes}></script>`;

const fieldIn = (scope: Page | FrameLocator) => scope.getByRole('combobox');
const optionsIn = (scope: Page | FrameLocator) => scope.getByRole('option');
const inFrame = (page: Page) => page.frameLocator('iframe');
const frameOf = (page: Page, path: string): Frame =>
  page.frames().find((frame) => frame.url().includes(path))!;

const openPage = (stage: ChannelStage, query = '', options = {}) =>
  stage.visit(`/search/${stage.agentId}${query}`, options);

const typeOf = ({ service }: ChannelStage, subject: string): Promise<string[]> =>
  service
    .call('GET', '/v1/bot/conversation/page?conversation_type=AI_SEARCH&page_size=100')
    .then(({ body }) =>
      body.list
        .filter((item: Record<string, string>) => item.subject === subject)
        .map((item: Record<string, string>) => item.conversation_type),
    );

const checks: Record<string, (stage: ChannelStage) => Promise<void>> = {
  'with the keyboard only: results while typing, an answer with its source, and the chat': async (stage) => {
    const { page, assertCalm } = await openPage(stage);
    await waitUntil(page, "document.activeElement?.role === 'combobox'");
    await page.keyboard.type('umbrella retu');
    await page.getByRole('option', { name: /Returns policy/ }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Results: 2' }).waitFor({ state: 'attached' });
    assert.deepEqual(await page.locator('mark').first().innerText(), 'Umbrellas');
    await assertAccessible(page, 'results');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = page.getByRole('option', { selected: true });
    assert.match(await active.innerText(), /Returns policy/);
    assert.equal(await fieldIn(page).getAttribute('aria-activedescendant'), await active.getAttribute('id'));
    assert.equal(await active.getAttribute('href'), 'https://shop.example/returns');
    await page.keyboard.type('rn an umbrella');
    assert.equal(await page.getByRole('option', { selected: true }).count(), 0, 'typing selects nothing');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(returned).waitFor();
    await answer.getByRole('link', { name: 'Returns policy' }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: 'The answer is complete.' })
      .waitFor({ state: 'attached' });
    await assertAccessible(page, 'an answer');
    await eventually('the conversation is listed', async () =>
      (await typeOf(stage, 'umbrella return an umbrella')).includes('AI_SEARCH'),
    );
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate("document.activeElement?.textContent === 'Continue as chat'")) break;
    }
    await page.keyboard.press('Enter');
    const chat = chatIn(page);
    await chat.answers.getByText(returned).waitFor();
    await chat.answer('Hello again');
    assert.equal(await chat.questions.count(), 2);
    await assertCalm();
  },

  'the box opens with Ctrl K, a slash and the field, but not while the visitor types elsewhere': async (
    stage,
  ) => {
    // axe asks the frame in a way that Firefox reports as an error.
    const { page, assertCalm } = await stage.visit(stage.site.put('/box', boxTag(stage)), {
      expected: /postMessage/,
    });
    const field = page.getByRole('button', { name: /Search/ });
    await field.waitFor();
    assert.equal(page.frames().length, 1, 'the search is loaded when it is opened');
    for (const id of ['name', 'text', 'note']) {
      await page.locator(`#${id}`).focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.press('/');
    }
    assert.equal(page.frames().length, 1);
    assert.equal(await page.locator('#name').inputValue(), '/');

    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.waitFor();
    await fieldIn(inFrame(page)).waitFor();
    await eventually('the field has the focus', () =>
      frameOf(page, '/search/').evaluate<boolean>("document.activeElement?.role === 'combobox'"),
    );
    await page.keyboard.type('retu');
    await inFrame(page)
      .getByRole('option', { name: /Returns policy/ })
      .waitFor();
    await assertAccessible(frameOf(page, '/search/'), 'the box');
    await assertAccessible(page, 'the page around the box');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await field.click();
    await dialog.waitFor();
    await page.getByRole('button', { name: 'Close search' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await waitUntil(page, "document.activeElement?.localName === 'frontdesk-search'");

    await page.locator('h1').click();
    await page.keyboard.press('/');
    await dialog.waitFor();
    await assertCalm();
  },

  'a chat that continues a search is shown in the box, with a way back': async (stage) => {
    const { page, assertCalm } = await stage.visit(
      stage.site.put('/continue', boxTag(stage, 'data-hotkey="off"')),
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: /Search/ }).click();
    await fieldIn(inFrame(page)).fill('Can I return it?');
    await fieldIn(inFrame(page)).press('Enter');
    await inFrame(page).getByText(returned).first().waitFor();
    await inFrame(page).getByRole('button', { name: 'Continue as chat' }).click();
    await chatIn(inFrame(page)).answers.getByText(returned).waitFor();
    const back = page.getByRole('button', { name: 'Back to search' });
    await back.click();
    await fieldIn(inFrame(page)).fill('Can I return it?');
    assert.equal(await back.isVisible(), false);
    await fieldIn(inFrame(page)).press('Enter');
    await inFrame(page).getByRole('button', { name: 'Continue as chat' }).click();
    await back.waitFor();
    await assertCalm();
  },

  'late results of an earlier query are never shown': async (stage) => {
    const { page, assertCalm } = await openPage(stage);
    await page.route(/\/search\?query=ship/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue().catch(() => {});
    });
    await fieldIn(page).fill('ship');
    await page.waitForTimeout(300);
    await fieldIn(page).fill('retu');
    await page.getByRole('option', { name: /Returns policy/ }).waitFor();
    await page.waitForTimeout(1800);
    assert.equal(await page.getByRole('option', { name: /Shipping/ }).count(), 0);
    await fieldIn(page).fill('');
    await eventually(
      'the results are gone',
      async () => (await page.getByRole('option', { name: /Returns/ }).count()) === 0,
    );
    await assertCalm();
  },

  'hostile titles, texts and answers are shown as text': async (stage) => {
    const { page, assertCalm } = await openPage(stage);
    await fieldIn(page).fill('hostile');
    const option = page.getByRole('option', { name: /onerror/ });
    await option.waitFor();
    assert.match(await option.innerText(), /<img src=x onerror/);
    await fieldIn(page).fill('Show markdown');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.locator('strong', { hasText: 'bold' }).waitFor();
    assert.equal(await answer.locator('img').count(), 0);
    await answer.getByText('<img src=x').waitFor();
    assert.equal(await answer.getByRole('link', { name: 'no' }).count(), 0);
    assert.equal(
      await answer.getByRole('link', { name: 'yes' }).getAttribute('href'),
      'https://shop.example/a',
    );
    await assertCalm();
  },

  'an answer can be stopped, and its question is asked only on request': async (stage) => {
    const before = stage.requests.length;
    const { page, assertCalm } = await openPage(stage);
    await fieldIn(page).pressSequentially('Count slowly', { delay: 20 });
    await optionsIn(page).first().waitFor();
    assert.equal(stage.requests.length, before, 'typing asks nothing');
    await optionsIn(page).first().click();
    await page.getByText('One,').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Continue as chat' }).waitFor();
    stage.release();
    await page.waitForTimeout(300);
    assert.equal(await page.getByText('two.').count(), 0);
    await assertCalm();
  },

  'results are filtered by attributes, and suggestions are offered before typing': async (stage) => {
    const { page, assertCalm } = await openPage(stage);
    await optionsIn(page).filter({ hasText: 'What does it cost?' }).waitFor();
    await fieldIn(page).fill('umbrella');
    const group = page.getByRole('group', { name: 'Product' });
    await group.getByRole('button', { name: /sun/ }).click();
    await eventually('one result is left', async () => (await optionsIn(page).count()) === 2);
    await page.getByRole('option', { name: /Shipping/ }).waitFor();
    assert.equal(await group.getByRole('button', { name: /sun/ }).getAttribute('aria-pressed'), 'true');
    await assertAccessible(page, 'filters');
    await group.getByRole('button', { name: /sun/ }).click();
    await eventually('all results are back', async () => (await optionsIn(page).count()) > 2);
    await assertCalm();
  },

  'on a phone, dark, and from right to left nothing is cut off': async (stage) => {
    const { page, assertCalm } = await openPage(stage, '?locale=ar', {
      viewport: { width: 360, height: 640 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    await fieldIn(page).fill('umbrella');
    await page.getByRole('option', { name: /Shipping/ }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl');
    assert.ok(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      'no horizontal scrolling',
    );
    await assertAccessible(page, 'dark');
    await assertCalm();
  },

  'a search that is off, or on a site that is not listed, says so': async (stage) => {
    const { channels } = (await stage.service.app.rooms.agents.find(stage.agentId))!.settings;
    await stage.service.configure({ channels: { enabled: { ...channels.enabled, search: false } } });
    const { page } = await openPage(stage, '', { expected: /404/ });
    await page.getByText('This chat is disabled').waitFor();
    await stage.service.configure({ channels: { enabled: { ...channels.enabled, search: true } } });
    const foreign = stage.site.put('/foreign', boxTag(stage)).replace('localhost', '127.0.0.1');
    const other = await stage.visit(foreign, { expected: /403/ });
    await other.page.getByRole('button', { name: /Search/ }).click();
    await inFrame(other.page).getByText(new URL(foreign).origin).waitFor();
    assert.equal(await fieldIn(inFrame(other.page)).count(), 0);
    await other.assertCalm();
  },
};

const prepare = async (stage: ChannelStage): Promise<void> => {
  await stage.addDocument('Returns policy', returned, 'https://shop.example/returns');
  await stage.addDocument('Shipping', 'We ship umbrellas to all countries.', 'https://shop.example/shipping');
  await stage.addDocument(
    '<img src=x onerror=owned=1>',
    'A hostile text <script>globalThis.owned = 1</script> about nothing.',
    'https://shop.example/"onclick="owned=1',
  );
  const { db } = stage.service.app;
  const { agents, knowledge } = stage.service.app.rooms;
  const agent = (await agents.find(stage.agentId))!;
  for (const [name, product] of [
    ['Returns policy', 'rain'],
    ['Shipping', 'sun'],
  ] as const) {
    const { id } = await db.query
      .selectFrom('documents')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await knowledge.changeDocument(agent, id, { attributes: { product } });
  }
  await stage.service.configure({
    channels: {
      suggestions: ['What does it cost?'],
      search: { filters: [{ attribute: 'product', label: 'Product' }] },
    },
  } as never);
};

test('the search page and the search box', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage(answers, async (stage) => {
    await prepare(stage);
    for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage));
  }),
);

test('the search box with its page and styles has at most 25 KB', {
  skip: skipWithout('browser'),
}, async () => {
  const sizes = await Promise.all(
    ['search', 'search-box'].map(async (part) => {
      const folder = join(import.meta.dirname, '../../../dist/web', part);
      const files = await readdir(folder, { recursive: true });
      const sizes = files.filter((name) => name.endsWith('.gz')).map((name) => stat(join(folder, name)));
      return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
    }),
  );
  const total = sizes[0]! + sizes[1]!;
  assert.ok(sizes[0]! > 0 && sizes[1]! > 0 && total <= 25_000, `${total} bytes`);
});
