import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import {
  type ConnectionStage,
  type ServiceOptions,
  withConnection,
} from '../../support/platforms/with-connection.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { mailboxPassword, startDovecot } from '../../support/servers/dovecot.ts';
import {
  type ReceivedMail,
  serverCertificate,
  smtpRefusal,
  startSmtpServer,
} from '../../support/servers/smtp-server.ts';
import { eventually } from '../../support/time/eventually.ts';

const own = 'shop@example.com';
const usual = getCACertificates('default');
let dovecot: Awaited<ReturnType<typeof startDovecot>>;
let mailboxes = 0;

before(async () => {
  if (skipWithout('dovecot') !== false) return;
  setDefaultCACertificates([...usual, serverCertificate]);
  dovecot = await startDovecot();
});

after(async () => {
  setDefaultCACertificates(usual);
  await dovecot?.close();
});

interface Stage extends ConnectionStage {
  smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  mailbox: string;
  fields: Record<string, string>;
  deliver(mail: string): void;
  /** Asks the mailbox now instead of at the interval, and waits until everything is processed. */
  pull(): Promise<void>;
  /** Waits until this number of mails was sent. */
  sent(count: number): Promise<ReceivedMail[]>;
}

type OnMail = NonNullable<NonNullable<Parameters<typeof startSmtpServer>[0]>['onMail']>;

const testEmail = (
  name: string,
  {
    onMail,
    fields: more = {},
    ...options
  }: ServiceOptions & { onMail?: OnMail; fields?: Record<string, string> },
  work: (stage: Stage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, {
      skip: skipWithout('dovecot') || (kind === 'postgres' ? skipWithout('postgres') : false),
    }, async () => {
      const smtp = await startSmtpServer({ secure: true, ...(onMail ? { onMail } : {}) });
      mailboxes += 1;
      const mailbox = `box-${mailboxes}`;
      const fields = {
        address: own,
        user: mailbox,
        password: mailboxPassword,
        imapHost: 'localhost',
        imapPort: String(dovecot.port),
        smtpHost: 'localhost',
        smtpPort: String(smtp.port),
        senderName: 'Shop',
        ...more,
      };
      try {
        await withConnection(kind, { platform: 'email', fields, urls: '' }, options, async (stage) => {
          const { app } = stage.service;
          const pulledAt = async () =>
            (await app.db.query.selectFrom('channel_pulls').select('pulled_at').executeTakeFirst())
              ?.pulled_at;
          const idle = async () => {
            const waiting = await app.db.query
              .selectFrom('channel_updates')
              .select('update_key')
              .where('processed_at', 'is', null)
              .execute();
            return waiting.length === 0;
          };
          // The first pull only finds the end of the mailbox.
          await eventually('the mailbox was read', async () => typeof (await pulledAt()) === 'number');
          await work({
            ...stage,
            smtp,
            mailbox,
            fields,
            deliver: (mail) => dovecot.deliver(mailbox, mail),
            pull: async () => {
              const connections = app.rooms.connectors.connections;
              const start = await app.db.query
                .selectFrom('channel_pulls')
                .selectAll()
                .executeTakeFirstOrThrow();
              await connections.pullNow((await connections.findNewest(stage.connection.id))!);
              await eventually('the mailbox was read again', async () => {
                const now = await app.db.query
                  .selectFrom('channel_pulls')
                  .selectAll()
                  .executeTakeFirstOrThrow();
                return now.pulled_at !== start.pulled_at || now.failures !== start.failures;
              });
              await eventually('the mails were processed', idle);
            },
            sent: async (count) => {
              await eventually(`${count} mails were sent`, () => smtp.mails.length >= count);
              return smtp.mails;
            },
          });
        });
      } finally {
        await smtp.close();
      }
    });
};

let number = 0;

