import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { chatIn } from '../../support/browser/chat-page.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import type { WatchOptions } from '../../support/browser/watched-page.ts';
import { withWidgetPackage } from '../../support/browser/with-widget-package.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const answers: Answers = {
  slowly: (gate) => [{ say: 'One, ' }, { wait: gate }, { say: 'two.' }],
};

interface Shop extends ChannelStage {
  /** Opens a page with `loadWidget` of the built package, and a list of the events that the widget emitted. */
  enter(
    path: string,
    options?: WatchOptions & { body?: string; policy?: string },
  ): ReturnType<ChannelStage['visit']>;
  /** Options of `loadWidget`, as JavaScript. */
  options: string;
}

const source = `
import { loadWidget } from '@frontdesk/widget';
const events = ['ready', 'open', 'close', 'message', 'unread', 'identity', 'handoff'];
Object.assign(globalThis, {
  loadWidget,
  heard: [],
  listen: (widget) => events.map((event) => widget.on(event, (detail) => heard.push(detail))),
  codeOf: (work) => work().then(() => 'none', ({ code, message }) => [code, message]),
});`;

const bubbles = (page: Page) => page.locator('[data-frontdesk]').count();
const bubble = (page: Page) => page.locator('[data-frontdesk] .bubble');
const chatOf = (page: Page) => chatIn(page.frameLocator('iframe'));
const heardTypes = (page: Page) => page.evaluate<string[]>('heard.map(({ type, role }) => role ?? type)');

