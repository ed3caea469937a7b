import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { testOperatorToken } from '../../support/service/service.ts';

/** A call with the session of the page, as somebody could make it with the browser's developer tools. */
const callFromPage = ({ page, workspaceId }: ConsoleStage, method: string, path: string, body: object) =>
  page.evaluate(
    `fetch('/console/api/workspaces/${workspaceId}${path}', {
      method: '${method}',
      headers: { 'content-type': 'application/json', 'x-frontdesk-console': '1' },
      body: '${JSON.stringify(body)}',
    }).then((response) => response.status)`,
  );

/** The console hides the buttons for changes from viewers, and the API rejects their calls. */
const lookAsViewer = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, agentId, watch } = stage;
  await stage.signIn(await stage.addOperator('viewer'));
  await open('workspace:/agents?page=9');
  await page.getByText('This page is empty').waitFor();
  await page.getByRole('button', { name: 'Go to page 1' }).click();
  await page.getByRole('row', { name: /Default/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'New agent' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Operators' }).count(), 0, 'only owners see this page');
  await open('agent:/settings');
  await page.getByText('Your role in this workspace is viewer').waitFor();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  assert.deepEqual(
    [await prompt.isDisabled(), await prompt.isEditable()],
    [false, false],
    'text can be copied',
  );
  assert.ok(await page.getByRole('button', { name: 'Copy Agent ID' }).isEnabled());
  assert.equal(await page.getByRole('tab', { name: 'Copy & delete' }).count(), 0);
  assert.ok(await page.getByRole('switch', { name: 'Enable the API' }).isDisabled());
  await stage.checkAccess('settings of a viewer');
  await takeScreenshots(page, 'settings-viewer');
  await open('agent:/try');
  await page.getByText('Only editors and owners can test the agent').waitFor();
  await open('agent:/keys');
  await page.getByText('active', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: /New API key|Rotate|Revoke/ }).count(), 0);

  watch.expect(/status of 403/);
  const refusals = [
    await callFromPage(stage, 'POST', '/agents', { name: 'Not allowed' }),
    await callFromPage(stage, 'PATCH', `/agents/${agentId}`, { version: 1, name: 'Renamed' }),
    await callFromPage(stage, 'POST', `/agents/${agentId}/keys`, { name: 'Mine' }),
    await callFromPage(stage, 'POST', `/agents/${agentId}/try`, { text: 'Hello' }),
  ];
  assert.deepEqual(refusals, [403, 403, 403, 403]);
  await open('workspace:/operators');
  await page.getByText('Your role does not allow this').waitFor();
};

/** Support sees conversations, knowledge and human sessions, and nothing else. */
const lookAsSupport = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, agentId, watch } = stage;
  await stage.signIn(await stage.addOperator('support'));
  await open('workspace:');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Knowledge' }).waitFor();
  const links = await page.getByRole('navigation').getByRole('link').allTextContents();
  assert.deepEqual(links, ['Frontdesk', 'Inbox', 'Knowledge', 'Conversations', 'Human sessions']);
  await takeScreenshots(page, 'inbox-support');
  await open('agent:');
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Test retrieval' }).count(), 0);
  await open('agent:/conversations');
  await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Export' }).count(), 0);
  await open('agent:/settings');
  await page.getByText('Your role does not allow this page').waitFor();
  await stage.checkAccess('no permission');
  watch.expect(/status of 403/);
  assert.deepEqual(
    [
      await callFromPage(stage, 'PATCH', `/agents/${agentId}`, { version: 1, name: 'Renamed' }),
      await callFromPage(stage, 'POST', `/agents/${agentId}/handoffs`, { conversationId: '0'.repeat(24) }),
    ],
    [403, 403],
  );
};

const paletteScript = '**/command-palette-*.js';

/** What is typed while the palette is loaded appears in its field, and does not reach the page behind it. */
const typeBeforePalette = async (page: Page, releasePalette: () => void): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gy default tryy');
  await page.keyboard.press('Backspace');
  for (const key of ['Home', 'Enter']) await page.keyboard.press(key);
  releasePalette();
  const search = page.getByRole('combobox', { name: 'Search the console' });
  await search.waitFor();
  assert.equal(await search.inputValue(), 'gy default try');
  await waitUntil(page, "document.activeElement.role === 'combobox'");
  await page.keyboard.press('!');
  await waitUntil(page, "document.activeElement.value === 'gy default try!'");
};

