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
  await frame.getByText('Your position in the queue: 1.').waitFor();
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

/** Anna sees the page of the user, also after it changed its address without a new document. */
const followPage = async ({ anna, shop }: InboxPages): Promise<void> => {
  const { origin, pathname } = new URL(shop.url());
  const link = (address: string) => anna.page.getByRole('link', { name: address, exact: true });
  await anna.page.getByText('Current page').waitFor();
  await link(origin + pathname).waitFor();
  await shop.evaluate(
    `history.pushState(null, '', '/cart?token=secret#secret'); document.title = 'Your cart'`,
  );
  const cart = link(`${origin}/cart`);
  await cart.waitFor();
  await anna.page.getByText('Your cart', { exact: true }).waitFor();
  assert.equal(await cart.getAttribute('href'), `${origin}/cart`);
  assert.equal(await cart.getAttribute('rel'), 'noopener noreferrer');
  await takeScreenshots(anna.page, 'inbox-page-of-user');
  await shop.evaluate(`history.replaceState(null, '', ${JSON.stringify(pathname)})`);
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

const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** A file of the user is in the inbox, and files of the operator are links and pictures in the chat. */
const sendFilesBothWays = async ({ anna, chat, shop, url }: InboxPages): Promise<void> => {
  const readAt = async (link: Locator): Promise<string> => {
    const { pathname, search } = new URL((await link.getAttribute('href'))!, url);
    return (await anna.page.request.get(url + pathname + search)).text();
  };
  await shop
    .frameLocator('iframe')
    .locator('input[type=file]')
    .setInputFiles(textFile('order.txt', 'order 7'));
  await chat.ask('This is the order');
  const received = anna.messages.getByRole('article').filter({ hasText: 'This is the order' });
  assert.equal(await readAt(received.getByRole('link', { name: 'order.txt' })), 'order 7');
  await anna.page
    .locator('input[type=file]')
    .setInputFiles([
      textFile('label.txt', 'parcel 7'),
      { name: 'parcel.png', mimeType: 'image/png', buffer: await photo().png().toBuffer() },
    ]);
  await anna.box.fill('Here is the label');
  await anna.box.press('Control+Enter');
  const sent = chat.log.locator('.entry-human', { hasText: 'Here is the label' });
  assert.equal(await readAt(sent.getByRole('link', { name: 'label.txt' })), 'parcel 7');
  const picture = sent.getByRole('img', { name: 'parcel.png' });
  await eventually('the picture is loaded', () =>
    picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth === 40),
  );
};

/** Ben is mentioned in a note, gets the session, and answers. The user sees no note. */
const transfer = async ({ anna, ben, chat }: InboxPages): Promise<void> => {
  await ben.page.goto(ben.page.url().replace(/\/inbox.*/, '/inbox'));
  const note = anna.page.getByRole('textbox', { name: 'Text of the note' });
  await note.pressSequentially('Can it come on Tuesday? @Be');
  await anna.page.getByRole('listbox', { name: 'Mention' }).getByRole('option', { name: 'Ben' }).waitFor();
  await note.press('Enter');
  await anna.page.getByRole('button', { name: 'Add note' }).click();
  await ben.page.getByRole('button', { name: 'Mentions 1' }).click();
  await openSession(ben, 'Mentions');
  await ben.page.getByRole('article', { name: 'Note' }).getByText('Can it come on Tuesday?').waitFor();
  await ben.page.getByRole('button', { name: 'Mentions', exact: true }).waitFor();

  await anna.page.getByRole('button', { name: 'Assign' }).click();
  const dialog = anna.page.getByRole('dialog', { name: 'Assign this conversation' });
  await dialog.getByRole('combobox', { name: 'Assign to' }).click();
  await anna.page.getByRole('option', { name: 'Ben' }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  for (const { page } of [anna, ben]) await page.getByText('Assigned to Ben').waitFor();
  await ben.box.fill('Tuesday is possible');
  await ben.box.press('Control+Enter');
  await chat.log.locator('.entry-human', { hasText: 'Tuesday is possible' }).waitFor();
  await ben.messages.getByText('Seen by the user').waitFor();
  assert.equal(await chat.log.getByText('Can it come on Tuesday? @Ben').count(), 0);
};

/** The agent knows the note of the operator. The user does not see it. */
const handBack = async ({ anna, ben, chat, requests }: InboxPages): Promise<void> => {
  await ben.page.getByRole('button', { name: 'Close', exact: true }).click();
  const dialog = ben.page.getByRole('dialog', { name: 'Close this conversation?' });
  await dialog.getByRole('checkbox', { name: 'Give the note to the agent' }).check();
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).last();
  assert.ok(await close.isDisabled(), 'without a note');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The parcel comes on Tuesday');
  await close.click();
  for (const { page } of [anna, ben]) await page.getByText('This conversation is closed').waitFor();
  await chat.log
    .getByText('The conversation with a person has ended. The assistant answers again.')
    .waitFor();
  await chat.answer('When does it come?');
  assert.match(await chat.answers.last().innerText(), /You said: When does it come\?/);
  assert.match(JSON.stringify(requests.at(-1)!.messages), /The parcel comes on Tuesday/);
  assert.equal(await chat.log.getByText('The parcel comes on Tuesday').count(), 0);
};

/** The user asks for a person again, rates the session after its end, and talks with the agent. */
const closeAndRate = async ({ anna, chat, shop }: InboxPages): Promise<void> => {
  const frame = shop.frameLocator('iframe');
  await chat.button('Talk to a person').first().click();
  await frame.getByText('Waiting for a person.').waitFor();
  await anna.page.getByRole('button', { name: 'Waiting 1' }).click();
  await openSession(anna, 'Waiting');
  await anna.box.fill('Hello again');
  await anna.box.press('Control+Enter');
  await chat.log.locator('.entry-human', { hasText: 'Hello again' }).waitFor();
  await anna.page.getByText('Assigned to Anna').waitFor();
  await anna.page.getByRole('button', { name: 'Close', exact: true }).click();
  const dialog = anna.page.getByRole('dialog', { name: 'Close this conversation?' });
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Asked by mistake');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await anna.page.getByText('Closed · Other · Anna').waitFor();

  // The first one belongs to the session before.
  const survey = chat.log.locator('.session-survey').nth(1);
  await survey.getByLabel('4', { exact: true }).check();
  await survey.getByLabel('Comment (optional)').fill('Quick and friendly');
  await survey.getByRole('button', { name: 'Send' }).click();
  await chat.log.getByText('Thank you for your feedback.').waitFor();
  for (const shown of ['Rating 4 of 5', /Quick and friendly/])
    await anna.page.getByRole('region', { name: 'Conversation' }).getByText(shown).waitFor();
  await chat.answer('Thank you');
  assert.match(await chat.answers.last().innerText(), /You said: Thank you/);
};

for (const kind of ['sqlite', 'postgres'] as const)
  test(
    `a complete handoff with two operators and a user in the widget (${kind})`,
    { skip: skipWithout('browser') || (kind === 'postgres' && skipWithout('postgres')) },
    () =>
      withInboxPages(kind, async (pages) => {
        await introduceAnna(pages);
        await askForPerson(pages);
        await typeBothWays(pages);
        await followPage(pages);
        await replyWithMarkdown(pages);
        await showPeople(pages);
        await seeBothWays(pages);
        await sendFilesBothWays(pages);
        await transfer(pages);
        await handBack(pages);
        await closeAndRate(pages);
      }),
  );
