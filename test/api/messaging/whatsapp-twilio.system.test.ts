import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { findDelivery } from '../../support/platforms/find-delivery.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import {
  accountSid,
  authToken,
  contentSid,
  number,
  startTwilio,
  type Twilio,
  twilioMessage,
  twilioSignature,
} from '../../support/platforms/twilio.ts';
import {
  type ConnectionStage,
  type ServiceOptions,
  withConnection,
} from '../../support/platforms/with-connection.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import type { TestService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createTestClock, type TestClock } from '../../support/time/test-clock.ts';

interface TwilioStage extends ConnectionStage {
  twilio: Twilio;
  /** Sends signed parameters as Twilio does. */
  post(
    parameters: Record<string, string>,
    options?: { query?: string; signature?: string },
  ): ReturnType<TestService['call']>;
  write(Body: string): ReturnType<TestService['call']>;
  texts(count: number): Promise<string[]>;
}

const fields = { accountSid, authToken, number };

const testTwilio = (
  name: string,
  given: () => ServiceOptions & { fields?: Record<string, string> },
  work: (stage: TwilioStage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const { fields: more, ...options } = given();
      const twilio = await startTwilio();
      const connection = {
        platform: 'whatsapp-twilio',
        fields: { ...fields, ...more },
        urls: `whatsapp-twilio=${twilio.url}`,
      };
      try {
        await withConnection(kind, connection, options, async (stage) => {
          const post: TwilioStage['post'] = (parameters, { query = '', signature } = {}) =>
            stage.service.call(
              'POST',
              `/channels/inbound/${stage.connection.id}${query}`,
              new URLSearchParams(parameters).toString() as unknown as object,
              {
                key: null,
                headers: {
                  'content-type': 'application/x-www-form-urlencoded',
                  'x-twilio-signature':
                    signature ?? twilioSignature(stage.connection.inboundUrl + query, parameters),
                },
              },
            );
          await work({
            ...stage,
            twilio,
            post,
            write: (Body) => post(twilioMessage({ Body })),
            texts: async (count) => {
              await eventually(`${count} texts arrived`, () => twilio.texts().length >= count);
              return twilio.texts();
            },
          });
        });
      } finally {
        await twilio.close();
      }
    });
};

testTwilio(
  'a message is answered once, with name and phone',
  () => ({}),
  async (stage) => {
    const { post, texts, service, twilio } = stage;
    const message = twilioMessage({ Body: 'Do you have **red** shoes & größe 42?' });
    const answer = await post(message);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '<Response/>');
    assert.match(String(answer.headers['content-type']), /^text\/xml/);
    await post(message);
    assert.deepEqual(await texts(1), ['You said: Do you have *red* shoes & größe 42?']);
    assert.equal(twilio.sent[0]!.To, 'whatsapp:+16505551234');
    const page = await service.call(
      'GET',
      '/v1/bot/conversation/page?conversation_type=MESSAGING_APP_1_PROVIDER_2',
    );
    assert.equal(page.body.total, 1);
    const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    const attributes = await service.app.rooms.users.attributes(id, page.body.list[0].user_id);
    assert.deepEqual(attributes, { name: 'Sheena Nelson', phone: '+16505551234' });
  },
);

testTwilio(
  'forged requests and requests of other numbers store nothing',
  () => ({}),
  async (stage) => {
    const { post, service } = stage;
    const message = twilioMessage({ Body: 'Hello' });
    const url = stage.connection.inboundUrl;
    const forged = [
      '',
      twilioSignature(url, message, '0'.repeat(32)),
      twilioSignature(`${url}/`, message),
      twilioSignature(url, { ...message, Body: 'Other' }),
    ];
    for (const signature of forged) assert.equal((await post(message, { signature })).status, 401);
    assert.equal(
      (await post(message, { query: '?delivery=1', signature: twilioSignature(url, message) })).status,
      401,
    );
    assert.equal((await post({ ...message, Body: 'x'.repeat(300_000) })).status, 400);
    assert.equal((await post({ ...message, To: 'whatsapp:+4930123456' })).status, 200);
    assert.equal((await post({ ...message, From: '+16505551234' })).status, 200);
    assert.equal((await service.call('GET', new URL(url).pathname, undefined, { key: null })).status, 400);
    const stored = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
    assert.deepEqual(stored, []);
  },
);

