import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const answers: Answers = {
  slowly: (gate) => [{ say: 'One, ' }, { wait: gate }, { say: 'two.' }],
};

const widgetTag = ({ url, agentId }: ChannelStage, attributes = ''): string =>
  `<style>button, iframe { display: none !important; color: red !important }</style><h1>A shop</h1>
   <script src="${url}/widget.js" data-agent="${agentId}" ${attributes}></script>`;

const inFrame = (page: Page) => chatIn(page.frameLocator('iframe'));
const frameOf = (page: Page): Frame => page.frames().find((frame) => frame.url().includes('/embed/'))!;

/** Channel and subject of each conversation of a user, as the developer sees them. */
const conversationsOf = async ({ service }: ChannelStage, userId: string): Promise<[string, string][]> => {
  const { body } = await service.call(
    'GET',
    `/v1/bot/conversation/page?user_id=${userId}&conversation_type=ALL`,
  );
  return body.list.map((item: Record<string, string>) => [item.conversation_type, item.subject]);
};

const checks: Record<string, (stage: ChannelStage) => Promise<void>> = {
  'the bubble works on a page of another origin, whose styles do not affect it': async (stage) => {
    const { page, assertCalm } = await stage.visit(
      stage.site.put('/widget', widgetTag(stage, 'data-color="#0b6e4f"')),
    );
    assert.equal(page.frames().length, 1, 'the chat is loaded when it is opened');
    await page.evaluate(`globalThis.heard = []; for (const event of ['ready', 'open', 'close', 'message', 'unread'])
      ChatBot.on(event, (detail) => heard.push(event === 'message' ? detail.role : event))`);
    const bubble = page.getByRole('button', { name: 'Open chat' });
    await bubble.click();
    const chat = inFrame(page);
    await chat.answer('Hello from the shop');
    await chat.answers.getByText('You said: Hello from the shop').waitFor();
    await assertAccessible(frameOf(page), 'the widget');

    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    await page.keyboard.press('Escape');
    await bubble.waitFor();
    await waitUntil(page, "document.activeElement.shadowRoot?.activeElement?.ariaLabel === 'Open chat'");
    stage.release();
    await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).click();
    await chat.answers.getByText('One, two.').waitFor();
    assert.equal(await page.locator('[data-frontdesk] button').isVisible(), false, 'the bubble is hidden');
    await chat.button('Close').click();
    const heard = [
      'open',
      'ready',
      'user',
      'assistant',
      'user',
      'close',
      'assistant',
      'unread',
      'open',
      'unread',
      'close',
    ];
    await eventually(
      'every event has arrived',
      async () => (await page.evaluate('heard.length')) === heard.length,
    );
    assert.deepEqual(await page.evaluate('heard'), heard);
    await assertAccessible(page, 'the page around the widget');
    await assertCalm();
  },

  'setUserId at runtime: a merged guest keeps the conversation, another user does not see it': async (
    stage,
  ) => {
    const { page, assertCalm } = await stage.visit(stage.site.put('/login', widgetTag(stage)));
    const chat = inFrame(page);
    await page.evaluate('ChatBot.open()');
    await chat.answer('Before the login');
    await page.evaluate(`ChatBot.setUserId('ada', { mergeGuest: true })`);
    await eventually('the conversation belongs to the user', async () =>
      (await conversationsOf(stage, 'ada')).some(([, subject]) => subject === 'Before the login'),
    );
    await chat.answers.getByText('Before the login').waitFor();
    await chat.message.fill('Only for Ada');
    await page.evaluate(`ChatBot.setUserId('bob')`);
    await eventually('the log is empty', async () => (await chat.log.locator('.entry').count()) === 0);
    assert.equal(await chat.message.inputValue(), '', 'the draft is removed');
    await chat.button('Your conversations').click();
    await page.frameLocator('iframe').getByText('No conversations yet.').waitFor();
    await page.keyboard.press('Escape');
    await chat.answer('I am Bob');
    assert.equal(await chat.log.getByText('Before the login').count(), 0);
    assert.deepEqual(await conversationsOf(stage, 'bob'), [['WIDGET', 'I am Bob']]);

    await page.evaluate('ChatBot.setUserId(null)');
    await eventually(
      'the log is empty without a user',
      async () => (await chat.log.locator('.entry').count()) === 0,
    );
    await page.evaluate(`ChatBot.setUserId('ada')`);
    await chat.answers.getByText('Before the login').waitFor();
    assert.equal(await chat.log.getByText('I am Bob').count(), 0);
    await assertCalm();
  },

  'an iframe reads its user from the address, and removes it there, and from postMessage of an allowed origin':
    async (stage) => {
      const { agentId, url, site } = stage;
      const source = `${url}/embed/${agentId}?user_id=ida&email=ida%40example.com`;
      // The same server under another host name is another origin inside the allowed page.
      const stranger = site.put('/stranger', '').replace('localhost', '127.0.0.1');
      const { page, assertCalm } = await stage.visit(
        site.put(
          '/iframe',
          `<iframe id="chat" title="Chat" width="400" height="600" src="${source}"></iframe>
          <iframe title="Stranger" src="${stranger}"></iframe>`,
        ),
      );
      const chat = chatIn(page.frameLocator('#chat'));
      await chat.answer('I am Ida');
      assert.deepEqual(await conversationsOf(stage, 'ida'), [['EMBED', 'I am Ida']]);
      assert.equal(await frameOf(page).evaluate('location.search'), '');

      const foreign = page.frames().find((frame) => frame.url() === stranger)!;
      const forged = JSON.stringify(JSON.stringify({ type: 'UserId', data: 'mallory' }));
      await foreign.evaluate(`parent.frames[0].postMessage(${forged}, '*')`);
      // Messages are handled in order: when the second one has taken effect, the first one was ignored.
      const named = JSON.stringify(JSON.stringify({ type: 'UserId', data: 'eva' }));
      await page.evaluate(`frames[0].postMessage(${named}, '${url}')`);
      await eventually('the log is empty', async () => (await chat.log.locator('.entry').count()) === 0);
      await chat.answer('I am Eva');
      assert.deepEqual(await conversationsOf(stage, 'eva'), [['EMBED', 'I am Eva']]);
      assert.deepEqual(await conversationsOf(stage, 'mallory'), []);
      await assertCalm();
    },

  'a page of an origin that is not allowed cannot embed the chat': async (stage) => {
    const body = `<iframe title="Chat" src="${stage.url}/embed/${stage.agentId}"></iframe>`;
    const foreign = stage.site.put('/foreign', body).replace('localhost', '127.0.0.1');
    const { page, assertCalm } = await stage.visit(foreign, { expected: /403/ });
    const shown = page.frameLocator('iframe');
    await shown.getByRole('heading', { name: 'This website cannot show the chat' }).waitFor();
    await shown.getByText(new URL(foreign).origin).waitFor();
    assert.equal(await shown.locator('textarea').count(), 0);
    await assertCalm();
  },

  'a user_id needs its user_hash if the agent requires it': async (stage) => {
    const identitySecret = 'a secret of the shop and us';
    await stage.service.configure({ channels: { requireUserHash: true, identitySecret } });
    const { page, assertCalm } = await stage.visit(
      stage.site.put('/hash', widgetTag(stage, 'data-user-id="eve"')),
      {
        expected: /403/,
      },
    );
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.evaluate('ChatBot.open()');
    await page.frameLocator('iframe').getByText('This chat cannot be opened.').waitFor();
    await eventually('the developer is warned', async () => warnings.some((text) => /user_hash/.test(text)));
    const hash = createHmac('sha256', identitySecret).update('eve').digest('hex');
    await page.evaluate(`ChatBot.setUserId('eve', '${hash}')`);
    await inFrame(page).answer('It is me');
    assert.deepEqual(await conversationsOf(stage, 'eve'), [['WIDGET', 'It is me']]);
    await stage.service.configure({ channels: { requireUserHash: false, identitySecret: null } });
    await assertCalm();
  },

  'a person takes over in the widget, and the user returns to the agent': async (stage) => {
    await stage.service.configure({ channels: { aiDisclosure: true } });
    const { page, assertCalm } = await stage.visit(stage.site.put('/help', widgetTag(stage)));
    await page.evaluate('ChatBot.open()');
    const chat = inFrame(page);
    const frame = page.frameLocator('iframe');
    await chat.answer('Where is my parcel?');
    const disclosure = frame.getByText('You are talking with an AI. It can make mistakes.');
    await disclosure.waitFor();
    const message = frame.getByRole('textbox', { name: 'Your message' });
    assert.equal(await message.getAttribute('aria-describedby'), await disclosure.getAttribute('id'));
    await chat.button('Talk to a person').click();
    await frame.getByLabel('Where can we reach you').fill('grace@example.com');
    await assertAccessible(frameOf(page), 'the form for the e-mail address');
    await page.keyboard.press('Enter');
    await frame.getByText('Waiting for a person. You can keep writing.').waitFor();
    await disclosure.waitFor({ state: 'detached' });
    await chat.ask('It is urgent');

    const desk = await stage.visit(stage.deskUrl);
    await desk.page.getByRole('navigation').getByRole('button').first().click();
    await desk.page.getByRole('log', { name: 'Messages' }).getByText('It is urgent').waitFor();
    await desk.page.getByLabel('Your reply').fill('Grace here: on Monday, see https://example.com/4711');
    await desk.page.keyboard.press('Enter');
    await frame.getByText('You are talking with a person.').waitFor();
    const reply = chat.log.locator('.entry-human');
    assert.equal(await reply.getByRole('link').getAttribute('href'), 'https://example.com/4711');
    await chat.ask('Thank you');
    await desk.page.getByRole('log', { name: 'Messages' }).getByText('Thank you').waitFor();
    await eventually('the agent is silent', async () => (await chat.answers.count()) === 1);
    await assertAccessible(frameOf(page), 'a conversation with a person');

    await page.reload();
    await page.evaluate('ChatBot.open()');
    await frame.getByText('You are talking with a person.').waitFor();
    await reply.getByText('Grace here').waitFor();
    assert.equal(await disclosure.count(), 0, 'a person answers');
    await chat.button('Back to the assistant').click();
    await chat.log.getByText('The assistant answers again.').waitFor();
    await disclosure.waitFor();
    await stage.service.configure({ channels: { aiDisclosure: false } });
    await desk.page.getByText('The user has left').waitFor();
    await chat.answer('Are you there?');
    const spoken = (): Promise<string[]> =>
      chat.log.locator('.entry p, .entry-human .bubble').allTextContents();
    const seen = await spoken();
    await page.reload();
    await page.evaluate('ChatBot.open()');
    await chat.answers.getByText('You said: Are you there?').waitFor();
    assert.deepEqual(await spoken(), seen, 'the end of the human session keeps its position');
    await desk.assertCalm();
    await assertCalm();
  },

  'a page without a connection shows the end of the human session once after it has reconnected': async (
    stage,
  ) => {
    const source = `${stage.line.url}/embed/${stage.agentId}?user_id=ida&email=ida@example.com`;
    const { page, assertCalm } = await stage.visit(
      stage.site.put('/line', `<iframe title="Chat" width="400" height="600" src="${source}"></iframe>`),
      { expected: /net::ERR_/ },
    );
    const chat = inFrame(page);
    await chat.answer('Where is my parcel?');
    await chat.button('Talk to a person').click();
    await page.frameLocator('iframe').getByText('Waiting for a person.').waitFor();
    stage.line.takeDown();
    const { body } = await stage.service.call('GET', '/v1/bot/conversation/page?user_id=ida');
    const left = { conversation_id: body.list[0].conversation_id, timestamp: Date.now() };
    assert.equal((await stage.service.call('POST', '/v1/human/close', left)).status, 200);
    stage.line.restore();
    await chat.log.getByText('The assistant answers again.').waitFor();
    await chat.answer('Are you there?');
    assert.equal(await chat.log.locator('.entry-notice').count(), 1);
    await assertCalm();
  },

  'the live-chat widget gets its user by set_session_variables and does not ask for an e-mail address':
    async (stage) => {
      const { page, assertCalm } = await stage.visit(
        stage.site.put('/live', widgetTag(stage, 'data-channel="live-chat"')),
      );
      // Opened afterwards, so that the first message is not sent as a guest.
      await page.evaluate(
        `LiveChatWidget.set_session_variables({ user_id: 'lin', email: 'lin@example.com' }); ChatBot.open()`,
      );
      const chat = inFrame(page);
      await chat.answer('I am Lin');
      assert.deepEqual(await conversationsOf(stage, 'lin'), [['LIVE_CHAT_WIDGET_1', 'I am Lin']]);
      await chat.button('Talk to a person').click();
      await page.frameLocator('iframe').getByText('Waiting for a person.').waitFor();
      await assertCalm();
    },
};

test('widget and iframe', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage(answers, async (stage) => {
    for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage));
  }),
);
