import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { chatIn } from '../../support/browser/chat-page.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { withWidgetPackage } from '../../support/browser/with-widget-package.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

/** Both pages show the widget's state and its events, and take new properties by `update`. */
const pages = {
  'React in StrictMode': `
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FrontdeskWidget, useFrontdeskWidget } from '@frontdesk/widget/react';
const Status = () => h('p', { id: 'status' }, useFrontdeskWidget() ? 'loaded' : 'not loaded');
const Send = () => { const widget = useFrontdeskWidget(); return h('button', { onClick: () => widget.send('From a button') }, 'Ask'); };
const App = () => {
  const [{ isShown, ...props }, update] = useState(settings);
  globalThis.update = update;
  const note = (event) => (detail) => heard.push({ ...detail, event, render: props.user?.id ?? null });
  const handlers = { onLoad: note('load'), onReady: note('ready'), onIdentity: note('identity'), onMessage: note('message'), onError: note('error') };
  return h('div', null, isShown && h(FrontdeskWidget, { ...props, ...handlers }), h(Status), h(Send));
};
createRoot(document.getElementById('app')).render(h(StrictMode, null, h(App)));`,
  Vue: `
import { createApp, defineComponent, h, shallowRef } from 'vue';
import { FrontdeskWidget, useFrontdeskWidget } from '@frontdesk/widget/vue';
const Status = defineComponent(() => { const widget = useFrontdeskWidget(); return () => h('p', { id: 'status' }, widget.value ? 'loaded' : 'not loaded'); });
const Send = defineComponent(() => { const widget = useFrontdeskWidget(); return () => h('button', { onClick: () => widget.value.send('From a button') }, 'Ask'); });
const state = shallowRef(settings);
globalThis.update = (next) => { state.value = next; };
createApp(defineComponent(() => () => {
  const { isShown, ...props } = state.value;
  const note = (event) => (detail) => heard.push({ ...detail, event, render: props.user?.id ?? null });
  const handlers = { onLoad: note('load'), onReady: note('ready'), onIdentity: note('identity'), onMessage: note('message'), onError: note('error') };
  return h('div', null, [isShown && h(FrontdeskWidget, { ...props, ...handlers }), h(Status), h(Send)]);
})).mount('#app');`,
};

const check = async (stage: ChannelStage, path: string, script: string): Promise<void> => {
  const settings = { baseUrl: stage.url, agent: stage.agentId, isShown: true, user: { id: 'ada' } };
  const body = `<h1>A shop</h1><div id="app"></div>
    <script>globalThis.heard = []; globalThis.settings = ${JSON.stringify(settings)};</script>
    <script type="module">${script}</script>`;
  const scripts: string[] = [];
  const { page, assertCalm } = await stage.visit('about:blank');
  page.on('request', (request) => request.url().endsWith('/widget.js') && scripts.push(request.url()));
  await page.goto(stage.site.put(path, body));
  const bubble = page.locator('[data-frontdesk] .bubble');
  const count = (event: string) =>
    page.evaluate<number>(`heard.filter((one) => one.event === '${event}').length`);
  const update = (change: object) => page.evaluate(`update({ ...settings, ...${JSON.stringify(change)} })`);
  await bubble.waitFor();
  await page.getByText('loaded', { exact: true }).waitFor();
  assert.deepEqual(
    [await page.locator('[data-frontdesk]').count(), scripts.length, await count('load')],
    [1, 1, 1],
  );

  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).click();
  const chat = chatIn(page.frameLocator('iframe'));
  await chat.answers.getByText('You said: From a button').waitFor();
  assert.equal(await count('message'), 2, 'each handler is called once for an event');

  await update({ user: { id: 'ada' } });
  await update({ user: { id: 'bob' } });
  await waitUntil(page, "heard.some((one) => one.event === 'identity' && one.user_id === 'bob')");
  await chat.answer('I am Bob');
  assert.equal(
    await page.evaluate("heard.findLast((one) => one.event === 'message').render"),
    'bob',
    'handlers are the newest',
  );
  assert.equal(await count('ready'), 1, 'the chat was not loaded again');
  await update({ user: null });
  await waitUntil(page, "heard.some((one) => one.event === 'identity' && one.user_id === null)");

  await update({ position: 'left' });
  await waitUntil(page, "heard.filter((one) => one.event === 'load').length === 2");
  await bubble.waitFor();
  assert.equal(await page.locator('[data-frontdesk]').count(), 1, 'other settings replace the widget');
  assert.ok((await bubble.boundingBox())!.x < 100);

  await update({ isShown: false });
  await page.getByText('not loaded', { exact: true }).waitFor();
  assert.deepEqual(
    await page.evaluate(
      "[document.querySelectorAll('[data-frontdesk], iframe, script[src]').length, typeof ChatBot]",
    ),
    [0, 'undefined'],
  );
  // Unmounted while the script is loading.
  await page.evaluate('update(settings); setTimeout(() => update({ ...settings, isShown: false }))');
  await page.evaluate('update(settings)');
  await bubble.waitFor();
  assert.equal(await page.locator('[data-frontdesk]').count(), 1);
  await update({ isShown: false });
  await page.getByText('not loaded', { exact: true }).waitFor();
  assert.equal(await page.locator('[data-frontdesk]').count(), 0);
  await update({ baseUrl: 'ftp://desk.example' });
  await waitUntil(page, "heard.at(-1).event === 'error' && heard.at(-1).code === 'invalid'");
  await assertCalm();
};

test('the components of the built package', { skip: skipWithout('browser') }, (context: TestContext) =>
  withWidgetPackage((bundle) =>
    withChannelStage({}, async (stage) => {
      for (const [name, source] of Object.entries(pages))
        await context.test(
          `${name}: loads once, follows its user, and removes the widget when it is unmounted`,
          async () => check(stage, `/${name.split(' ')[0]}`, await bundle(source)),
        );
    }),
  ),
);