testTwilio(
  'a long reply is sent in parts of at most 1600 characters',
  () => ({ models: createScriptedModel(() => [{ say: 'A **sentence**. '.repeat(300) }]).models }),
  async ({ write, texts }) => {
    await write('Show me');
    for (const text of await texts(3)) assert.ok(text.length <= 1600);
  },
);

testTwilio(
  'files and places are read, files only from Twilio',
  () => ({}),
  async (stage) => {
    const { post, texts, twilio } = stage;
    const url = twilio.addFile(Buffer.from('The code of the door is 4711.'));
    const file = { NumMedia: '1', MediaContentType0: 'text/plain', MediaUrl0: url };
    await post(twilioMessage(file));
    assert.match((await texts(1))[0]!, /code of the door is 4711/);
    await post(twilioMessage({ ...file, MediaUrl0: 'http://169.254.169.254/latest/meta-data' }));
    assert.match((await texts(2))[1]!, /could not be downloaded/);
    await post(twilioMessage({ ...file, MediaUrl0: `${twilio.url}/stored/../2010-04-01/Accounts/x` }));
    assert.match((await texts(3))[2]!, /could not be downloaded/);
    await post(twilioMessage({ Latitude: '37.44', Longitude: '-122.16', Label: 'Office' }));
    assert.match((await texts(4))[3]!, /Office\n37.44, -122.16/);
    await post(twilioMessage({ NumMedia: '1', MediaContentType0: 'video/mp4', MediaUrl0: url }));
    assert.match((await texts(5))[4]!, /cannot read/);
  },
);

testTwilio(
  'files are sent as URLs that Twilio can fetch, choices are listed',
  () => ({}),
  async (stage) => {
    const { write, texts, twilio, service } = stage;
    await write('Hello');
    await texts(1);
    const { workspace_id: workspaceId } = await service.app.db.query
      .selectFrom('agents')
      .select('workspace_id')
      .executeTakeFirstOrThrow();
    const source = { bytes: Buffer.from('content') };
    const { id, ...stored } = await service.app.rooms.files.store({
      workspaceId,
      name: 'bill.pdf',
      mediaType: 'application/pdf',
      source,
    });
    const files = [{ ...stored, fileId: id, kind: 'document' as const }];
    await sendToChat(stage, { text: 'Which size?', choices: ['S', 'M'], files });
    await eventually('the file was sent', () => twilio.sent.length === 3);
    assert.equal(twilio.sent[1]!.Body, 'Which size?\n\n• S\n• M');
    const { pathname, search, origin } = new URL(twilio.sent[2]!.MediaUrl!);
    assert.equal(origin, 'https://desk.example');
    const fetched = await service.call('GET', pathname + search, undefined, { key: null });
    assert.equal(fetched.text, 'content');
  },
);

