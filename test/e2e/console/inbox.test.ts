import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const send = async ({ service }: ConsoleStage, conversation_id: string, text: string): Promise<void> => {
  const { status, text: answer } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: 'webhook',
    messages: [{ role: 'user', content: text }],
  });
  assert.equal(status, 200, answer);
};

/** A user asks for a person. Returns the conversation. */
const askForPerson = async (stage: ConsoleStage, user: string, text: string): Promise<string> => {
  const conversation = await stage.service.newConversation(user);
  await send(stage, conversation, text);
  await send(stage, conversation, 'I want to talk to a human');
  return conversation;
};

const listOf = ({ page }: ConsoleStage, queue: string) =>
  page.getByRole('list', { name: queue, exact: true });

const sessionsOf = async ({ call, workspaceId }: ConsoleStage, queue: string) =>
  (await call('GET', `/workspaces/${workspaceId}/inbox/sessions?queue=${queue}`)).body.items;

/** The counts appear on every page, live. */
const countOnEveryPage = async (stage: ConsoleStage): Promise<void> => {
  const { page, open } = stage;
  await open('workspace:/inbox');
  await page.getByText('Nobody is waiting').waitFor();
  await stage.checkAccess('empty inbox');
  await open('agent:/conversations');
  await askForPerson(stage, 'ada', 'Where is my parcel?');
  await page.getByRole('link', { name: /Inbox/ }).getByLabel('1 user waiting').waitFor();
  await waitUntil(page, "document.title.startsWith('(1) Conversations')");
};

const takeAndReply = async (stage: ConsoleStage): Promise<void> => {
  const { page, open } = stage;
  await open('workspace:/inbox');
  const entry = listOf(stage, 'Waiting').getByRole('link', { name: /ada/ });
  await entry.getByText('I want to talk to a human').waitFor();
  await entry.getByText(/^Waiting \d+:\d\d$/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('Where is my parcel?').waitFor();
  await eventually('the session is read', async () => (await sessionsOf(stage, 'open'))[0].unread === 0);
  await page.getByRole('button', { name: 'Take' }).click();
  await page.getByText('Assigned to').waitFor();
  await page.getByRole('button', { name: 'Mine 1' }).click();
  await listOf(stage, 'Mine').getByRole('link', { name: /ada/ }).waitFor();
  await takeScreenshots(page, 'inbox');
  await stage.checkAccess('inbox');

  // The embedded model cannot translate, and says so.
  await page.getByRole('button', { name: 'Translate', exact: true }).click();
  await page.getByText(/embedded model of this agent cannot translate/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Translate this message' }).count(), 0);
  await page.getByRole('button', { name: 'Close: Translate the reply' }).click();

  // The text survives a reload and a lost connection, and is sent once.
  await page.keyboard.press('r');
  await page.keyboard.type('I **look** for it');
  await page.reload();
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.waitFor();
  await eventually('the draft is restored', async () => (await box.inputValue()) === 'I **look** for it');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'look' }).waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('parcel');
  await page.getByRole('button', { name: /package/ }).click();
  const reply = 'I **look** for it📦';
  await eventually('the emoji is inserted at the end', async () => (await box.inputValue()) === reply);
  let lost = 0;
  await page.route('**/replies', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    // Firefox does not report the body of a held request.
    await route.fetch({ postData: { text: reply, files: [] } });
    return route.abort();
  });
  stage.watch.expect(/replies|Failed to load/);
  await box.press('Control+Enter');
  await messages.getByText('for it').waitFor();
  await eventually('the box is empty', async () => (await box.inputValue()) === '');
  assert.equal(lost, 2, 'the second attempt used the same key');
  await page.unroute('**/replies');
  const [{ lastMessage }] = await sessionsOf(stage, 'open');
  assert.equal(lastMessage.from, 'person');
  assert.equal(await messages.getByText('for it').count(), 1);
};

