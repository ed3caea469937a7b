import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, withConsole } from '../../support/browser/console-stage.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import {
  signingSecret,
  slackEvent,
  slackHeaders,
  slackToken,
  startSlack,
} from '../../support/platforms/slack.ts';
import {
  accountSid,
  authToken,
  number,
  startTwilio,
  twilioMessage,
  twilioSignature,
} from '../../support/platforms/twilio.ts';
import {
  accessToken,
  appSecret,
  messagesOf,
  phoneNumberId,
  signatureOf,
  startWhatsApp,
  textMessage,
  verifyToken,
} from '../../support/platforms/whatsapp.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Tried {
  platform: string;
  title: string;
  /** Values by label. */
  fields: Record<string, string>;
  /** A value that the service refuses, and the text at its field. */
  refusedByRule: { label: string; value: string; text: RegExp };
  /** A value that the platform refuses, and the text in the dialog. */
  refusedByPlatform: { label: string; value: string; text: RegExp };
  account: string;
  /** What the card says about the URL. */
  urlHint: RegExp;
  /** Enters the URL on the platform. Returns the body and headers of a message of a user. */
  message(inboundUrl: string): { body: string; headers: Record<string, string> };
  /** The replies that the platform got. */
  texts(): string[];
}

/** Fills in the dialog of a platform, with wrong values first, and lets a user write. */
const tryPlatform = async (stage: ConsoleStage, tried: Tried): Promise<void> => {
  const { page, open, service, checkAccess } = stage;
  const { fields, refusedByRule, refusedByPlatform, title, account } = tried;
  await open('agent:/messaging');
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const connect = () => dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByLabel('Platform').selectOption(tried.platform);
  await dialog.getByLabel('Name').first().fill(title);
  for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
  for (const { label, value, text } of [refusedByRule, refusedByPlatform]) {
    await field(label).fill(value);
    await connect();
    await dialog.getByText(text).waitFor();
    await field(label).fill(fields[label]!);
  }
  await checkAccess(`add a connection to ${title}`);
  await connect();
  await dialog.waitFor({ state: 'hidden' });
  const card = page.getByRole('region', { name: title, exact: true });
  await card.getByText(`${title} · ${account}`).waitFor();
  await card.getByText(tried.urlHint).waitFor();
  const inboundUrl = (await card.getByText(/\/channels\/inbound\//).textContent())!;

  const { body, headers } = tried.message(inboundUrl);
  const sent = await service.call('POST', new URL(inboundUrl).pathname, body as unknown as object, {
    key: null,
    headers,
  });
  assert.equal(sent.status, 200, sent.text);
  await eventually('the user got a reply', () => tried.texts().includes(`You said: Hello ${title}`));

  await card.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${title}` });
  await edit.getByLabel('Name').first().fill(`${title} 2`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'hidden' });
  // The credentials were kept.
  const renamed = page.getByRole('region', { name: `${title} 2` });
  await renamed.getByRole('button', { name: `Test ${title} 2` }).click();
  await renamed.getByText(/The connection works/).waitFor();
};

test('an operator connects Slack, WhatsApp and Twilio, and people get replies', {
  skip: skipWithout('browser'),
}, async () => {
  const [slack, whatsApp, twilio] = await Promise.all([startSlack(), startWhatsApp(), startTwilio()]);
  const environment = {
    FRONTDESK_PLATFORM_URLS: [
      slack.platformUrls,
      `whatsapp=${whatsApp.url},whatsapp.files=${whatsApp.url}/lookaside`,
      `whatsapp-twilio=${twilio.url}`,
    ].join(','),
  };
  const json = { 'content-type': 'application/json' };
  const all: Tried[] = [
    {
      platform: 'slack',
      title: 'Slack',
      fields: { 'Bot user token': slackToken, 'Signing secret': signingSecret },
      refusedByRule: { label: 'Signing secret', value: 'secret', text: /^Signing secret must be/ },
      refusedByPlatform: {
        label: 'Bot user token',
        value: 'xoxb-0000000000-wrong',
        text: /Slack does not accept the bot token/,
      },
      account: '@helper (Example)',
      urlHint: /open Event Subscriptions, paste this URL/,
      message: () => {
        const body = JSON.stringify(slackEvent({ text: 'Hello Slack' }));
        return { body, headers: { ...json, ...slackHeaders(body) } };
      },
      texts: () => slack.posts().map(({ text }) => text),
    },
    {
      platform: 'whatsapp',
      title: 'WhatsApp (Meta)',
      fields: {
        'Phone number ID': phoneNumberId,
        'Access token': accessToken,
        'App secret': appSecret,
        'Verify token': verifyToken,
      },
      refusedByRule: { label: 'Phone number ID', value: '+1 555', text: /^Phone number ID must be/ },
      refusedByPlatform: {
        label: 'App secret',
        value: 'f'.repeat(32),
        text: /app secret does not belong to the app/,
      },
      account: 'Shop +1 555-078-3881',
      urlHint: /Enter this URL and the verify token/,
      message: (inboundUrl) => {
        whatsApp.setWebhook(inboundUrl);
        const body = JSON.stringify(messagesOf([textMessage('Hello WhatsApp (Meta)')]));
        return { body, headers: { ...json, 'x-hub-signature-256': signatureOf(body) } };
      },
      texts: whatsApp.texts,
    },
    {
      platform: 'whatsapp-twilio',
      title: 'WhatsApp (Twilio)',
      fields: { 'Account SID': accountSid, 'Auth token': authToken, 'WhatsApp number': number },
      refusedByRule: { label: 'WhatsApp number', value: '415', text: /^WhatsApp number must be/ },
      refusedByPlatform: {
        label: 'Auth token',
        value: '0'.repeat(32),
        text: /Twilio does not accept the account SID/,
      },
      account: `Shop ${number}`,
      urlHint: /enter this URL as webhook/,
      message: (inboundUrl) => {
        const parameters = twilioMessage({ Body: 'Hello WhatsApp (Twilio)' });
        return {
          body: new URLSearchParams(parameters).toString(),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-twilio-signature': twilioSignature(inboundUrl, parameters),
          },
        };
      },
      texts: twilio.texts,
    },
  ];
  try {
    await withConsole({ models: createScriptedModel().models, environment }, async (stage) => {
      stage.watch.expect(/status of 400/);
      await stage.signIn(await stage.addOperator('editor'));
      for (const tried of all) await tryPlatform(stage, tried);
    });
  } finally {
    await Promise.all([slack.close(), whatsApp.close(), twilio.close()]);
  }
});
