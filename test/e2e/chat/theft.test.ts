import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { expiringUserHash } from '../../../src/channels/index.ts';
import { type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { chatIn } from '../../support/browser/chat-page.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const identitySecret = 'a secret of the shop and us';
const secretWords = 'My card number is 1234';

const hashOf = (userId: string, anonymousId?: string): string =>
  expiringUserHash(
    { userId, anonymousId, expiresSeconds: Math.floor(Date.now() / 1000) + 3600 },
    identitySecret,
  );
/** The attacker has an account on the site with a valid hash. */
const attack = `user_id=mallory&user_hash=${hashOf('mallory')}&email=mallory%40example.com&merge_guest=1`;
const attackMessage = JSON.stringify(
  JSON.stringify({ type: 'UserId', data: 'mallory', hash: hashOf('mallory'), merge_guest: true }),
);

const subjectsOf = async ({ service }: ChannelStage, userId: string): Promise<string[]> => {
  const path = `/v1/bot/conversation/page?user_id=${userId}&conversation_type=ALL`;
  return (await service.call('GET', path)).body.list.map(({ subject }: { subject: string }) => subject);
};

/** The page still sends as a guest, and the attacker has no conversations. */
const assertStillGuest = async (stage: ChannelStage, page: Page): Promise<void> => {
  const chat = chatIn(page);
  await chat.log.getByText(secretWords).first().waitFor();
  await chat.answer('Still me');
  assert.deepEqual(await subjectsOf(stage, 'mallory'), []);
};

const checks: Record<string, (stage: ChannelStage) => Promise<void>> = {
  'a user in a link to /embed or /share is ignored': async (stage) => {
    for (const kind of ['embed', 'share']) {
      const { page, assertCalm } = await stage.visit(`/${kind}/${stage.agentId}`);
      await chatIn(page).answer(secretWords);
      await page.goto(`${stage.url}/${kind}/${stage.agentId}?${attack}`);
      await assertStillGuest(stage, page);
      assert.equal(await page.evaluate('location.search'), '');
      await assertCalm();
    }
  },

  'a window that opens the chat cannot set its user, even if it keeps access to the window': async (
    stage,
  ) => {
    for (const kind of ['embed', 'share']) {
      const address = `${stage.url}/${kind}/${stage.agentId}`;
      const { page, assertCalm } = await stage.visit(address);
      await chatIn(page).answer(secretWords);
      const attacker = stage.site.put(`/attack-${kind}`, '<h1>Win a prize</h1>');
      await page.goto(attacker);
      const popup = page.context().waitForEvent('page');
      await page.evaluate(`globalThis.opened = window.open('${address}')`);
      const victim = await popup;
      await chatIn(victim).message.waitFor();
      assert.equal(await page.evaluate('opened.closed'), true, 'the opener has no access to the window');
      assert.equal(await victim.evaluate('window.opener'), null);
      await page.evaluate(`opened.postMessage(${attackMessage}, '*')`);
      // As in a browser that ignores the header: a message from another window of an allowed origin.
      await victim.evaluate(`{
        const channel = new MessageChannel();
        for (const source of [window, channel.port1, null])
          window.dispatchEvent(new MessageEvent('message', {
            data: ${attackMessage}, origin: '${stage.site.origin}', source }));
      }`);
      await assertStillGuest(stage, victim);
      await assertCalm();
    }
  },

  'frames beside the chat are not heard, whatever their origin; the page around it is': async (stage) => {
    const { site, url, agentId } = stage;
    const sibling = site.put('/sibling', '<p>An advertisement</p>');
    const own = site.put(
      '/siblings',
      `<iframe id="chat" title="Chat" width="400" height="600" src="${url}/embed/${agentId}"></iframe>
       <iframe title="Sibling" src="${sibling}"></iframe>`,
    );
    const { page, assertCalm } = await stage.visit(own);
    const chat = chatIn(page.frameLocator('#chat'));
    await chat.answer(secretWords);
    const other = page.frames().find((frame) => frame.url() === sibling)!;
    await other.evaluate(`parent.frames[0].postMessage(${attackMessage}, '*')`);
    const named = JSON.stringify(JSON.stringify({ type: 'UserId', data: 'sia', hash: hashOf('sia') }));
    // Messages are handled in order: when this one has taken effect, the first one was ignored.
    await page.evaluate(`frames[0].postMessage(${named}, '${url}')`);
    await eventually('the log is empty', async () => (await chat.log.locator('.entry').count()) === 0);
    await chat.answer('I am Sia');
    assert.deepEqual(await subjectsOf(stage, 'sia'), ['I am Sia']);
    assert.deepEqual(await subjectsOf(stage, 'mallory'), []);
    // The guest sees the guest's messages again after the user is removed.
    const nobody = JSON.stringify(JSON.stringify({ type: 'UserId', data: null }));
    await page.evaluate(`frames[0].postMessage(${nobody}, '${url}')`);
    await chat.answers.getByText(secretWords).waitFor();
    assert.equal(await chat.log.getByText('I am Sia').count(), 0);
    await assertCalm();
  },

  'a frame in a page of another origin shows nothing and starts no session': async (stage) => {
    // The service does not learn the origin of the page, so that only the browser can refuse the frame.
    const body = `<iframe title="Chat" referrerpolicy="no-referrer" src="${stage.url}/embed/${stage.agentId}?${attack}"></iframe>`;
    const foreign = stage.site.put('/foreign-frame', body).replace('localhost', '127.0.0.1');
    const { page, assertCalm } = await stage.visit(foreign, { expected: /frame-ancestors|violates/ });
    await page.waitForLoadState();
    assert.equal(await page.frames()[1]!.locator('textarea').count(), 0);
    assert.deepEqual(await subjectsOf(stage, 'mallory'), []);
    await assertCalm();
  },

  'an allowed site reads the anonymous_id, signs it and merges the guest': async (stage) => {
    const tag = `<script src="${stage.url}/widget.js" data-agent="${stage.agentId}"></script>`;
    const { page, assertCalm } = await stage.visit(stage.site.put('/merge', tag));
    await page.evaluate(`globalThis.identities = []; ChatBot.on('identity', (detail) => identities.push(detail));
      ChatBot.open()`);
    const chat = chatIn(page.frameLocator('iframe'));
    await chat.answer(secretWords);
    const { anonymous_id, user_id } = await page.evaluate<Record<string, string>>('identities[0]');
    assert.match(anonymous_id!, /^widget-/);
    assert.equal(user_id, null);
    const hash = hashOf('vera', anonymous_id);
    await page.evaluate(`ChatBot.setUserId('vera', { hash: '${hash}', mergeGuest: true })`);
    await eventually('the user is proven', () => page.evaluate<boolean>('identities.at(-1).proven === true'));
    await chat.answers.getByText(secretWords).waitFor();
    assert.deepEqual(await subjectsOf(stage, 'vera'), [secretWords]);
    // The same in another browser.
    const other = await stage.visit(stage.site.put('/merge', tag), { expected: /403/ });
    await other.page.evaluate(`ChatBot.on('identity', (detail) => { globalThis.identity = detail });
      ChatBot.setUserId('vera', { hash: '${hash}', mergeGuest: true }); ChatBot.open()`);
    await other.page.frameLocator('iframe').getByText('This chat cannot be opened.').waitFor();
    await eventually('the site is told', () =>
      other.page.evaluate<boolean>('identity?.error?.code === 40127'),
    );
    await other.assertCalm();
    await assertCalm();
  },
};

test(
  'conversations of a guest stay with the guest',
  { skip: skipWithout('browser') },
  (context: TestContext) =>
    withChannelStage({}, async (stage) => {
      await stage.service.configure({ channels: { identitySecret } });
      for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(stage));
    }),
);