const sendFiles = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  const box = page.getByRole('textbox', { name: 'Reply' });
  const input = page.locator('input[type="file"]');
  const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]);
  await input.setInputFiles({ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: program });
  await box.fill('See the label');
  stage.watch.expect(/status of 400/);
  await box.press('Control+Enter');
  await page
    .getByRole('alert')
    .getByText(/tool\.exe has an unsupported file type/)
    .waitFor();
  assert.equal(await box.inputValue(), 'See the label', 'the text is kept');
  await page.getByRole('button', { name: 'Remove tool.exe' }).click();
  await input.setInputFiles({ name: 'label.txt', mimeType: 'text/plain', buffer: Buffer.from('parcel 7') });
  await box.press('Control+Enter');
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('See the label').waitFor();
  await messages
    .getByRole('article', { name: /support@example\.com/ })
    .getByText('label.txt')
    .waitFor();
};

const assignAndClose = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.fill('Not sent');
  await box.press('Escape');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Close this conversation?' });
  await dialog.getByRole('radio', { name: 'Other' }).check();
  assert.ok(await dialog.getByRole('button', { name: 'Close', exact: true }).last().isDisabled());
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Parcel found');
  await stage.checkAccess('close dialog');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('This conversation is closed').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Your unsent reply' }).inputValue(), 'Not sent');
  const [closed] = await sessionsOf(stage, 'closed');
  assert.deepEqual([closed.closedReason, closed.closeNote], ['other', 'Parcel found']);
};

/** On a phone, the list, the conversation and the details are separate steps. */
const useOnPhone = async (stage: ConsoleStage): Promise<void> => {
  const { page, open } = stage;
  const conversation = await askForPerson(stage, 'bob', 'Do you ship to Peru?');
  await page.setViewportSize({ width: 390, height: 844 });
  await open('workspace:/inbox');
  await listOf(stage, 'Waiting').getByRole('link', { name: /bob/ }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('Do you ship to Peru?').waitFor();
  assert.equal(await listOf(stage, 'Waiting').isVisible(), false);
  await send(stage, conversation, 'Are you there?');
  await messages.getByText('Are you there?').waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  await stage.checkAccess('inbox on a phone');
  await page.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign this conversation' });
  await dialog.getByRole('combobox', { name: 'Assign to' }).click();
  await page.getByRole('option', { name: /\(me\)/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Assigned to').waitFor();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByText('This is the first conversation of this user.').waitFor();
  await page.getByRole('button', { name: 'Back to the conversation' }).click();
  await messages.waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByText('Nobody is waiting').waitFor();
};

/** A deactivated operator is signed out; the text is kept for the next sign-in. */
const loseAccess = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, workspaceId } = stage;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Mine 1' }).click();
  await listOf(stage, 'Mine').getByRole('link', { name: /bob/ }).click();
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.fill('We ship to Peru');
  const operators = `/workspaces/${workspaceId}/operators`;
  const { id } = (await call('GET', operators)).body.items.find(
    ({ role }: { role: string }) => role === 'support',
  );
  stage.watch.expect(/status of 401/);
  assert.equal((await call('PATCH', `${operators}/${id}`, { disabled: true })).status, 200);
  await box.press('Control+Enter').catch(() => {});
  await page.getByRole('dialog', { name: /session has ended/i }).waitFor();
  assert.equal((await sessionsOf(stage, 'waiting')).length, 1, 'the session is back in the queue');
  assert.equal(await page.locator('[data-reply-box]').inputValue(), 'We ship to Peru');
};

test('operators answer users in the inbox', { skip: skipWithout('browser') }, () =>
  withConsole({}, (stage) =>
    withHandoff(
      stage.service,
      { type: 'inbox', baseUrl: null, phrases: ['talk to a human'], firstReplySeconds: 3600 },
      async () => {
        await stage.signIn(await stage.addOperator('support'));
        await countOnEveryPage(stage);
        await takeAndReply(stage);
        await sendFiles(stage);
        await assignAndClose(stage);
        await useOnPhone(stage);
        await loseAccess(stage);
      },
    ),
  ),
);
