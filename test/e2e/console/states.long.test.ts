import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { testOperatorToken } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

/** A document without text fails. It is named in the notice and in the figure. */
const readOverview = async ({ page, open, call, service, workspaceId, agentId }: ConsoleStage) => {
  await open('workspace:');
  const figure = page.getByRole('link', { name: /^Agents 1/ });
  await figure.getByText('No documents in progress').waitFor();
  const documents = `/workspaces/${workspaceId}/agents/${agentId}/documents`;
  const uploaded = await service.call('POST', `/console/api${documents}/upload?name=empty.md`, '  \n', {
    key: testOperatorToken,
    headers: { 'content-type': 'application/octet-stream' },
  });
  assert.equal(uploaded.status, 201, uploaded.text);
  await eventually(
    'the document failed',
    async () => (await call('GET', documents)).body.items[0].status === 'FAILED',
  );
  await open('workspace:');
  await page.getByText('1 document could not be processed.').waitFor();
  await figure.getByText('1 document failed').waitFor();
  await takeScreenshots(page, 'overview-failed-document');
};

/** Hints of empty fields name the value that the service really uses. */
const readDefaults = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('agent:/settings?section=limits');
  await page.getByText('Replies that take longer are stopped. Empty: 300,000, the value of').waitFor();
  await page.getByText('Empty: 120,000, the value of the service').waitFor();
  await page.getByText('recordings of this agent. Empty: 20,480, the value of the service').waitFor();
  await takeScreenshots(page, 'settings-limits');
  await open('agent:/settings?section=channels');
  await page.getByText('Empty: 50, the value of the service').waitFor();
  await open('agent:/settings?section=webhook');
  const email = page.getByLabel('Support e-mail');
  assert.equal(await email.inputValue(), '');
  assert.equal(await email.getAttribute('placeholder'), 'support@example.com');
};

/** A name that is too long is kept and refused; the browser would cut it without a word. */
const enterLongName = async ({ page, open, call, workspaceId }: ConsoleStage): Promise<void> => {
  await open('workspace:/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  const form = page.getByRole('dialog', { name: 'New agent' });
  const name = form.getByLabel('Name');
  await name.fill('n'.repeat(101));
  assert.equal((await name.inputValue()).length, 101);
  await form.getByText('101 characters. The limit is 100: remove 1.').waitFor();
  await takeScreenshots(page, 'name-too-long');
  await form.getByRole('button', { name: 'Create' }).click();
  assert.equal((await call('GET', `/workspaces/${workspaceId}/agents`)).body.total, 1);
  await name.fill('n'.repeat(100));
  await form.getByText('100/100').waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'n'.repeat(100) }).waitFor();
};

/** A test chat shows citations and the exact messages, and can be handed off to the human service. */
const tryAgent = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, service } = stage;
  await addTexts(service, [
    { name: 'hours.txt', text: 'Our shop in Kyoto opens at nine and closes at five.' },
  ]);
  const receiver = await startReceiver();
  await service.configure({ humanService: { baseUrl: receiver.url }, prompt: 'Be kind to everybody.' });
  try {
    await open('agent:/try');
    await page.getByLabel('Your message').fill('When does the shop in Kyoto open?');
    await page.keyboard.press('Enter');
    const chat = page.getByRole('log', { name: 'Conversation' });
    await chat.getByRole('button', { name: /1\. hours\.txt/ }).click();
    await chat.getByRole('region', { name: 'Cited chunk' }).getByText('opens at nine').waitFor();
    await page.getByRole('button', { name: 'Messages to the model' }).click();
    const sent = page.getByRole('dialog', { name: 'What the model was sent' });
    await sent.getByText('Be kind to everybody.').waitFor();
    await sent.getByText('System prompt').waitFor();
    await sent.getByRole('button', { name: 'Copy call 1 as JSON' }).waitFor();
    await takeScreenshots(page, 'model-requests');
    await stage.checkAccess('model requests');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Talk to a person' }).click();
    await page.getByText('Each call contains “test: true”').first().waitFor();
    await eventually('the human service is called', async () => receiver.calls.length === 1);
    const { conversation_id } = JSON.parse(receiver.calls[0]!.body);
    const reply = { conversation_id, timestamp: 1, body: 'I am a person.' };
    assert.equal((await service.call('POST', '/v1/human/message/receive', reply)).status, 200);
    await chat.getByText('I am a person.').waitFor();
    await takeScreenshots(page, 'test-handoff');
    await page.getByRole('button', { name: 'End the test handoff' }).click();
    await page.getByRole('button', { name: 'Talk to a person' }).waitFor();
    await open('workspace:');
    await page.getByText('plus 1 test', { exact: false }).waitFor();
  } finally {
    await receiver.close();
  }
};

