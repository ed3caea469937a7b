import { test } from 'node:test';
import type { Locator } from 'playwright-core';
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

const typeBothWays = async ({ anna, ben, chat }: InboxPages): Promise<void> => {
  await openSession(anna, 'Waiting');
  await anna.page.getByRole('button', { name: 'Take' }).click();
  await anna.page.getByText('Assigned to Anna').waitFor();
  await typeUntil(chat.message, anna.messages.getByText('The user is typing…'));
  await typeUntil(anna.box, chat.log.getByText('A person is typing…'));
  await ben.page.getByRole('button', { name: 'All open 1' }).click();
  await openSession(ben, 'All open');
  await typeUntil(anna.box, ben.page.getByText('A colleague is typing a reply: Anna'));
};

for (const kind of ['sqlite', 'postgres'] as const)
  test(
    `two operators and a user in the widget: a complete handoff (${kind})`,
    { skip: skipWithout('browser') || (kind === 'postgres' && skipWithout('postgres')) },
    () =>
      withInboxPages(kind, async (pages) => {
        await askForPerson(pages);
        await typeBothWays(pages);
      }),
  );
