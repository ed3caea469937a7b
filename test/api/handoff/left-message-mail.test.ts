import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { closedHours, inboxWithHours, openHours } from '../../support/handoff/opening-hours.ts';
import { type InboxStage, inboxSettings, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type ReceivedMail, startSmtpServer } from '../../support/servers/smtp-server.ts';
import { type TestService, withService } from '../../support/service/service.ts';

/** A service with a real SMTP server, on both databases. */
const testWithMail = (
  name: string,
  work: (stage: InboxStage, mails: ReceivedMail[]) => Promise<void>,
  more: Record<string, string> = {},
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const server = await startSmtpServer();
      const environment = {
        FRONTDESK_SMTP_HOST: 'localhost',
        FRONTDESK_SMTP_PORT: String(server.port),
        FRONTDESK_SMTP_TLS: 'none',
        FRONTDESK_MAIL_FROM: 'desk@shop.example',
        FRONTDESK_PUBLIC_URL: 'https://chat.shop.example',
        ...more,
      };
      try {
        await withService(kind, { ...createScriptedModel(), environment }, (service) =>
          withInbox(service, (stage) => work(stage, server.mails)),
        );
      } finally {
        await server.close();
      }
    });
};

const setHours = (service: TestService, hours: Parameters<typeof inboxWithHours>[0]) =>
  service.configure({ humanService: { ...inboxSettings, inbox: inboxWithHours(hours) } }, { name: 'Shop' });

/** A visitor of the channel leaves a message. Returns the session. */
const leaveMessage = async (
  { service, console, inbox }: InboxStage,
  introduced: Parameters<typeof openVisit>[1],
  form: object,
) => {
  await setHours(service, closedHours);
  const visit = await openVisit(service, introduced);
  const { conversation_id } = (await visit.call('POST', '/handoff', {})).body;
  const left = await visit.call('POST', '/handoff/message', { conversation_id, ...form });
  assert.equal(left.status, 202, left.text);
  const { items } = (await console.call('GET', `${inbox}/sessions?queue=left_message`)).body;
  return {
    visit,
    conversationId: conversation_id,
    session: `${inbox}/sessions/${items[0].id}`,
    shown: items[0],
  };
};

/** The decoded parts of an e-mail. */
const partsOf = ({ raw }: ReceivedMail): { type: string; text: string }[] => {
  const boundary = /boundary="([^"]+)"/.exec(raw)![1]!;
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.trim().split('\r\n\r\n');
      const encoded = body.join('\r\n\r\n');
      const text = /base64/i.test(head)
        ? Buffer.from(encoded, 'base64').toString()
        : Buffer.from(
            encoded
              .replaceAll('=\r\n', '')
              .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString();
      return { type: /Content-Type: ([^;\s]+)/i.exec(head)![1]!, text };
    });
};

testWithMail(
  'a reply to a left message is sent by e-mail once, with the name of the agent and a link to the share page',
  async (stage, mails) => {
    const { service, console } = stage;
    const hostile = '<b>Where</b> is my parcel? Buy at https://evil.example';
    const { visit, conversationId, session, shown } = await leaveMessage(
      stage,
      { channel: 'SHARE', languages: ['de'] },
      { text: hostile, email: 'anna@example.com' },
    );
    assert.equal(shown.leftMessage.isMailed, true);
    const { jobs } = service.app.rooms;
    await jobs.idle();
    assert.equal(mails.length, 0, 'nothing is sent before an operator replies');
    const said = await visit.read(conversationId);
    assert.match(said.at(-1)!.text, /per E-Mail\.$/);

    const support = await console.signIn('support');
    const reply = () =>
      service.app.server.inject({
        method: 'POST',
        url: `${session}/replies`,
        headers: { authorization: 'Bearer op-test-token-of-the-operator', 'idempotency-key': 'once' },
        payload: {
          text: 'It arrives <tomorrow> & on time',
          files: [{ name: 'a&b.txt', base64Content: Buffer.from('parcel 7').toString('base64') }],
        },
      });
    assert.equal((await reply()).statusCode, 201);
    await reply();
    await jobs.idle();
    assert.equal(mails.length, 1, 'a repeated call sends no second e-mail');
    const [mail] = mails;
    assert.deepEqual([mail!.from, mail!.to], ['desk@shop.example', ['anna@example.com']]);
    assert.match(mail!.raw, /^From: Shop <desk@shop\.example>\r$/m);
    assert.match(mail!.raw, /^Subject: Antwort auf Ihre Nachricht: Shop\r$/m);
    const [plain, html] = partsOf(mail!);
    assert.deepEqual([plain!.type, html!.type], ['text/plain', 'text/html']);
    assert.match(plain!.text, /^It arrives <tomorrow> & on time\r?\n/);
    assert.match(
      plain!.text,
      new RegExp(`Chat öffnen: https://chat\\.shop\\.example/share/${visit.agentId}`),
    );
    assert.match(plain!.text, /Antworten auf diese E-Mail werden nicht gelesen\./);
    assert.match(html!.text, /It arrives &lt;tomorrow&gt; &amp; on time/);
    assert.match(html!.text, /<a href="https:\/\/chat\.shop\.example\/files\/[^"]+">a&amp;b\.txt<\/a>/);
    const [, path] = /^a&b\.txt: https:\/\/chat\.shop\.example(\/files\/\S+)\r?$/m.exec(plain!.text)!;
    assert.equal((await service.app.server.inject({ url: path! })).body, 'parcel 7');
    assert.doesNotMatch(plain!.text + html!.text, /evil|parcel/, 'nothing that the user wrote is sent');
    assert.equal((await visit.read(conversationId)).at(-1)!.text, 'It arrives <tomorrow> & on time');

    assert.equal((await support('POST', `${session}/close`, {})).status, 200);
    await jobs.idle();
    assert.equal(mails.length, 1);
  },
);