const goByKeyboard = async ({ page, open, signIn, checkAccess }: ConsoleStage): Promise<void> => {
  await signIn();
  const { promise: released, resolve: releasePalette } = Promise.withResolvers<void>();
  await page.route(paletteScript, async (route) => {
    await released;
    await route.continue();
  });
  await open('workspace:');
  await page.keyboard.press('Tab');
  await waitUntil(page, "document.activeElement.textContent === 'Skip to the page content'");
  await page.keyboard.press('Enter');
  await waitUntil(page, "document.activeElement.tagName === 'MAIN'");
  for (const [key, title] of [
    ['l', 'Audit log'],
    ['y', 'Keys & webhooks'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await typeBeforePalette(page, releasePalette);
  await page.unroute(paletteScript);
  await page.getByRole('combobox', { name: 'Search the console' }).fill('default try');
  await checkAccess('palette');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Try Default' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search the console' }).fill('greeting');
  await page.getByRole('option', { name: /^Greeting/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await waitUntil(page, "document.activeElement.labels?.[0]?.textContent === 'Greeting'");
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await checkAccess('shortcuts');
  await page.keyboard.press('Escape');
};

/** The console asks before a link, signing out or the browser's back button discards unsaved changes. */
const leaveUnsaved = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('workspace:/audit');
  const pages = page.getByRole('navigation', { name: 'Agent' });
  await pages.getByRole('link', { name: 'Settings' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('Not saved');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await prompt.inputValue(), 'Not saved');
  };
  await pages.getByRole('link', { name: 'Knowledge' }).click();
  await stay();
  await page.getByRole('button', { name: 'preset' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await stay();
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('heading', { name: 'HTTP tools' }).waitFor();
  await page.evaluate('history.back()');
  await prompt.waitFor();
  await page.evaluate('history.back()');
  await stay();
  await page.evaluate('history.back()');
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
};

/** The page and the tables in it that need to scroll sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[document.documentElement, ...document.querySelectorAll('main section[tabindex]')]
      .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.outerHTML.slice(0, 200))`,
  );

/** Names of the maximum length without a space do not widen the page. */
const readLongNames = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, call, workspaceId } = stage;
  const name = 'Unbreakable'.repeat(10).slice(0, 100);
  const made = await call('POST', `/workspaces/${workspaceId}/agents`, { name });
  assert.equal(made.status, 201);
  const agent = `workspace:/agents/${made.body.id}`;
  await call('POST', `/workspaces/${workspaceId}/agents/${made.body.id}/keys`, { name });
  for (const [address, shown] of [
    ['workspace:/agents', name],
    [agent, name],
    [`${agent}/keys`, name],
    [`${agent}/settings?section=knowledge`, 'Semantic ↔ keyword weight'],
  ] as const) {
    await open(address);
    await page.getByRole('main').getByText(shown, { exact: true }).first().waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // The layout adapts to the new width within a few frames. What stays too wide is reported.
      for (let tries = 0; tries < 20 && (await tooWide(page)).length > 0; tries += 1) await sleep(50);
      assert.deepEqual(await tooWide(page), [], `${address} at ${width} px`);
    }
  }
};

/** The session ends during an edit. The text is kept while the operator signs in again. */
const editAcrossSessions = async ({ page, open, watch }: ConsoleStage): Promise<void> => {
  await open('agent:/settings');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Half a sentence');
  await page.context().clearCookies();
  watch.expect(/status of 401/);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('button', { name: 'Sign in with an operator token' }).click();
  await dialog.getByRole('textbox', { name: 'Operator token' }).fill('not the token');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox', { name: 'Operator token' }).fill(testOperatorToken);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('alert')
    .getByText(/Sign in/)
    .waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), 'Half a sentence');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
};

/** After an update of the service, scripts that are not loaded yet are missing. The open page keeps its text. */
const editAcrossUpdate = async ({ page, open, watch }: ConsoleStage): Promise<void> => {
  // The console also loads the palette in advance.
  await page.route(paletteScript, (route) => route.fulfill({ status: 404, contentType: 'text/javascript' }));
  // Firefox names only the class of a logged error.
  watch.expect(/status of 404|dynamically imported module|^console: Error http/);
  await open('agent:/settings');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Written before the update');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByText('the console was updated after you opened it').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), 'Written before the update');
  await page.unroute(paletteScript);
  await page.getByRole('button', { name: 'Discard' }).click();
};

const leave = async ({ page }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'preset' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Frontdesk' }).waitFor();
};

test(
  'support and viewers see what they may, shortcuts open pages, unsaved changes are kept, and long names fit',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await lookAsSupport(stage);
      await lookAsViewer(stage);
      await goByKeyboard(stage);
      await leaveUnsaved(stage);
      await readLongNames(stage);
      await editAcrossSessions(stage);
      await editAcrossUpdate(stage);
      await leave(stage);
    }),
);