const mailOf = (
  text: string,
  {
    from = 'Ada Lovelace <ada@customer.example>',
    subject = 'Shoes',
    headers = [],
  }: { from?: string; subject?: string; headers?: string[] } = {},
): string => {
  number += 1;
  return [
    'Return-Path: <ada@customer.example>',
    `From: ${from}`,
    `To: ${own}`,
    `Subject: ${subject}`,
    ...(headers.some((header) => header.startsWith('Message-ID'))
      ? []
      : [`Message-ID: <mail-${number}@customer.example>`]),
    'Date: Wed, 18 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
    ...(headers.some((header) => header.startsWith('Content-Type'))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
    '',
  ].join('\n');
};

const headerOf = ({ raw }: ReceivedMail, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im')
    .exec(raw)?.[1]
    ?.replaceAll(/\r?\n[ \t]+/g, ' ')
    .trim() ?? '';

testEmail(
  'a mail is answered in its thread, and the answer to that continues the conversation',
  {},
  async (stage) => {
    const { deliver, pull, sent, service } = stage;
    deliver(
      mailOf('Do you have **red** shoes?\n\n-- \nAda\nLovelace Ltd.', {
        headers: ['Message-ID: <first@customer.example>'],
      }),
    );
    await pull();
    const [reply] = await sent(1);
    assert.deepEqual(reply!.to, ['ada@customer.example']);
    assert.equal(headerOf(reply!, 'Subject'), 'Re: Shoes');
    assert.equal(headerOf(reply!, 'In-Reply-To'), '<first@customer.example>');
    assert.equal(headerOf(reply!, 'References'), '<first@customer.example>');
    assert.equal(headerOf(reply!, 'Auto-Submitted'), 'auto-replied');
    assert.match(headerOf(reply!, 'From'), /Shop.*<shop@example.com>/);
    assert.match(reply!.raw, /multipart\/alternative/);
    assert.match(reply!.raw, /You said: Shoes/);
    assert.match(reply!.raw, /<b>red<\/b>/);
    assert.doesNotMatch(reply!.raw, /Lovelace Ltd/);
    assert.ok(reply!.isEncrypted);

    const quoted = 'And blue ones?\n\nOn Wed, 18 Nov 2026, Shop wrote:\n> You said: Shoes';
    deliver(
      mailOf(quoted, { subject: 'Re: Shoes', headers: [`In-Reply-To: ${headerOf(reply!, 'Message-ID')}`] }),
    );
    await pull();
    const [, second] = await sent(2);
    assert.match(second!.raw, /You said: And blue ones\?/);
    assert.doesNotMatch(second!.raw, /wrote/);
    const page = await service.call(
      'GET',
      '/v1/bot/conversation/page?conversation_type=CUSTOMER_SERVICE_APP_1',
    );
    assert.equal(page.body.total, 1);
    const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    assert.deepEqual(await service.app.rooms.users.attributes(id, page.body.list[0].user_id), {
      name: 'Ada Lovelace',
      email: 'ada@customer.example',
    });
    const listDeliveries = () => service.app.db.query.selectFrom('deliveries').selectAll().execute();
    // The result is recorded after the mail server has answered.
    await eventually('both deliveries are recorded', async () =>
      (await listDeliveries()).every(({ status }) => status === 'delivered'),
    );
    assert.deepEqual(
      (await listDeliveries()).map(({ target, status }) => [target, status]),
      [
        ['channel', 'delivered'],
        ['channel', 'delivered'],
      ],
    );
  },
);

testEmail('a mail is answered once, also if the folder is numbered anew', {}, async (stage) => {
  const { deliver, pull, sent, mailbox, service, smtp } = stage;
  deliver(mailOf('one'));
  await pull();
  await sent(1);
  dovecot.renumber(mailbox);
  deliver(mailOf('two', { subject: 'Other' }));
  await pull();
  await sent(2);
  await pull();
  await service.restart();
  const updates = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
  assert.equal(updates.length, 2);
  assert.equal(smtp.mails.length, 2);
});

testEmail('mails of programs, lists and the own address are not answered', {}, async (stage) => {
  const { deliver, pull, service } = stage;
  deliver(mailOf('I am away', { headers: ['Auto-Submitted: auto-replied'] }));
  deliver(mailOf('News', { headers: ['Precedence: bulk'] }));
  deliver(mailOf('News', { headers: ['List-Id: <news.example>'] }));
  deliver(mailOf('Me', { from: own }));
  deliver(mailOf('No address', { from: 'nobody' }));
  deliver(mailOf('Person', { headers: ['Auto-Submitted: no'] }));
  await pull();
  const updates = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
  assert.equal(updates.length, 1);
});

testEmail('a sender gets at most 20 answers in an hour', {}, async ({ deliver, pull, service }) => {
  for (let index = 0; index < 22; index += 1) deliver(mailOf(`Mail ${index}`, { subject: `S${index}` }));
  await pull();
  await eventually('both pages were read', async () => {
    const { cursor } = await service.app.db.query
      .selectFrom('channel_pulls')
      .select('cursor')
      .executeTakeFirstOrThrow();
    return JSON.parse(cursor!).uid >= 22;
  });
  const updates = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
  assert.equal(updates.length, 20);
});

testEmail('a returned mail makes its delivery failed', {}, async ({ deliver, pull, sent, service }) => {
  deliver(mailOf('Hello'));
  await pull();
  const [reply] = await sent(1);
  const report = [
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@customer.example',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 No such user',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${headerOf(reply!, 'Message-ID')}`,
    '--b--',
  ].join('\n');
  const headers = ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'];
  await eventually('the delivery is recorded', async () => {
    const row = await service.app.db.query.selectFrom('deliveries').select('status').executeTakeFirst();
    return row?.status === 'delivered';
  });
  deliver(mailOf(report, { from: 'MAILER-DAEMON@mx.example', headers }));
  await pull();
  const row = await service.app.db.query.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.status, 'dead');
  assert.match(row.error!, /5\.1\.1 .*No such user/);
});

testEmail(
  'only verified senders are answered if the mail server is named',
  { fields: { authServer: 'mx.shop.example' } },
  async ({ deliver, pull, sent, service }) => {
    deliver(mailOf('Forged'));
    deliver(mailOf('Forged', { headers: ['Authentication-Results: mx.evil.example; dmarc=pass'] }));
    deliver(mailOf('Forged', { headers: ['Authentication-Results: mx.shop.example; spf=pass; dmarc=fail'] }));
    deliver(mailOf('Real', { headers: ['Authentication-Results: mx.shop.example; spf=pass; dmarc=pass'] }));
    await pull();
    assert.match((await sent(1))[0]!.raw, /Real/);
    const updates = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
    assert.equal(updates.length, 1);
  },
);

testEmail('HTML without text and attachments are read, files are sent', {}, async (stage) => {
  const { deliver, pull, sent, service } = stage;
  const html = [
    '--m',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<html><style>p {}</style><p>Gr=FC=DFe &amp; more</p><blockquote>Old text</blockquote></html>',
    '--m',
    'Content-Type: text/plain; name=note.txt',
    'Content-Disposition: attachment; filename=note.txt',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Shoes cost 40 euros.').toString('base64'),
    '--m--',
  ].join('\n');
  deliver(mailOf(html, { headers: ['Content-Type: multipart/mixed; boundary=m'] }));
  await pull();
  const [reply] = await sent(1);
  assert.match(reply!.raw, /Shoes cost 40 euros/);
  const messages = await service.app.db.query.selectFrom('rounds').select('question').execute();
  assert.match(JSON.stringify(messages), /Grüße & more/);
  assert.doesNotMatch(JSON.stringify(messages), /Old text/);
  await sendToChat(stage, { text: 'Which?', choices: ['red'] });
  assert.match((await sent(2))[1]!.raw, /Which\?[\s\S]*red/);
});

testEmail(
  'a temporary refusal is repeated, a final one ends the delivery',
  { onMail: (mail) => smtpRefusal(mail.raw.includes('later') ? 451 : 554, 'Not now') },
  async ({ deliver, pull, service }) => {
    deliver(mailOf('later', { subject: 'later' }));
    deliver(mailOf('never', { subject: 'never' }));
    await pull();
    const rows = () =>
      service.app.db.query.selectFrom('deliveries').selectAll().orderBy('created_at').execute();
    await eventually(
      'both were tried',
      async () => (await rows()).filter(({ attempts }) => attempts > 0).length === 2,
    );
    assert.deepEqual((await rows()).map(({ status }) => status).sort(), ['dead', 'pending']);
  },
);

testEmail('credentials and servers are checked when a connection is added', {}, async (stage) => {
  const { manage, path, fields, service } = stage;
  const create = async (change: Record<string, string>) =>
    (
      await manage('POST', path, {
        platform: 'email',
        name: 'X',
        fields: { ...fields, user: 'other', ...change },
      })
    ).body.message as string;
  assert.match(await create({ password: 'wrong' }), /IMAP server does not accept/);
  assert.match(await create({ address: 'nobody' }), /fields\.address must be an e-mail address/);
  assert.match(await create({ imapHost: 'local host' }), /fields\.imapHost must be a host name/);
  assert.match(await create({ imapHost: '10.0.0.1' }), /10\.0\.0\.1/);
  assert.match(await create({ smtpPort: String(dovecot.port) }), /SMTP server localhost cannot be used/);
  assert.match(await create({ folder: 'Nowhere' }), /no folder Nowhere/);
  setDefaultCACertificates(usual);
  assert.match(await create({}), /IMAP server localhost cannot be used: .*CERT/);
  setDefaultCACertificates([...usual, serverCertificate]);
  assert.match(await create({ user: stage.mailbox }), /already connected/);
  const row = await service.app.db.query
    .selectFrom('channel_connections')
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(row), new RegExp(`"${mailboxPassword}"`));
});

testEmail('a refused password is shown at the connection and stops the calls', {}, async (stage) => {
  const { service, connection, manage, path } = stage;
  const { db, rooms } = service.app;
  const found = (await rooms.connectors.connections.findNewest(connection.id))!;
  const credentials = { account: found.account, settings: found.settings, secrets: { password: 'wrong' } };
  await db.transaction((tx) => rooms.connectors.connections.update(tx, found, { credentials }));
  await eventually('the problem is shown', async () =>
    /does not accept/.test((await manage('GET', path)).body.items[0].lastError ?? ''),
  );
  assert.equal(await rooms.jobs.count('channel-pulls'), 0);
});
