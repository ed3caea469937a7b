import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createDesk } from '../../../examples/human-desk/desk.ts';
import { launchBrowser } from '../../support/browser/launch-browser.ts';
import { bodyOf } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testApiKey, withService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const token = 'token-of-the-desk';
const signingSecret = 'whsec_c2VjcmV0IG9mIHRoZSBodW1hbiBkZXNr';

interface Stage {
  service: TestService;
  user: Receiver;
  page: Page;
  deskUrl: string;
}

/** A listening service, a human desk, and a browser with the page of the desk. */
const withDesk = (work: (stage: Stage) => Promise<void>): Promise<void> =>
  withService('sqlite', createScriptedModel(), async (service) => {
    const serviceUrl = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
    const desk = createDesk({
      folder: join(service.folder, 'desk'),
      serviceUrl,
      apiKey: testApiKey,
      token,
      signingSecret,
    });
    const deskUrl = await desk.listen({ host: '127.0.0.1', port: 0 });
    const user = await startReceiver();
    const browser = await launchBrowser();
    try {
      await service.configure({
        webhook: { url: user.url },
        humanService: {
          baseUrl: deskUrl,
          authorization: { scheme: 'Bearer', token },
          signingSecrets: ['another secret, older', signingSecret],
          phrases: ['talk to a human'],
          firstReplySeconds: 3600,
        },
      });
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(deskUrl);
      await work({ service, user, page, deskUrl });
    } finally {
      await browser.close();
      await desk.close();
      await user.close();
    }
  });

const send = (service: TestService, conversation_id: string, text: string) =>
  service.call('POST', '/v1/conversation/message', { conversation_id, text, response_mode: 'webhook' });

const lines = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('listitem');

test(
  'a person at the desk reads the conversation, answers and closes the session',
  { skip: skipWithout('browser') },
  () =>
    withDesk(async ({ service, user, page }) => {
      const conversation = await service.newConversation('Ada Lovelace');
      await send(service, conversation, 'Where is my parcel?');
      await send(service, conversation, 'Let me talk to a human');
      await page.getByRole('button', { name: 'Ada Lovelace 1 unread' }).waitFor();
      assert.equal(await page.title(), '(1) Human desk');
      await page.getByLabel('Your name').fill('Grace');
      await page.getByRole('button', { name: 'Ada Lovelace' }).click();
      await page.getByRole('button', { name: 'Ada Lovelace', exact: true }).waitFor();
      await lines(page).getByText('Where is my parcel?').first().waitFor();
      await lines(page).getByText('Let me talk to a human').waitFor();

      await page.getByLabel('Your reply').fill('Grace here: it comes on Monday.');
      await page.keyboard.press('Enter');
      await lines(page).getByText('Grace here').waitFor();
      await lines(page).getByText('Grace', { exact: true }).waitFor();
      await eventually(
        'the field is empty',
        async () => (await page.getByLabel('Your reply').inputValue()) === '',
      );

      // Messages of a user are shown as text.
      await send(service, conversation, '<img src=x onerror="document.title=\'owned\'">');
      await lines(page).getByText('<img src=x').waitFor();
      assert.equal(await page.title(), 'Human desk');

      await page.getByRole('button', { name: 'Close session' }).click();
      await page.getByText('Closed at the desk').waitFor();
      await page.getByRole('button', { name: 'Send', disabled: true }).waitFor();
      await send(service, conversation, 'And now?');
      const read = () =>
        user.calls.map(bodyOf).map(({ text, flow_output }) => [flow_output[0].from_component_name, text]);
      await eventually('the agent answers again', () => read().at(-1)?.[1] === 'You said: And now?');
      assert.deepEqual(read().slice(-2)[0], ['Human service', 'Grace here: it comes on Monday.']);
    }),
);

test(
  'the desk shows that a user has left, and why a reply was not sent',
  { skip: skipWithout('browser') },
  () =>
    withDesk(async ({ service, page, deskUrl }) => {
      const first = await service.newConversation('Ada');
      const second = await service.newConversation('Charles');
      for (const conversation of [first, second]) await send(service, conversation, 'talk to a human');
      await page.getByRole('button', { name: 'Charles' }).click();
      await service.call('POST', '/v1/human/leave', { conversation_id: second });
      await page.getByText('The user has left').waitFor();
      await page.getByRole('button', { name: 'Ada' }).click();
      await page.getByLabel('Your reply').fill('Hello?');
      await service.app.server.close();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
      assert.equal(await page.getByLabel('Your reply').inputValue(), 'Hello?', 'the text is kept');

      const forged = await fetch(`${deskUrl}/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ conversation_id: first, body: 'forged' }),
      });
      assert.equal(forged.status, 401);
    }),
);