const checks: Record<string, (shop: Shop) => Promise<void>> = {
  'a message can be sent without opening the chat, which counts the reply as unread': async (shop) => {
    const { page, assertCalm } = await shop.enter('/send');
    const reports: string[] = [];
    page.on('request', (request) => request.url().endsWith('/events') && reports.push(request.url()));
    await page.evaluate(
      `loadWidget(${shop.options}).then((widget) => { globalThis.widget = widget; listen(widget); })`,
    );
    assert.equal(page.frames().length, 1, 'the chat is not loaded');
    const sent = await page.evaluate<Record<string, string>>("widget.send('  Do you ship to Malta?  ')");
    assert.deepEqual(Object.keys(sent).sort(), ['conversation_id', 'message_id']);
    await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).waitFor();
    assert.equal(await page.evaluate('widget.isOpen()'), false);
    assert.deepEqual(reports, [], 'the user has not opened the widget');
    assert.deepEqual(
      (await heardTypes(page)).filter((type) => type !== 'identity'),
      ['ready', 'user', 'assistant', 'unread'],
    );
    assert.equal(
      await page.evaluate("heard.find(({ role }) => role === 'user').message_id"),
      sent.message_id,
    );
    await page.evaluate('widget.open()');
    await chatOf(page).answers.getByText('You said: Do you ship to Malta?').waitFor();
    await waitUntil(page, "heard.at(-1).type === 'unread' && heard.at(-1).count === 0");
    await eventually('the opened widget is reported', () => reports.length === 1);
    const { body } = await shop.service.call('GET', '/v1/bot/conversation/page?conversation_type=WIDGET');
    assert.ok(
      body.list.some(
        (one: Record<string, string>) =>
          one.conversation_id === sent.conversation_id && one.subject === 'Do you ship to Malta?',
      ),
    );
    await assertCalm();
  },

  'open, close, toggle, hide and show': async (shop) => {
    const { page, assertCalm } = await shop.enter('/visibility');
    await page.evaluate(
      `loadWidget(${shop.options}).then((widget) => { globalThis.widget = widget; listen(widget); })`,
    );
    const isOpen = () => page.evaluate('widget.isOpen()');
    await page.evaluate('widget.toggle()');
    await chatOf(page).answer('Hello');
    assert.equal(await isOpen(), true);
    await page.evaluate('widget.toggle()');
    await bubble(page).waitFor();
    assert.equal(await isOpen(), false);

    await page.evaluate('widget.hide()');
    assert.equal(await bubble(page).isVisible(), false);
    await page.evaluate('widget.show()');
    await bubble(page).waitFor();
    assert.equal(await isOpen(), false);
    await page.evaluate('widget.open()');
    await page.evaluate('widget.hide()');
    assert.equal(await page.locator('iframe').isVisible(), false);
    assert.equal(await isOpen(), false, 'hiding closes the chat');
    await page.evaluate("widget.send('From the background')");
    await page.evaluate('widget.open()');
    await chatOf(page).answers.getByText('You said: From the background').waitFor();
    assert.equal(await page.locator('iframe').isVisible(), true);
    assert.equal(await chatOf(page).questions.count(), 2, 'the chat was not loaded again');
    await page.evaluate('widget.close()');
    await bubble(page).waitFor();
    assert.deepEqual(
      (await heardTypes(page)).filter((type) => type === 'open' || type === 'close'),
      ['open', 'close', 'open', 'close', 'open', 'close'],
    );
    await assertCalm();
  },

  'a message waits for the end of the running reply, and a new conversation does not': async (shop) => {
    const { page, assertCalm } = await shop.enter('/order');
    await page.evaluate(
      `loadWidget(${shop.options}).then((widget) => { globalThis.widget = widget; widget.open(); })`,
    );
    const chat = chatOf(page);
    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    await page.evaluate("void widget.send('And then?').then((sent) => { globalThis.sent = sent; })");
    // The chat answers calls in order: when this one has failed, the message above has arrived.
    await page.evaluate("codeOf(() => widget.send('x'.repeat(10001)))");
    assert.equal(await chat.questions.count(), 1);
    shop.release();
    await chat.answers.getByText('You said: And then?').waitFor();
    assert.deepEqual(await chat.questions.locator('p').allTextContents(), ['Count slowly', 'And then?']);
    const first = await page.evaluate<string>('sent.conversation_id');

    await chat.answers.nth(1).getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await chat.ask('Count slowly');
    await chat.answers.nth(2).getByText('One,').waitFor();
    const [second, same, fresh] = await page.evaluate<Record<string, string>[]>(
      "Promise.all([widget.newConversation(), widget.newConversation(), widget.send('Something else')])",
    );
    assert.notEqual(second!.conversation_id, first);
    assert.deepEqual(same, second, 'an empty conversation is new');
    assert.equal(fresh!.conversation_id, second!.conversation_id);
    await chat.answers.getByText('You said: Something else').waitFor();
    assert.deepEqual(await chat.questions.locator('p').allTextContents(), ['Something else']);
    shop.release();
    await assertCalm();
  },

  'errors have a code and name the problem': async (shop) => {
    const { page, assertCalm } = await shop.enter('/errors', {
      expected: /ERR_|Failed to load|NetworkError|CORS/,
    });
    const codeOf = (call: string) => page.evaluate<[string, string]>(`codeOf(async () => ${call})`);
    const { url, options } = shop;
    for (const [given, rule] of [
      [`{ agent: 'a' }`, /^baseUrl: must be an http/],
      [`{ baseUrl: 'javascript:alert(1)', agent: 'a' }`, /^baseUrl: must be an http/],
      [`{ baseUrl: '${url}/path', agent: 'a' }`, /^baseUrl: must be an origin/],
      [`{ baseUrl: '${url}' }`, /^agent:/],
      [`{ baseUrl: '${url}', agent: 'a', position: 'top' }`, /^position: must be one of left, right/],
      [`{ baseUrl: '${url}', agent: 'a', channel: 'x' }`, /^channel: must be one of widget, live-chat/],
      [`{ baseUrl: '${url}', agent: 'a', user: {} }`, /^user.id: is required/],
    ] as const) {
      const [code, message] = await codeOf(`loadWidget(${given})`);
      assert.equal(code, 'invalid', given);
      assert.match(message, rule);
    }
    const [unreachable, explanation] = await codeOf(
      `loadWidget({ baseUrl: 'http://127.0.0.1:9', agent: 'a' })`,
    );
    assert.equal(unreachable, 'script');
    assert.match(explanation, /^http:\/\/127\.0\.0\.1:9\/widget\.js could not be loaded/);

    await page.evaluate(`loadWidget(${options}).then((widget) => { globalThis.widget = widget; })`);
    for (const text of [`''`, `' '`, 'undefined', '42'])
      assert.deepEqual(await codeOf(`widget.send(${text})`), ['invalid', 'text: must not be empty']);
    assert.equal(page.frames().length, 1, 'the chat is not loaded for it');
    assert.deepEqual(await codeOf(`widget.send('x'.repeat(10001))`), [
      'invalid',
      'text: at most 10000 characters, not 10001',
    ]);
    assert.match(
      (await codeOf(`widget.on('opened', () => {})`))[1],
      /There is no event opened; there are ready/,
    );
    await assertCalm();
  },

  'a call fails if the chat is not loaded in time, and is not executed later': async (shop) => {
    const { page, assertCalm } = await shop.enter('/off', { expected: /404/ });
    await page.clock.install();
    const enabled = { share: true, embed: true, liveChat: true, search: false };
    await shop.service.configure({ channels: { enabled: { ...enabled, widget: false } } });
    await page.evaluate(`loadWidget(${shop.options}).then((widget) => { globalThis.widget = widget; })`);
    await page.evaluate(
      `void codeOf(() => widget.send('Hello')).then((code) => { globalThis.code = code; })`,
    );
    await page.frameLocator('iframe').locator('h1').waitFor({ state: 'attached' });
    await page.clock.runFor(29_000);
    assert.equal(await page.evaluate('globalThis.code'), undefined);
    await page.clock.runFor(2000);
    await waitUntil(page, "globalThis.code?.[0] === 'timeout'");
    await shop.service.configure({ channels: { enabled: { ...enabled, widget: true } } });
    await page.evaluate(`{
      const chat = document.querySelector('[data-frontdesk]').shadowRoot.querySelector('iframe');
      chat.src = chat.src.replace('?', '?again=1&');
    }`);
    await page.evaluate("widget.send('Again')");
    await page.evaluate('widget.open()');
    await chatOf(page).questions.first().waitFor();
    assert.deepEqual(await chatOf(page).questions.locator('p').allTextContents(), ['Again']);
    await assertCalm();
  },

  'a widget is loaded once, and again after it was destroyed': async (shop) => {
    const { page, assertCalm } = await shop.enter('/once');
    const scripts: string[] = [];
    page.on('request', (request) => request.url().endsWith('/widget.js') && scripts.push(request.url()));
    assert.equal(
      await page.evaluate(`Promise.all([loadWidget(${shop.options}), loadWidget(${shop.options})])
        .then(([one, other]) => { globalThis.widget = one; return one === other; })`),
      true,
    );
    await bubble(page).waitFor();
    assert.deepEqual([await bubbles(page), scripts.length], [1, 1]);
    const other = `{ ...${shop.options}, position: 'left' }`;
    const codeOf = (call: string) => page.evaluate<[string, string]>(`codeOf(async () => ${call})`);
    assert.equal((await codeOf(`loadWidget(${other})`))[0], 'loaded');
    assert.equal(await bubbles(page), 1);

    await page.evaluate(
      "widget.open(); listen(widget); void codeOf(() => widget.send('Hello')).then((code) => { globalThis.code = code; })",
    );
    await page.evaluate('widget.destroy()');
    await waitUntil(page, "globalThis.code?.[0] === 'destroyed'");
    assert.equal((await codeOf(`widget.send('Hello')`))[0], 'destroyed');
    assert.deepEqual(
      await page.evaluate(
        `[document.querySelectorAll('[data-frontdesk], iframe, script[src]').length, typeof ChatBot, heard.at(-1)?.type]`,
      ),
      [0, 'undefined', 'close'],
    );
    await page.evaluate(
      `loadWidget(${other}).then((widget) => { globalThis.second = widget; second.open(); })`,
    );
    await page.evaluate('widget.destroy()');
    await chatOf(page).answer('Hello again');
    assert.equal(await bubbles(page), 1, 'the first widget destroys only itself');
    const { x } = (await page.locator('[data-frontdesk] .panel').boundingBox())!;
    assert.ok(x < 100, 'the new settings are used');

    await page.evaluate('ChatBot.destroy()');
    await page.evaluate(`loadWidget(${shop.options})`);
    await bubble(page).waitFor();
    assert.equal(await bubbles(page), 1, 'a widget that the page destroyed is loaded again');
    await assertCalm();
  },

  'calls that were queued before the script run in order, and two script tags create one widget': async (
    shop,
  ) => {
    const tag = `<script async src="${shop.url}/widget.js" data-agent="${shop.agentId}"></script>`;
    const body = `<script>
        globalThis.events = [];
        globalThis.ChatBot = { q: [['hide'], ['on', 'message', ({ role }) => events.push(role)], ['send', 'Queued'], ['toString'], ['nothing']] };
      </script>${tag}${tag}`;
    const { page, assertCalm } = await shop.enter('/queue', { body });
    await waitUntil(page, "events.join() === 'user,assistant'");
    assert.deepEqual([await bubbles(page), await bubble(page).isVisible()], [1, false]);
    const [code] = await page.evaluate<string[]>(`codeOf(() => loadWidget(${shop.options}))`);
    assert.equal(code, 'loaded', 'the widget of the script tag is not replaced');
    await page.evaluate('ChatBot.toggle()');
    await chatOf(page).answers.getByText('You said: Queued').waitFor();
    await assertCalm();
  },

  'a content security policy needs the nonce': async (shop) => {
    const policy = `default-src 'none'; script-src 'nonce-r4nd0m'; frame-src ${shop.url}; connect-src ${shop.url}; img-src data:`;
    const { page, assertCalm } = await shop.enter('/policy', {
      policy,
      expected: /Content[- ]Security[- ]Policy/,
    });
    const [code, message] = await page.evaluate<string[]>(`codeOf(() => loadWidget(${shop.options}))`);
    assert.equal(code, 'script');
    assert.match(message!, /content security policy/);
    await page.evaluate(
      `loadWidget({ ...${shop.options}, nonce: 'r4nd0m' }).then((widget) => widget.open())`,
    );
    await chatOf(page).answer('Hello through the policy');
    await assertCalm();
  },

  'another frame of the page can neither call the chat nor answer for it': async (shop) => {
    const stranger = shop.site.put('/stranger', '').replace('localhost', '127.0.0.1');
    const body = `<iframe title="Stranger" src="${stranger}"></iframe>
      <iframe id="chat" title="Chat" src="${shop.url}/embed/${shop.agentId}"></iframe>`;
    const { page, assertCalm } = await shop.enter('/strangers', { body });
    await page.evaluate(`loadWidget(${shop.options}).then((widget) => {
      globalThis.widget = widget;
      listen(widget);
    })`);
    await page.evaluate("widget.send('Hello')");
    const chat = chatIn(page.frameLocator('#chat'));
    await chat.message.waitFor();
    const foreign = page.frames().find((frame) => frame.url() === stranger)!;
    await foreign.evaluate(`{
      const call = { type: 'frontdesk:call', id: 0, name: 'send', text: 'Forged' };
      parent[1].postMessage(call, '*');
      parent[1].postMessage(JSON.stringify(call), '*');
      parent.postMessage({ type: 'frontdesk:handoff', state: 'human' }, '*');
      parent.postMessage({ type: 'frontdesk:result', id: 1, value: 'forged' }, '*');
    }`);
    await page.evaluate(
      `frames[1].postMessage({ type: 'frontdesk:call', id: 0, name: 'send', text: 'Real' }, '${shop.url}')`,
    );
    await chat.answers.getByText('You said: Real').waitFor();
    assert.deepEqual(await chat.questions.locator('p').allTextContents(), ['Real']);
    const sent = await page.evaluate<Record<string, string>>("widget.send('Again')");
    assert.ok(sent.message_id);
    assert.ok(!(await heardTypes(page)).includes('handoff'));
    await assertCalm();
  },

  'a new user cancels messages that wait, and loadWidget sets another user': async (shop) => {
    const { page, assertCalm } = await shop.enter('/users');
    await page.evaluate(
      `loadWidget({ ...${shop.options}, user: { id: 'ada' } }).then((widget) => { globalThis.widget = widget; listen(widget); widget.open(); })`,
    );
    const chat = chatOf(page);
    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    await page.evaluate(
      "void codeOf(() => widget.send('From Ada')).then((code) => { globalThis.code = code; })",
    );
    await page.evaluate(`loadWidget({ ...${shop.options}, user: { id: 7 } })`);
    await waitUntil(page, "globalThis.code?.[0] === 'cancelled'");
    await waitUntil(page, "heard.some(({ type, user_id }) => type === 'identity' && user_id === '7')");
    await page.evaluate("widget.send('From seven')");
    await chat.answers.getByText('You said: From seven').waitFor();
    assert.equal(await chat.questions.count(), 1);
    shop.release();
    const users = async (user: string) =>
      (await shop.service.call('GET', `/v1/bot/conversation/page?user_id=${user}&conversation_type=ALL`)).body
        .list;
    await eventually('the message belongs to the user', async () => (await users('7')).length === 1);
    assert.deepEqual(
      (await users('ada')).map(({ subject }: { subject: string }) => subject),
      ['Count slowly'],
    );
    await assertCalm();
  },
};

test(
  'the built package on a page without a framework',
  { skip: skipWithout('browser') },
  (context: TestContext) =>
    withWidgetPackage((bundle) =>
      withChannelStage(answers, async (stage) => {
        const code = await bundle(source);
        const shop: Shop = {
          ...stage,
          options: JSON.stringify({ baseUrl: stage.url, agent: stage.agentId }),
          enter: async (path, { body = '', policy, ...options } = {}) => {
            const script = `<script type="module" nonce="r4nd0m">${code}</script>`;
            const visited = await stage.visit(
              stage.site.put(path, `<h1>A shop</h1>${script}${body}`, policy),
              options,
            );
            await waitUntil(visited.page, "typeof loadWidget === 'function'");
            return visited;
          },
        };
        for (const [name, check] of Object.entries(checks)) await context.test(name, () => check(shop));
      }),
    ),
);
