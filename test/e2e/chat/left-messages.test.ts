import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { cataloguedLanguages, readCatalogue } from '../../../web/messages/read-catalogue.ts';
import { type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { overflows } from '../../support/browser/page-texts.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { closedHours, inboxWithHours } from '../../support/handoff/opening-hours.ts';
import { inboxSettings } from '../../support/handoff/with-inbox.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const folder = join(import.meta.dirname, '../../../web/chat/messages');
const languages = cataloguedLanguages(folder);

const formOf = (page: Page) => {
  const form = page.locator('form', { has: page.getByLabel('Leave a message') });
  return {
    form,
    text: form.getByLabel('Leave a message'),
    email: form.getByLabel('Your e-mail address'),
    send: form.getByRole('button', { name: 'Send', exact: true }),
    fault: form.getByRole('alert'),
  };
};

const announced = (page: Page, text: string) =>
  page.locator('main > [role=status]').getByText(text).waitFor();

/** The text box has the focus once the page has moved it there. */
const waitForFocus = (page: Page, selector: string) =>
  waitUntil(page, `document.activeElement?.matches(${JSON.stringify(selector)}) === true`);

/** Nothing says that a person was requested or answers. */
const assertNoPerson = async (page: Page): Promise<void> => {
  assert.equal(await page.locator('.bar-person').count(), 0);
  assert.equal(await page.getByText('You are talking with a person.').count(), 0);
};

const askForPerson = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Talk to a person' }).click();
  await formOf(page).text.waitFor();
};

/** Clicks and presses Enter while the first request is held back. Returns the number of requests. */
const sendTwice = async (page: Page): Promise<number> => {
  const { email, send } = formOf(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/handoff/message', async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  await send.dblclick();
  await email.press('Enter');
  release();
  await chatIn(page).log.getByText('Your message was saved.').waitFor();
  await page.unroute('**/handoff/message');
  return requests;
};

const replyAsOperator = async ({ service }: ChannelStage, text: string): Promise<void> => {
  const console = await openConsoleCalls(service);
  const inbox = `${console.base}/inbox`;
  const { items } = (await console.call('GET', `${inbox}/sessions?queue=left_message`)).body;
  assert.equal(items.length, 1, 'one message was left');
  assert.equal(items[0].leftMessage.email, 'anna@example.com');
  const support = await console.signIn('support');
  const session = `${inbox}/sessions/${items[0].id}`;
  await support('POST', `${session}/take`);
  const replied = await support('POST', `${session}/replies`, { text });
  assert.equal(replied.status, 201, replied.text);
};

type Check = (stage: ChannelStage, share: string) => Promise<void>;

const checks: Record<string, Check> = {
  'a user who asks for a person leaves a message, and finds the reply in the chat': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    const { form, text, email, send, fault } = formOf(page);
    await askForPerson(page);
    assert.equal(await page.getByLabel('Where can we reach you').count(), 0);
    await chat.log.getByText('Our team is not available at the moment.').waitFor();
    await announced(page, 'Leave a message, and we will reply to you.');
    await assertNoPerson(page);
    assert.equal(await chat.message.count(), 0, 'the form replaces the text box');
    await waitForFocus(page, '#left-message');

    await send.click();
    await fault.getByText('Write a message.').waitFor();
    await text.fill('a'.repeat(5001));
    await send.click();
    await fault.getByText('This message is too long.').waitFor();
    await text.fill('Where is my parcel?');
    assert.equal(await fault.count(), 0);
    await email.fill('anna@');
    await email.press('Enter');
    await fault.getByText('Enter a valid e-mail address').waitFor();
    assert.equal(await email.getAttribute('aria-invalid'), 'true');
    await waitForFocus(page, '#left-email');
    await assertAccessible(page, 'the form with an error');

    await page.reload();
    await text.waitFor();
    assert.equal(await text.inputValue(), 'Where is my parcel?', 'the text survives a reload');
    await email.fill('anna@example.com');
    assert.equal(await sendTwice(page), 1);
    await announced(page, 'Your message was saved.');
    assert.deepEqual(await chat.questions.locator('.bubble').allInnerTexts(), ['Where is my parcel?']);
    assert.equal(await form.count(), 0);
    await waitForFocus(page, '.composer textarea');
    assert.equal(await chat.message.inputValue(), '');
    await assertNoPerson(page);

    await page.reload();
    await chat.log.getByText('Your message was saved.').waitFor();
    await chat.message.waitFor();
    assert.equal(await form.count(), 0);
    await chat.answer('What do you cost?');
    await chat.answers.getByText('You said: What do you cost?').waitFor();
    await replyAsOperator(stage, 'It arrives tomorrow.');
    await chat.log.locator('.entry-human').getByText('It arrives tomorrow.').waitFor();
    await announced(page, 'Support: It arrives tomorrow.');
    await assertNoPerson(page);
    await assertCalm();
  },

  'the form is in every language, and its draft returns to the text box': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share, { locale: 'en-GB' });
    await askForPerson(page);
    await formOf(page).text.fill('Never mind');
    for (const language of languages) {
      const messages = readCatalogue(folder, language);
      await page.goto(`${stage.url}${share}?locale=${language}`);
      await page.getByLabel(messages['handoff.leaveMessage']!, { exact: true }).waitFor();
      await page.getByLabel(messages['email.label']!, { exact: true }).waitFor();
      await page.getByRole('button', { name: messages.send!, exact: true }).click();
      await page.getByRole('alert').getByText(messages['email.invalid']!, { exact: true }).waitFor();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        // The layout adapts to the new width within a few frames.
        for (let tries = 0; tries < 50 && (await overflows(page)).length > 0; tries += 1) await sleep(50);
        assert.deepEqual(await overflows(page), [], `${language}, ${width} px`);
      }
      if (language === 'ar') await assertAccessible(page, language);
    }
    await page.goto(`${stage.url}${share}`);
    await chatIn(page).button('Back to the assistant').click();
    await chatIn(page).message.waitFor();
    assert.equal(await chatIn(page).message.inputValue(), 'Never mind');
    await chatIn(page).log.getByText('You are no longer waiting for a person.').waitFor();
    await page.reload();
    await chatIn(page).log.getByText('You are no longer waiting for a person.').waitFor();
    await assertCalm();
  },
};

test('messages left outside opening hours', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage({}, async (stage) => {
    await stage.service.configure({
      humanService: { ...inboxSettings, inbox: inboxWithHours(closedHours) },
    });
    const share = `/share/${stage.agentId}`;
    for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage, share));
  }),
);
