import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
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

/** Canned replies and labels of the workspace. */
const manage = async ({ page, checkAccess, watch }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Canned replies and labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Canned replies and labels' });
  await dialog.getByRole('button', { name: 'New canned reply' }).click();
  const form = page.getByRole('dialog', { name: 'New canned reply' });
  await form.getByRole('textbox', { name: 'Shortcut' }).fill('hello');
  await form.getByRole('textbox', { name: 'Text' }).fill('Dear {{user.nme}}');
  watch.expect(/status of 400/);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText('there is no variable "user.nme"').waitFor();
  await form
    .getByRole('textbox', { name: 'Text' })
    .fill('Dear {{user.name|customer}}, write to {{user.email}}');
  await form.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('/hello').waitFor();
  await dialog.getByRole('tab', { name: 'Labels' }).click();
  await dialog.getByRole('textbox', { name: 'New label' }).fill('Refund');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the label' }).waitFor();
  await checkAccess('canned replies and labels');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};

const insertCannedReply = async ({ page }: ConsoleStage): Promise<void> => {
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.fill('Hi! ');
  await box.press('End');
  await box.pressSequentially('/hel');
  await page.getByRole('option', { name: /\/hello/ }).waitFor();
  await box.press('Enter');
  await eventually(
    'the variables are filled in',
    async () => (await box.inputValue()) === 'Hi! Dear customer, write to {{user.email}}',
  );
  await page.getByText('No value for user.email').waitFor();
  await box.fill('');
};

test(
  'inbox of a team: canned replies, labels, notes, presence and snoozing',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const settings = {
        type: 'inbox',
        baseUrl: null,
        phrases: ['talk to a human'],
        firstReplySeconds: 3600,
      };
      await withHandoff(stage.service, settings, async () => {
        const { page, open } = stage;
        await stage.signIn(await stage.addOperator('editor'));
        const conversation = await stage.service.newConversation('ada');
        await send(stage, conversation, 'I want to talk to a human');
        await open('workspace:/inbox');
        await manage(stage);
        const available = page.getByRole('switch', { name: 'Available' });
        await available.check();
        await page.getByRole('link', { name: /ada/ }).click();
        await insertCannedReply(stage);

        await page.getByRole('combobox', { name: 'Labels' }).click();
        await page.locator('[data-combobox-option]').getByText('Refund').click();
        await page.keyboard.press('Escape');
        await page.getByRole('list', { name: 'Waiting' }).getByText('Refund').waitFor();

        const noteBox = page.getByRole('textbox', { name: 'Text of the note' });
        await noteBox.pressSequentially('She called before, ask @edi');
        const colleagues = page.getByRole('listbox', { name: 'Mention' });
        await colleagues.getByRole('option', { name: 'editor@example.com', selected: true }).waitFor();
        await stage.checkAccess('mention list');
        await noteBox.press('Escape');
        await colleagues.waitFor({ state: 'detached' });
        await noteBox.press('Backspace');
        await colleagues.waitFor();
        await noteBox.press('ArrowDown');
        await noteBox.press('Enter');
        assert.equal(await noteBox.inputValue(), 'She called before, ask @editor@example.com ');
        await page.getByRole('button', { name: 'Add note' }).click();
        const note = page.getByRole('article', { name: 'Note' });
        await note.getByText('She called before').waitFor();
        await takeScreenshots(page, 'inbox-team');
        await stage.checkAccess('inbox of a team');
        await note.getByRole('button', { name: 'Delete the note' }).click();
        await note.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Snooze', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Snooze this conversation' });
        await dialog.getByRole('radio', { name: 'Tomorrow at 9:00' }).check();
        await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
        await page.getByText('Nobody is waiting').waitFor();
        await page.getByRole('button', { name: 'Snoozed 1' }).click();
        await page.getByRole('list', { name: 'Snoozed' }).getByRole('link', { name: /ada/ }).waitFor();
        await send(stage, conversation, 'Hello?');
        await page.getByRole('button', { name: 'Waiting 1' }).click();
        await page.getByRole('list', { name: 'Waiting' }).getByRole('link', { name: /ada/ }).waitFor();
      });
    }),
);