testWithMail('without an address, or in a session that is open, no e-mail is sent', async (stage, mails) => {
  const { service, console, inbox, bench, ask } = stage;
  await setHours(service, closedHours);
  const conversationId = await service.newConversation();
  await bench.send(conversationId, 'I want to talk to a human');
  await bench.send(conversationId, 'Call me back');
  const { items } = (await console.call('GET', `${inbox}/sessions?queue=left_message`)).body;
  assert.deepEqual([items[0].leftMessage.email, items[0].leftMessage.isMailed], [null, false]);
  const replied = await console.call('POST', `${inbox}/sessions/${items[0].id}/replies`, { text: 'Hello' });
  assert.equal(replied.status, 201);

  await setHours(service, openHours);
  const visit = await openVisit(service, { email: 'anna@example.com' });
  await visit.call('POST', '/handoff', {});
  const { session } = await ask();
  assert.equal((await console.call('POST', `${session}/replies`, { text: 'Hello' })).status, 201);
  const { items: open } = (await console.call('GET', `${inbox}/sessions?queue=waiting`)).body;
  for (const { id } of open)
    assert.equal((await console.call('POST', `${inbox}/sessions/${id}/replies`, { text: 'Hi' })).status, 201);
  await service.app.rooms.jobs.idle();
  assert.deepEqual(mails, []);
});

testWithMail('many left messages to a foreign address send nothing', async (stage, mails) => {
  const { service } = stage;
  for (const text of ['One', 'Two', 'Three'])
    await leaveMessage(stage, { channel: 'WIDGET' }, { text, email: 'victim@example.com' });
  await service.app.rooms.jobs.idle();
  assert.deepEqual(mails, []);
});

testWithMail(
  'the address of one visitor is not used for the message of another',
  async (stage, mails) => {
    const { service, console, inbox } = stage;
    await leaveMessage(stage, {}, { text: 'First', email: 'anna@example.com' });
    const other = await openVisit(service, {});
    const asked = await other.send('I want to talk to a human');
    const conversation_id = conversationOf(asked);
    await other.call('POST', '/handoff/message', {
      conversation_id,
      text: 'Second',
      email: 'ben@example.com',
    });
    const { items } = (await console.call('GET', `${inbox}/sessions?queue=left_message`)).body;
    const second = items.find((one: { conversationId: string }) => one.conversationId === conversation_id);
    await console.call('POST', `${inbox}/sessions/${second.id}/replies`, { text: 'For Ben' });
    await service.app.rooms.jobs.idle();
    assert.deepEqual(
      mails.map(({ to }) => to),
      [['ben@example.com']],
    );
    assert.doesNotMatch(partsOf(mails[0]!)[0]!.text, /share/, 'a widget has no link');
  },
  { FRONTDESK_MAIL_REPLY_TO: 'answers@shop.example' },
);
