import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogLevel, WebClient } from '@slack/web-api';
import { slack as connector } from '../../../src/channels/connectors/slack/slack.ts';
import { callConnector } from '../../support/platforms/call-connector.ts';
import { botUser, type SlackPost, slackToken, startSlack } from '../../support/platforms/slack.ts';

type Slack = Awaited<ReturnType<typeof startSlack>>;

interface Compared {
  slack: Slack;
  /** Slack's own library. */
  client: WebClient;
  ours: ReturnType<typeof callConnector>;
}

const clientOf = ({ url }: Slack, token = slackToken): WebClient =>
  new WebClient(token, {
    slackApiUrl: `${url}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
  });

const withBoth = async (work: (compared: Compared) => Promise<void>): Promise<void> => {
  const slack = await startSlack();
  const ours = callConnector(connector, {
    secrets: { botToken: slackToken },
    account: { key: `T0TEAM/${botUser}`, name: '@helper (Example)' },
    urls: { slack: `${slack.url}/api`, 'slack.files': `${slack.url}/files` },
    bytes: Buffer.from('The bill'),
  });
  try {
    await work({ slack, client: clientOf(slack), ours });
  } finally {
    await slack.close();
  }
};

/** The calls of one client. Slack takes JSON and forms, so the content type may differ. */
const callsOf = async ({ calls }: Slack, work: () => Promise<unknown>) => {
  const before = calls.length;
  await work();
  return calls
    .slice(before)
    .map(({ method, httpMethod, parameters }: SlackPost) => ({ method, httpMethod, parameters }));
};

test("Slack's library makes the same requests as the connector", () =>
  withBoth(async ({ slack, client, ours }) => {
    const address = { channel: 'C0TEAM', threadTs: '1790000000.000100' };
    const file = { kind: 'document' as const, name: 'bill.txt', mediaType: 'text/plain', sizeBytes: 8 };
    const own = await callsOf(slack, () =>
      ours.reply({ text: 'We have **red** shoes', files: [{ ...file, fileId: 'f' }] }, address),
    );
    const expected = await callsOf(slack, async () => {
      await client.chat.postMessage({
        channel: 'C0TEAM',
        thread_ts: '1790000000.000100',
        text: 'We have *red* shoes',
        unfurl_links: false,
        unfurl_media: false,
      });
      await client.files.uploadV2({
        channel_id: 'C0TEAM',
        thread_ts: '1790000000.000100',
        filename: 'bill.txt',
        title: 'bill.txt',
        file: Buffer.from('The bill'),
      });
    });
    assert.deepEqual(own, expected);
    assert.equal(slack.uploads.length, 2);
    for (const upload of slack.uploads) assert.ok(upload.includes('The bill'));
  }));

test("Slack's library asks for the same facts as the connector, with the same requests", () =>
  withBoth(async ({ slack, client, ours: { connection, api } }) => {
    const own = await callsOf(slack, async () => {
      assert.deepEqual(await connector.identify(connection, api), connection.account);
      assert.equal((await connector.describeUser!('U0ADA', { connection, api })).name, 'Ada Lovelace');
    });
    const expected = await callsOf(slack, async () => {
      const { team_id, user_id } = await client.auth.test();
      assert.equal(`${team_id}/${user_id}`, connection.account.key);
      const { user } = await client.users.info({ user: 'U0ADA', include_locale: true });
      assert.deepEqual([user?.real_name, user?.locale], ['Ada Lovelace', 'en-GB']);
    });
    assert.deepEqual(own, expected);
  }));

test("Slack's library finds errors where Slack has them", () =>
  withBoth(async ({ slack, client }) => {
    const post = { channel: 'C0TEAM', text: 'one' };
    slack.failWith('chat.postMessage', { status: 429, error: 'ratelimited', retryAfterSeconds: 3 });
    await assert.rejects(client.chat.postMessage(post), { retryAfter: 3 });
    await assert.rejects(client.chat.postMessage({ ...post, channel: 'nowhere' }), {
      message: /channel_not_found/,
    });
    await assert.rejects(clientOf(slack, 'xoxb-wrong').auth.test(), {
      message: /invalid_auth/,
    });
  }));