/** The palette finds the agent, its documents and its conversations; pages name the agent on a phone. */
const findThings = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('agent:/keys');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search the console' });
  await search.fill('default');
  await page.getByRole('option', { name: 'Default Agent', exact: true, selected: true }).waitFor();
  await search.fill('kyoto');
  await page
    .getByRole('option', { name: 'When does the shop in Kyoto open? Conversation with Default' })
    .waitFor();
  await search.fill('hours');
  await page.getByRole('option', { name: 'hours.txt Document of Default' }).waitFor();
  await takeScreenshots(page, 'palette');
  await page.keyboard.press('Escape');
  const pages = page.getByRole('navigation', { name: 'Agent' });
  await pages.getByRole('link', { name: 'Agent overview' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByText('Agent Default').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
};

/** Elements that scroll vertically inside a page that scrolls too. Code and lists of limited height may. */
const nestedScrolls = `(() => {
  const scrolls = (part) => part.scrollHeight > part.clientHeight + 1;
  if (!scrolls(document.documentElement)) return [];
  return [...document.querySelectorAll('main *')]
    .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && scrolls(part))
    .filter((part) => !['PRE', 'CODE', 'TEXTAREA'].includes(part.tagName))
    .map((part) => part.outerHTML.slice(0, 150));
})()`;

/** A long test chat has one scrollbar per column on wide screens and one on narrow screens. */
const scrollTestChat = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('agent:/try');
  const chat = page.getByRole('log', { name: 'Conversation' });
  for (let round = 1; round <= 3; round += 1) {
    await page.getByLabel('Your message').fill(`When does the shop in Kyoto open? ${'Again. '.repeat(150)}`);
    await page.keyboard.press('Enter');
    await chat
      .getByRole('button', { name: 'Trace' })
      .nth(round - 1)
      .waitFor();
  }
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await eventually(
      `one scrollbar at ${width} px`,
      async () => ((await page.evaluate(nestedScrolls)) as string[]).length === 0,
    );
    await takeScreenshots(page, 'try-it-long');
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

/** The links below the agent stay where they are when the agents have loaded. */
const watchNavigation = async ({ page, open, workspaceId }: ConsoleStage): Promise<void> => {
  let release: () => void = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const agents = new RegExp(`/workspaces/${workspaceId}/agents\\?`);
  await page.route(agents, async (route) => {
    await isReleased;
    await route.continue();
  });
  await open('workspace:/audit');
  const usage = page.getByRole('link', { name: 'Usage' });
  const top = async () => (await usage.boundingBox())!.y;
  const before = await top();
  release();
  await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Settings' }).waitFor();
  assert.ok(Math.abs((await top()) - before) <= 1, `${before} and ${await top()}`);
  await page.unroute(agents);
};

test(
  'the console names failed documents, real defaults and the length of names',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await readOverview(stage);
      await readDefaults(stage);
      await enterLongName(stage);
      await tryAgent(stage);
      await findThings(stage);
      await scrollTestChat(stage);
      await watchNavigation(stage);
    }),
);
