import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout, testBrowser } from '../../support/runner/test-groups.ts';

let answered = 0;
const answers: Answers = {
  colour: () => [{ say: `Colour number ${++answered}` }],
  headings: () => [{ say: '### First\n\n##### Second\n\n# Third' }],
  slowly: (gate) => [{ say: 'One, ' }, { wait: gate }, { say: 'two.' }],
};

type Check = (stage: ChannelStage, share: string) => Promise<void>;

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.FRONTDESK_TEST_SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/chat-conversations-${name}.png` });
};

/** Levels of all headings that a screen reader finds, in order. */
const headingLevels = (page: Page): Promise<number[]> =>
  page.evaluate(
    "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => Number(heading.tagName[1]))",
  );

/** Visible controls that are smaller than 44 px, except links in a text. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, a[href], input:not([type=file]), textarea, summary')]
    .filter((element) => element.checkVisibility({ opacityProperty: false }) && !element.closest('.words'))
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 44 || height < 44;
    })
    .map((element) => element.outerHTML.slice(0, 120))`);

const checks: Record<string, Check> = {
  'an answer is generated again, and its versions can be viewed': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.answer('Which colour?');
    const first = await chat.answers.last().locator('.words').innerText();
    assert.equal(await chat.log.getByText('1 / 2').count(), 0);
    await chat.button('Answer again').click();
    await chat.log.getByText('2 / 2').waitFor();
    await chat.button('Answer again').waitFor();
    assert.equal(await chat.answers.count(), 1);
    const second = await chat.answers.locator('.words').innerText();
    assert.notEqual(second, first);
    await shoot(page, 'versions');
    await assertAccessible(page, 'versions of an answer');

    await chat.button('Previous version').click();
    await chat.answers.getByText(first, { exact: true }).waitFor();
    await chat.log.getByText('1 / 2').waitFor();
    await page.getByText('You are viewing an earlier version.').waitFor();
    // Read-only, and the focus stays on the arrow.
    assert.equal(await chat.button('Answer again').count(), 0);
    assert.equal(await chat.button('Edit message').count(), 0);
    assert.equal(await chat.button('Good answer').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Previous version');
    await shoot(page, 'earlier-version');
    await chat.button('Back to the current version').click();
    await chat.answers.getByText(second, { exact: true }).waitFor();

    // The versions are still there after a reload, and only the current one is sent to the model.
    await page.reload();
    await chat.log.getByText('2 / 2').waitFor();
    await chat.answer('And why?');
    const sent = JSON.stringify(stage.requests.at(-1)!.messages);
    assert.ok(sent.includes(second) && !sent.includes(first));
    // An answer in the middle of the conversation is not replaced by accident.
    assert.equal(await chat.button('Answer again').count(), 1);
    await assertCalm();
  },

  'a message is edited: a new branch replaces it and everything after it': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share, { expected: /409/ });
    const chat = chatIn(page);
    await chat.answer('First question');
    await chat.answer('Second question');
    const question = chat.questions.filter({ hasText: 'First question' });
    await question.hover();
    await question.getByRole('button', { name: 'Edit message' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await waitUntil(page, "document.activeElement.ariaLabel === 'Edit message'");
    await editor.press('Escape');
    await waitUntil(page, "document.activeElement.className.includes('edit-button')");
    await question.getByRole('button', { name: 'Edit message' }).click();
    await editor.fill('Better question');
    await shoot(page, 'editor');
    await assertAccessible(page, 'the editor of a message');
    await editor.press('Enter');
    await chat.answers.getByText('You said: Better question').waitFor();
    assert.deepEqual(await chat.questions.locator('.words').allInnerTexts(), ['Better question']);

    await chat.button('Previous version').click();
    await chat.questions.getByText('Second question').waitFor();
    assert.deepEqual(await chat.questions.locator('.words').allInnerTexts(), [
      'First question',
      'Second question',
    ]);
    // Writing continues the current version.
    await chat.answer('Third question');
    assert.deepEqual(await chat.questions.locator('.words').allInnerTexts(), [
      'Better question',
      'Third question',
    ]);

    // Another tab shows the change, and its own edit of the old message is refused with an explanation.
    const other = await page.context().newPage();
    await other.goto(page.url());
    const otherChat = chatIn(other);
    await otherChat.questions.getByText('Third question').waitFor();
    await chat.button('Answer again').click();
    await otherChat.log.getByText('2 / 2').last().waitFor();
    assert.deepEqual(await otherChat.questions.locator('.words').allInnerTexts(), [
      'Better question',
      'Third question',
    ]);
    await other.close();
    await assertCalm();
  },

  'a message cannot be edited while an answer is written or a person answers': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    assert.equal(await chat.button('Edit message').count(), 0);
    stage.release();
    await chat.answers.getByText('One, two.').waitFor();
    await chat.button('Edit message').waitFor();
    await chat.button('Talk to a person').click();
    await page.getByPlaceholder('Your e-mail address').fill('ada@example.com');
    await chat.button('Continue').click();
    await page.getByText('Waiting for a person.').waitFor();
    assert.equal(await chat.button('Edit message').count(), 0);
    assert.equal(await chat.button('Answer again').count(), 0);
    await chat.button('Back to the assistant').click();
    await chat.log.getByText('The assistant answers again.').waitFor();
    assert.equal(await chat.button('Edit message').count(), 0, 'a person could have read it');
    await assertCalm();
  },

  'conversations are renamed and deleted, and dates are relative': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.answer('Where is my parcel?');
    await chat.button('New conversation').last().click();
    await chat.questions.first().waitFor({ state: 'detached' });
    await chat.answer('When do you open?');
    const list = page.getByRole('complementary', { name: 'Your conversations' });
    const item = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await item('When do you open?')
      .getByText(/now|seconds? ago|minutes? ago/)
      .waitFor();
    assert.match((await item('Where is my parcel?').locator('time').getAttribute('title'))!, /20\d\d/);

    await page.getByRole('button', { name: 'Rename or delete: Where is my parcel?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Parcel');
    await shoot(page, 'rename');
    await assertAccessible(page, 'the dialog of a conversation');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await item('Parcel').waitFor();
    await waitUntil(page, "document.activeElement.ariaLabel === 'Rename or delete: Parcel'");

    // The automatic title returns with an empty name.
    await page.getByRole('button', { name: 'Rename or delete: Parcel' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('');
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    await item('Where is my parcel?').waitFor();

    await page.getByRole('button', { name: 'Rename or delete: When do you open?' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('The operator of this chat may keep a record.').waitFor();
    await shoot(page, 'delete');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await item('When do you open?').count(), 1, 'Escape deletes nothing');
    await page.getByRole('button', { name: 'Rename or delete: When do you open?' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await item('When do you open?').waitFor({ state: 'detached' });
    await chat.questions.first().waitFor({ state: 'detached' });
    await page.reload();
    await item('Where is my parcel?').waitFor();
    assert.equal(await item('When do you open?').count(), 0);
    await assertCalm();
  },

  'headings start with the name of the agent and skip no level': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.answer('Show headings');
    assert.deepEqual(await headingLevels(page), [1, 2, 3, 2]);
    await page.setViewportSize({ width: 390, height: 844 });
    await chat.button('Your conversations').click();
    await page.getByRole('dialog', { name: 'Your conversations' }).waitFor();
    assert.deepEqual(await headingLevels(page), [1, 2, 3, 2, 2]);
    await assertCalm();
  },

  'on a phone every control has at least 44 px, and the button for a person has its label': async (
    stage,
    share,
  ) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, assertCalm } = await stage.visit(share, phone);
    const chat = chatIn(page);
    await chat.answer('Which colour?');
    await chat.button('Answer again').click();
    await chat.log.getByText('2 / 2').waitFor();
    await chat.button('Answer again').waitFor();
    assert.equal(await chat.button('Talk to a person').innerText(), 'Talk to a person');
    assert.deepEqual(await smallTargets(page), []);
    await shoot(page, 'phone');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await chat.questions.getByRole('button', { name: 'Edit message' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).waitFor();
    assert.deepEqual(await smallTargets(page), []);
    await shoot(page, 'phone-editor');
    await chat.button('Cancel').click();
    await chat.button('Your conversations').click();
    await page.getByRole('button', { name: /^Rename or delete/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    assert.deepEqual(await smallTargets(page), []);
    await shoot(page, 'phone-rename');
    await assertCalm();
  },

  'bubbles, buttons and fields have outlines in forced-colours mode': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share, { forcedColors: 'active' });
    const chat = chatIn(page);
    await chat.answer('Which colour?');
    const borderOf = (selector: string): Promise<string> =>
      page.evaluate(`(() => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(document.querySelector('${selector}'));
        return borderTopStyle + ' ' + borderTopWidth;
      })()`);
    await waitUntil(page, "getComputedStyle(document.querySelector('.bubble')).borderTopStyle === 'solid'");
    for (const selector of [
      '.bubble',
      '.icon-button',
      '.send-button',
      '.composer',
      '.history-new',
      '.text-button',
    ])
      assert.equal(await borderOf(selector), 'solid 1px', selector);
    await chat.message.focus();
    const outline = await page.evaluate("getComputedStyle(document.querySelector('.composer')).outlineStyle");
    assert.equal(outline, 'solid', 'the focus is visible');
    await shoot(page, 'forced-colours');
    // The driver cannot change it while a page is open in Firefox.
    if (testBrowser === 'chromium') {
      await page.emulateMedia({ forcedColors: 'none' });
      await waitUntil(page, "getComputedStyle(document.querySelector('.bubble')).borderTopStyle === 'none'");
    }
    await assertCalm();
  },

  'the panel of the widget stays open when the site is navigated, without taking the focus': async (
    stage,
  ) => {
    const tag = `<script src="${stage.url}/widget.js" data-agent="${stage.agentId}"></script>`;
    stage.site.put(
      '/second',
      `<h1>Second page</h1><input aria-label="Search"><script>document.querySelector('input').focus()</script>${tag}`,
    );
    const { page, assertCalm } = await stage.visit(
      stage.site.put('/first', `<h1>First page</h1><a href="/second">Next</a>${tag}`),
      { forcedColors: 'active' },
    );
    // The script of the widget runs after the page.
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    const bubbleBorder = await page.evaluate(
      "getComputedStyle(document.querySelector('[data-frontdesk]').shadowRoot.querySelector('button')).borderTopStyle",
    );
    assert.equal(bubbleBorder, 'solid');
    const chat = chatIn(page.frameLocator('iframe'));
    await page.getByRole('button', { name: 'Open chat' }).click();
    await chat.answer('Hello from the first page');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'Second page' }).waitFor();
    await chat.answers.getByText('You said: Hello from the first page').waitFor();
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Search');
    await chat.button('Close').click();
    // The frame reports the click to the widget on the page by a message, which a reload can overtake.
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    assert.equal(await page.locator('iframe').count(), 0, 'a closed panel stays closed');
    await assertCalm();
  },
};

test('conversations in the chat', { skip: skipWithout('browser') }, async (context: TestContext) => {
  await withChannelStage(answers, async (stage) => {
    for (const [name, check] of Object.entries(checks))
      await context.test(name, () => check(stage, `/share/${stage.agentId}`));
  });
});
