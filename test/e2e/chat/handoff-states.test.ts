import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { cataloguedLanguages, readCatalogue } from '../../../web/messages/read-catalogue.ts';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { takeScreenshots } from '../../support/browser/console-stage.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver, status } from '../../support/servers/receiver.ts';

const folder = join(import.meta.dirname, '../../../web/chat/messages');
const languages = cataloguedLanguages(folder);

const answers: Answers = {
  slowly: (gate) => [{ wait: gate }, { say: 'Done.' }],
};

/** The text above the message box about the person. */
const barOf = (page: Page) => page.locator('.bar-person > span');

const askForPerson = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Talk to a person' }).click();
  await page.getByLabel('Where can we reach you').fill('grace@example.com');
  await page.keyboard.press('Enter');
};

const newestConversation = async ({ service }: ChannelStage): Promise<string> => {
  const { query } = service.app.db;
  const sessions = query.selectFrom('human_sessions').select('conversation_id').orderBy('id', 'desc');
  return (await sessions.executeTakeFirstOrThrow()).conversation_id;
};

type Check = (stage: ChannelStage, share: string) => Promise<void>;

const checks: Record<string, Check> = {
  'a session that nobody took in time asks for a message, without the address that is known': async (
    stage,
    share,
  ) => {
    await stage.service.configure({ humanService: { type: 'inbox', firstReplySeconds: 1 } });
    const { page, assertCalm } = await stage.visit(share);
    await askForPerson(page);
    await page.locator('.entry-notice p').getByText('Nobody from our team can answer').waitFor();
    await page.getByRole('status').filter({ hasText: 'Nobody from our team can answer' }).waitFor();
    await page.getByLabel('Leave a message').waitFor();
    assert.equal(await page.getByLabel('Your e-mail address').count(), 0);
    assert.equal(await barOf(page).count(), 0);
    await assertCalm();
  },

  'a session of a desk that nobody answered in time says so, in every language': async (stage, share) => {
    const desk = await startReceiver();
    try {
      await stage.service.configure({
        humanService: { type: 'webhook', baseUrl: desk.url, firstReplySeconds: 1 },
      });
      const { page, assertCalm } = await stage.visit(share);
      await askForPerson(page);
      const notice = page.locator('.entry-notice p');
      await notice.getByText('Nobody could answer. The assistant answers again.').waitFor();
      await page.getByRole('status').filter({ hasText: 'Nobody could answer.' }).waitFor();
      assert.equal(await barOf(page).count(), 0);
      for (const language of languages) {
        const messages = readCatalogue(folder, language);
        await page.goto(`${stage.url}${share}?locale=${language}`);
        await notice.getByText(messages['handoff.unanswered']!, { exact: true }).waitFor();
        assert.equal(await page.getByText(messages['handoff.ended']!).count(), 0, language);
      }
      await assertCalm();
    } finally {
      await desk.close();
    }
  },

  'a user who leaves before anybody has replied is not told that a conversation has ended': async (
    stage,
    share,
  ) => {
    await stage.service.configure({ humanService: { type: 'inbox', firstReplySeconds: 3600 } });
    const { page, assertCalm } = await stage.visit(share);
    await askForPerson(page);
    await chatIn(page).button('Back to the assistant').click();
    const notice = page.locator('.entry-notice p');
    await notice.getByText('You are no longer waiting for a person. The assistant answers again.').waitFor();
    await page.reload();
    await notice.getByText('You are no longer waiting for a person.').waitFor();
    await assertCalm();
  },

  'a desk that can no longer be reached is not shown as a conversation with a person, in every language':
    async (stage, share) => {
      const desk = await startReceiver();
      try {
        await stage.service.configure({
          humanService: { type: 'webhook', baseUrl: desk.url, firstReplySeconds: 3600 },
        });
        const { page, assertCalm } = await stage.visit(share);
        const chat = chatIn(page);
        await askForPerson(page);
        await barOf(page).getByText('Waiting for a person.').waitFor();
        const conversation_id = await newestConversation(stage);
        const reply = (body: string) =>
          stage.service.call('POST', '/v1/human/message/receive', {
            conversation_id,
            timestamp: Date.now(),
            body,
          });
        assert.equal((await reply('Hello, Grace here.')).status, 200);
        await barOf(page).getByText('You are talking with a person.').waitFor();
        desk.answerWith(status(503));
        await chat.ask('Are you there?');
        await chat.log.getByText('Nobody can be reached at the moment.').waitFor();
        await barOf(page).getByText('Waiting for a person. You can keep writing.').waitFor();
        for (const language of languages) {
          const messages = readCatalogue(folder, language);
          await page.goto(`${stage.url}${share}?locale=${language}`);
          await barOf(page).getByText(messages['handoff.waiting']!, { exact: true }).waitFor();
          assert.equal(await page.getByText(messages['handoff.active']!).count(), 0, language);
        }
        await page.goto(`${stage.url}${share}`);
        assert.equal((await reply('I am back.')).status, 200);
        await barOf(page).getByText('You are talking with a person.').waitFor();
        await assertCalm();
      } finally {
        await desk.close();
      }
    },

  'after a session with a reply the user can rate it, once it has ended': async (stage, share) => {
    const inbox = { assignment: 'manual' as const, maxOpenPerPerson: 5, survey: true, hours: null };
    await stage.service.configure({ humanService: { type: 'inbox', firstReplySeconds: 3600, inbox } });
    const { page, assertCalm } = await stage.visit(share);
    await askForPerson(page);
    await barOf(page).getByText('Waiting for a person.').waitFor();
    const conversation_id = await newestConversation(stage);
    const call = (path: string, more: object) =>
      stage.service.call('POST', path, { conversation_id, timestamp: Date.now(), ...more });
    assert.equal((await call('/v1/human/message/receive', { body: 'Here I am.' })).status, 200);
    await barOf(page).getByText('You are talking with a person.').waitFor();
    assert.equal(await page.locator('.session-survey').count(), 0);
    assert.equal((await call('/v1/human/close', {})).status, 200);
    const survey = page.getByRole('group', { name: 'How was the conversation with our support?' });
    await survey.waitFor();
    await assertAccessible(page, 'survey');
    await survey.getByLabel('4', { exact: true }).check();
    await page.getByLabel('Comment (optional)').fill('Quick and friendly');
    await page.locator('.session-survey').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your feedback.').waitFor();
    await page.reload();
    await page.getByText('Thank you for your feedback.').waitFor();
    await page.getByRole('button', { name: 'Change rating' }).click();
    assert.equal(await survey.getByLabel('4', { exact: true }).isChecked(), true);
    const stored = await stage.service.app.db.query
      .selectFrom('human_sessions')
      .select(['rating', 'rating_comment'])
      .where('conversation_id', '=', conversation_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual({ ...stored }, { rating: 4, rating_comment: 'Quick and friendly' });
    await takeScreenshots(page, 'chat-survey');
    await assertCalm();
  },

  'screen readers do not read that an answer is being written after a handoff, in every language': async (
    stage,
    share,
  ) => {
    await stage.service.configure({ humanService: { type: 'inbox', firstReplySeconds: 3600 } });
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    const region = page.locator('main > [role=status]');
    await chat.ask('Count slowly');
    await region.getByText('Writing an answer…').waitFor();
    await askForPerson(page);
    await barOf(page).getByText('Waiting for a person.').waitFor();
    await waitUntil(page, "document.querySelector('main > [role=status]').textContent === ''");
    stage.release();
    for (const language of languages) {
      const messages = readCatalogue(folder, language);
      await page.goto(`${stage.url}${share}?locale=${language}`);
      await barOf(page).waitFor();
      await page.evaluate(`{
        window.announced = [];
        const region = document.querySelector('main > [role=status]');
        new MutationObserver(() => announced.push(region.textContent))
          .observe(region, { childList: true, characterData: true, subtree: true });
      }`);
      const message = page.getByRole('textbox', { name: messages.messageLabel! });
      await message.fill(`Is anybody there? ${language}`);
      await message.press('Enter');
      await chat.questions.getByText(`Is anybody there? ${language}`).waitFor();
      await waitUntil(page, "!document.querySelector('[aria-busy=true]')");
      assert.ok(!(await page.evaluate<string[]>('announced')).includes(messages.answering!), language);
      assert.equal(await page.getByText(messages.answering!).count(), 0, language);
    }
    await assertCalm();
  },
};

test('states of a handoff in the chat', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage(answers, async (stage) => {
    const share = `/share/${stage.agentId}`;
    for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage, share));
  }),
);
