import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { assertAccessible } from '../support/browser/chat-page.ts';
import { takeScreenshots } from '../support/browser/console-stage.ts';
import { type InboxOperator, type InboxPages, withInboxPages } from '../support/browser/inbox-stage.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { eventually } from '../support/time/eventually.ts';

const openSession = async ({ page, messages }: InboxOperator, queue: string): Promise<void> => {
  await page.getByRole('list', { name: queue, exact: true }).getByRole('link').first().click();
  await messages.waitFor();
};

const askForPerson = async ({ anna, ben, chat, shop }: InboxPages): Promise<void> => {
  await chat.answer('Where is my parcel?');
  await chat.button('Talk to a person').first().click();
  const frame = shop.frameLocator('iframe');
  await frame.getByRole('textbox', { name: /Where can we reach you/ }).fill('ada@example.com');
  await chat.button('Continue').click();
  await frame.getByText('Waiting for a person.').waitFor();
  for (const { page } of [anna, ben])
    await page.getByRole('link', { name: /Inbox/ }).getByLabel('1 user waiting').waitFor();
};

/** Types letter by letter until somebody else sees it. */
const typeUntil = (box: Locator, sign: Locator): Promise<void> =>
  eventually('the typing is shown', async () => {
    await box.pressSequentially('…');
    return sign.isVisible();
  });

/** A picture of 40 × 40 pixels. */
const photo = () => sharp({ create: { width: 40, height: 40, channels: 3, background: '#2a6f4e' } });

/** Anna chooses the name and the picture that users see. Ben does not. */
const introduceAnna = async ({ anna: { page } }: InboxPages): Promise<void> => {
  const inbox = page.url();
  await page.goto(inbox.replace(/\/w\/.*/, '/account'));
  await page.getByLabel('Public name').fill('Anna from the shop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Your public name is saved').waitFor();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload picture' }).click();
  const buffer = await photo().png().toBuffer();
  await (await chosen).setFiles({ name: 'anna.png', mimeType: 'image/png', buffer });
  await page.getByRole('img', { name: 'Picture' }).waitFor();
  await assertAccessible(page, 'public profile');
  await takeScreenshots(page, 'public-profile');
  await page.goto(inbox);
};

/** Each message has the person who wrote it, and the bar the one who has the session now. */
const showPeople = async ({ anna, ben, chat, shop }: InboxPages): Promise<void> => {
  const bar = shop.frameLocator('iframe').locator('.bar-person');
  const people = chat.log.locator('.entry-human .speaker');
  await bar.getByText(/^You are talking with .?Anna from the shop.?\.$/).waitFor();
  await bar.locator('img.avatar').waitFor();
  assert.equal(await people.locator('img').count(), 1);
  await ben.box.fill('I can help, too.');
  await ben.box.press('Control+Enter');
  await chat.log.getByText('I can help, too.').waitFor();
  await shop.reload();
  await chat.log.getByText('I can help, too.').waitFor();
  await bar.getByText(/Anna from the shop/).waitFor();
  const names = await people.locator('span').allTextContents();
  assert.deepEqual(names, ['Anna from the shop', 'Support'], 'Ben has no public name');
  assert.ok(
    await people.locator('img').evaluate((image: { naturalWidth?: number }) => image.naturalWidth! > 0),
  );
  await takeScreenshots(shop, 'person-in-chat');
  await anna.page.getByText('I can help, too.').waitFor();
};

const typeBothWays = async ({ anna, ben, chat, shop }: InboxPages): Promise<void> => {
  await openSession(anna, 'Waiting');
  await anna.page.getByRole('button', { name: 'Take' }).click();
  await anna.page.getByText('Assigned to Anna').waitFor();
  await shop
    .frameLocator('iframe')
    .getByText(/Anna from the shop.? will answer you soon/)
    .waitFor();
  await typeUntil(chat.message, anna.messages.getByText('The user is typing…'));
  await typeUntil(anna.box, chat.log.getByText('A person is typing…'));
  await ben.page.getByRole('button', { name: 'All open 1' }).click();
  await openSession(ben, 'All open');
  await typeUntil(anna.box, ben.page.getByText('A colleague is typing a reply: Anna'));
};

/** Markdown is shown in the chat and in the console. HTML is text, and unsafe links have no address. */
const replyWithMarkdown = async ({ anna, ben, chat }: InboxPages): Promise<void> => {
  await ben.box.fill('My own answer');
  await anna.box.fill(
    'It is **on Monday**, see [the parcel](https://example.com/7).\n' +
      '[bad](javascript:owned=1) <img src=x onerror="owned=1">',
  );
  await anna.box.press('Control+Enter');
  for (const shown of [chat.log.locator('.entry-human'), anna.messages.getByRole('article').last()]) {
    await shown.locator('strong', { hasText: 'on Monday' }).waitFor();
    assert.equal(
      await shown.getByRole('link', { name: 'the parcel' }).getAttribute('href'),
      'https://example.com/7',
    );
    assert.equal(await shown.getByRole('link').count(), 1);
    assert.equal(await shown.locator('img:not(.avatar)').count(), 0);
    await shown.getByText('<img src=x').waitFor();
  }
  assert.equal(await anna.page.evaluate("'owned' in globalThis"), false);
  await ben.page.getByText('Anna has replied since you started this draft.').waitFor();
};

/** A reply counts as seen when the widget is open, and a message of the user when its assignee has the conversation open. */
const seeBothWays = async ({ anna, chat, shop }: InboxPages): Promise<void> => {
  const mark = anna.messages.getByText('Seen by the user');
  await mark.waitFor();
  await chat.button('Close').click();
  await anna.box.fill('Do you have another question?');
  await anna.box.press('Control+Enter');
  const bubble = shop.getByRole('button', { name: 'Open chat, unread messages: 1' });
  await bubble.waitFor();
  const newest = anna.messages.getByRole('article').last();
  await newest.getByText('another question').waitFor();
  const markOfNewest = anna.messages.locator('article:last-of-type + *', { hasText: 'Seen by the user' });
  assert.equal(await markOfNewest.count(), 0, 'the chat is closed');
  await bubble.click();
  await markOfNewest.waitFor();
  assert.equal(await mark.count(), 1);

  // Ben watches, but only Anna, who has the session, counts. She has left the conversation.
  await anna.page.goto(anna.page.url().replace(/\/inbox.*/, '/inbox'));
  await chat.ask('Yes, can it come on Tuesday?');
  await anna.page.getByRole('button', { name: /^Mine/ }).click();
  const entry = anna.page.getByRole('list', { name: 'Mine', exact: true }).getByRole('link').first();
  await entry.getByRole('img', { name: '1 unread message' }).waitFor();
  assert.equal(await chat.log.getByText('Seen', { exact: true }).count(), 0);
  await openSession(anna, 'Mine');
  await chat.log.getByText('Seen', { exact: true }).waitFor();
  await shop.reload();
  await chat.log.getByText('Seen', { exact: true }).waitFor();
};

for (const kind of ['sqlite', 'postgres'] as const)
  test(
    `two operators and a user in the widget: typing, warnings, names of people, replies with Markdown and read receipts (${kind})`,
    { skip: skipWithout('browser') || (kind === 'postgres' && skipWithout('postgres')) },
    () =>
      withInboxPages(kind, async (pages) => {
        await introduceAnna(pages);
        await askForPerson(pages);
        await typeBothWays(pages);
        await replyWithMarkdown(pages);
        await showPeople(pages);
        await seeBothWays(pages);
      }),
  );