testTwilio(
  'a busy platform delays replies, an opted-out user fails finally',
  () => ({}),
  async (stage) => {
    const { write, texts, twilio } = stage;
    twilio.failWith(
      { status: 429, code: 20429, message: 'Too Many Requests', headers: { 'retry-after': '1' } },
      { status: 503, code: 20503, message: 'Service Unavailable' },
    );
    await write('one');
    await write('two');
    assert.deepEqual(await texts(2), ['You said: one', 'You said: two']);
    twilio.failWith({ status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' });
    await write('three');
    assert.match((await findDelivery(stage, 'dead')).error!, /sent STOP.*21610/);
  },
);

testTwilio(
  'a failure that Twilio reports later is the state of the delivery',
  () => ({}),
  async (stage) => {
    const { write, texts, post, twilio } = stage;
    await write('one');
    await texts(1);
    const callback = new URL(twilio.sent[0]!.StatusCallback!);
    const report = (MessageStatus: string, more = {}) =>
      post({ MessageSid: 'SM1', MessageStatus, AccountSid: accountSid, ...more }, { query: callback.search });
    assert.equal((await report('delivered')).status, 200);
    await findDelivery(stage, 'delivered');
    assert.equal((await report('undelivered', { ErrorCode: '63016' })).status, 200);
    assert.match((await findDelivery(stage, 'dead')).error!, /more than 24 hours ago.*63016/);
  },
);

testTwilio(
  'a message that Twilio reports as outside of the window is sent again as the template, once',
  () => ({ fields: { contentSid } }),
  async (stage) => {
    const { write, texts, post, twilio } = stage;
    twilio.addTemplate(contentSid, 1);
    await write('one');
    await texts(1);
    await findDelivery(stage, 'delivered');
    const report = (MessageSid: string) =>
      post(
        { MessageSid, MessageStatus: 'undelivered', AccountSid: accountSid, ErrorCode: '63016' },
        { query: new URL(twilio.sent[0]!.StatusCallback!).search },
      );
    await report('SM1');
    await report('SM1');
    await eventually('the template was sent', () => twilio.sent.length === 2);
    assert.equal(twilio.sent[1]!.ContentVariables, JSON.stringify({ 1: 'You said: one' }));
    await findDelivery(stage, 'delivered');
    await report('SM2');
    assert.match((await findDelivery(stage, 'dead')).error!, /63016/);
    assert.equal(twilio.sent.length, 2);
  },
);

let clock: TestClock;
const afterADay = (more: Record<string, string>) => () => {
  clock = createTestClock();
  return { clock, fields: more };
};

/** A person answers a day after the message. */
const answerLate = async (stage: TwilioStage, text: string): Promise<void> => {
  const { write, texts } = stage;
  await write('Hello');
  await texts(1);
  clock.advance(24 * 60 * 60_000);
  await sendToChat(stage, { text });
};

testTwilio(
  'after 24 hours a reply fails with a reason if there is no template',
  afterADay({}),
  async (stage) => {
    await answerLate(stage, 'We found it');
    assert.match(
      (await findDelivery(stage, 'dead')).error!,
      /more than 24 hours ago.*the connection has none/,
    );
  },
);

for (const variables of [1, 0])
  testTwilio(
    `after 24 hours a reply is sent with a template of ${variables} variables`,
    afterADay({ contentSid }),
    async (stage) => {
      const { twilio } = stage;
      twilio.addTemplate(contentSid, variables);
      await answerLate(stage, 'We **found**\n\nit');
      await eventually('the template was sent', () => twilio.sent.length === 2);
      assert.equal(twilio.sent[1]!.ContentSid, contentSid);
      assert.equal(
        twilio.sent[1]!.ContentVariables,
        variables === 1 ? JSON.stringify({ 1: 'We *found* it' }) : undefined,
      );
    },
  );

testTwilio(
  'credentials are checked at set-up',
  () => ({}),
  async ({ manage, path, connection }) => {
    assert.equal(connection.accountName, `Shop ${number}`);
    const create = async (more: object) =>
      (
        await manage('POST', path, {
          platform: 'whatsapp-twilio',
          name: 'Other',
          fields: { ...fields, ...more },
        })
      ).body.message;
    assert.match(await create({ authToken: '0'.repeat(32) }), /does not accept the account SID/);
    assert.match(await create({ accountSid: 'AC/../x' }), /fields.accountSid must be/);
    assert.match(await create({ number: '4155238886' }), /fields.number must be/);
    assert.match(await create({ contentSid: 'follow_up' }), /fields.contentSid must be/);
    assert.match(await create({}), /already connected/);
  },
);
