import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bot, InputFile } from 'grammy';
import { telegram as connector } from '../../../src/channels/connectors/telegram/telegram.ts';
import { callConnector } from '../../support/platforms/call-connector.ts';
import {
  type BotCall,
  botId,
  botName,
  botToken,
  startTelegram,
  type Telegram,
} from '../../support/platforms/telegram.ts';

interface Compared {
  telegram: Telegram;
  /** A public library for bots. */
  api: Bot['api'];
  ours: ReturnType<typeof callConnector>;
}

const withBoth = async (work: (compared: Compared) => Promise<void>): Promise<void> => {
  const telegram = await startTelegram();
  const ours = callConnector(connector, {
    secrets: { botToken, webhookSecret: 'secret-of-the-webhook' },
    account: { key: String(botId), name: `@${botName}` },
    urls: { telegram: telegram.url },
    bytes: Buffer.from('picture'),
  });
  try {
    await work({ telegram, api: new Bot(botToken, { client: { apiRoot: telegram.url } }).api, ours });
  } finally {
    await telegram.close();
  }
};

/** The calls of one client. */
const callsOf = async ({ calls }: Telegram, work: () => Promise<unknown>): Promise<BotCall[]> => {
  const before = calls.length;
  await work();
  return calls.slice(before);
};

test('the library for Telegram bots makes the same requests as the connector', () =>
  withBoth(async ({ telegram, api, ours }) => {
    const address = { chatId: -100200, threadId: 9, replyTo: 17 };
    const [text, picture] = await callsOf(telegram, () =>
      ours.reply(
        {
          text: 'We have **red** [shoes](https://shop.example/)',
          choices: ['Yes', 'No'],
          files: [{ kind: 'image', fileId: 'f', name: 'shoe.png', mediaType: 'image/png', sizeBytes: 7 }],
        },
        address,
      ),
    );
    const destination = {
      message_thread_id: 9,
      reply_parameters: { message_id: 17, allow_sending_without_reply: true },
    };
    const [expectedText, expectedPicture] = await callsOf(telegram, async () => {
      await api.sendMessage(-100200, 'We have red shoes', {
        ...destination,
        entities: [
          { type: 'bold', offset: 8, length: 3 },
          { type: 'text_link', offset: 12, length: 5, url: 'https://shop.example/' },
        ],
        link_preview_options: { is_disabled: true },
      });
      await api.sendPhoto(-100200, new InputFile(Buffer.from('picture'), 'shoe.png'), {
        ...destination,
        reply_markup: {
          keyboard: [[{ text: 'Yes' }], [{ text: 'No' }]],
          one_time_keyboard: true,
          resize_keyboard: true,
          selective: true,
        },
      });
    });
    assert.deepEqual(text, expectedText);
    assert.deepEqual(picture, expectedPicture);
  }));

test('the library sets up the webhook with the same requests as the connector', () =>
  withBoth(async ({ telegram, api, ours: { connection, api: platform } }) => {
    const own = await callsOf(telegram, async () => {
      assert.deepEqual(await connector.identify(connection, platform), connection.account);
      await connector.register!(connection, platform);
      const context = { others: [], nowMs: Date.now() };
      assert.deepEqual(await connector.findProblems!(connection, platform, context), []);
      await connector.unregister!(connection, platform);
      const typing = { connection, api: platform, address: { chatId: 42, threadId: null } };
      await connector.showTyping!(typing, AbortSignal.timeout(5000));
    });
    const expected = await callsOf(telegram, async () => {
      const me = await api.getMe();
      assert.deepEqual([me.id, me.username], [botId, botName]);
      await api.setWebhook(connection.inboundUrl, {
        secret_token: 'secret-of-the-webhook',
        allowed_updates: ['message'],
        max_connections: 40,
      });
      assert.equal((await api.getWebhookInfo()).url, connection.inboundUrl);
      await api.deleteWebhook();
      await api.sendChatAction(42, 'typing');
    });
    const formOf = ({ method, httpMethod, parameters }: BotCall) => ({ method, httpMethod, parameters });
    assert.deepEqual(own.map(formOf), expected.map(formOf));
  }));

test('the library finds files and errors where Telegram has them', () =>
  withBoth(async ({ telegram, api }) => {
    telegram.addFile('file1', Buffer.from('content'));
    const { file_path } = await api.getFile('file1');
    const response = await fetch(`${telegram.url}/file/bot${botToken}/${file_path}`);
    assert.equal(await response.text(), 'content');
    telegram.failWith('sendMessage', {
      status: 429,
      description: 'Too Many Requests: retry after 3',
      parameters: { retry_after: 3 },
    });
    await assert.rejects(api.sendMessage(42, 'one'), {
      name: 'GrammyError',
      error_code: 429,
      parameters: { retry_after: 3 },
    });
    await assert.rejects(api.sendMessage(42, 'x'.repeat(4097)), { error_code: 400 });
    const foreign = new Bot('1:wrong', { client: { apiRoot: telegram.url } });
    await assert.rejects(foreign.api.getMe(), { error_code: 401 });
  }));
