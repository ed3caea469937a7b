import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startSmtpServer } from '../../support/servers/smtp-server.ts';
import { eventually } from '../../support/time/eventually.ts';

const hoursOf = async ({ service, agentId }: ConsoleStage) =>
  (await service.app.rooms.agents.find(agentId))!.settings.humanService.inbox.hours;

const fitsWidth = async ({ page }: ConsoleStage): Promise<void> =>
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);

/** Sets hours in which nobody answers now: the only day of the week is removed, and the dates are in the future. */
const setHours = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, watch } = stage;
  await open('agent:/settings?section=webhook');
  const section = page.getByRole('group', { name: 'Opening hours' });
  await section.getByRole('switch', { name: 'Always open' }).uncheck();
  await section.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await section.getByRole('button', { name: `Remove hours 1: ${day}` }).click();
  await section.getByRole('group', { name: 'Tuesday' }).getByText('Closed').waitFor();

  // The service refuses wrong hours, and the error is at their day.
  const monday = section.getByRole('group', { name: 'Monday' });
  await monday.getByLabel('Monday, hours 1: to').fill('12:00');
  await monday.getByRole('button', { name: 'Add hours: Monday' }).click();
  assert.equal(await monday.getByLabel('Monday, hours 2: to').inputValue(), '00:00', 'the end of the day');
  await monday.getByLabel('Monday, hours 2: from').fill('11:00');
  watch.expect(/status of 400/);
  await page.keyboard.press('Control+s');
  await monday.getByRole('alert').getByText('overlap').waitFor();
  await monday.getByLabel('Monday, hours 2: from').fill('');
  await page.keyboard.press('Control+s');
  await monday.getByRole('alert').getByText('Enter a complete time or date.').waitFor();
  await monday.getByLabel('Monday, hours 2: from').fill('13:00');

  await section.getByRole('button', { name: 'Add a date' }).click();
  await section.getByLabel('Date', { exact: true }).fill('2090-12-25');
  await section.getByRole('button', { name: 'Add a date' }).click();
  await section.getByLabel('Date', { exact: true }).last().fill('2090-12-25');
  await page.keyboard.press('Control+s');
  await section.getByRole('alert').getByText('2090-12-25 is given twice').waitFor();
  await section.getByLabel('Date', { exact: true }).last().fill('2090-12-31');
  await section.getByLabel('Rule').last().selectOption('Other hours');
  await section.getByLabel('2090-12-31, hours 1: to').fill('14:00');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.deepEqual(await hoursOf(stage), {
    timeZone: 'Asia/Tokyo',
    weekly: [
      { day: 'monday', from: '09:00', to: '12:00' },
      { day: 'monday', from: '13:00', to: '24:00' },
    ],
    exceptions: [
      { date: '2090-12-25', ranges: [] },
      { date: '2090-12-31', ranges: [{ from: '09:00', to: '14:00' }] },
    ],
  });
  await takeScreenshots(page, 'opening-hours');
  await stage.checkAccess('opening hours');
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(stage);
  await page.setViewportSize({ width: 1280, height: 800 });

  for (const number of [2, 1])
    await section.getByRole('button', { name: `Remove hours ${number}: Monday` }).click();
  await page.keyboard.press('Control+s');
  await eventually('the hours are removed', async () => (await hoursOf(stage))?.weekly.length === 0);
};

/** A visitor with an address, and a user of the API without one. */
const leaveMessages = async ({ service }: ConsoleStage): Promise<void> => {
  const visit = await openVisit(service, {});
  const { conversation_id } = (await visit.call('POST', '/handoff', {})).body;
  const left = await visit.call('POST', '/handoff/message', {
    conversation_id,
    text: 'Where is my parcel?',
    email: 'anna@example.com',
  });
  assert.equal(left.status, 202, left.text);
  const conversation = await service.newConversation('bob');
  for (const text of ['I want to talk to a human', 'Please call me back'])
    await service.call('POST', '/v2/conversation/message', {
      conversation_id: conversation,
      response_mode: 'webhook',
      messages: [{ role: 'user', content: text }],
    });
};

const replyAndClose = async (stage: ConsoleStage): Promise<void> => {
  const { page, open } = stage;
  await open('workspace:/inbox?queue=left_message');
  await page.getByText('No messages left').waitFor();
  await page.getByRole('link', { name: 'Set up the human service' }).waitFor();
  await stage.checkAccess('no left messages');
  await leaveMessages(stage);
  await page.getByRole('button', { name: 'Left a message 2' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^All open \d/ }).count(), 0);
  const list = page.getByRole('list', { name: 'Left a message' });
  await list.getByRole('link', { name: /bob/ }).click();
  const notice = page.getByRole('note');
  await notice.getByText('only in the chat, because they did not leave an e-mail address').waitFor();
  await list
    .getByRole('link', { name: /Where is my parcel/ })
    .getByText('anna@example.com')
    .waitFor();
  await list.getByRole('link', { name: /Where is my parcel/ }).click();
  await notice.getByText('Your reply is sent by e-mail to anna@example.com and shown in the chat.').waitFor();
  await page.getByText('Left a message outside opening hours').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Snooze', exact: true }).count(), 0);
  await takeScreenshots(page, 'left-messages');
  await stage.checkAccess('left message');

  await page.getByRole('textbox', { name: 'Reply' }).fill('It arrives tomorrow');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('region', { name: 'Messages' }).getByText('It arrives tomorrow').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(stage);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this conversation?' });
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('This conversation is closed').waitFor();
  await page.getByRole('button', { name: 'Left a message 1' }).waitFor();
  assert.equal(await list.getByRole('link').count(), 1);
};

test('opening hours are set in the settings, and left messages are answered and closed in the inbox', {
  skip: skipWithout('chromium'),
}, async () => {
  const server = await startSmtpServer();
  const environment = {
    FRONTDESK_SMTP_HOST: 'localhost',
    FRONTDESK_SMTP_PORT: String(server.port),
    FRONTDESK_SMTP_TLS: 'none',
    FRONTDESK_MAIL_FROM: 'desk@shop.example',
  };
  const settings = { type: 'inbox', baseUrl: null, phrases: ['talk to a human'], firstReplySeconds: 3600 };
  try {
    await withConsole({ environment }, (stage) =>
      withHandoff(stage.service, settings, async () => {
        await stage.signIn(await stage.addOperator('editor'));
        await setHours(stage);
        await replyAndClose(stage);
        await eventually('the reply is sent', () =>
          server.mails.some(({ to }) => to.includes('anna@example.com')),
        );
      }),
    );
  } finally {
    await server.close();
  }
});
