import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { serverCertificate, smtpRefusal, startSmtpServer } from '../../test/support/servers/smtp-server.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime } from '../../test/support/time/manual-time.ts';
import type { MailSettings } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import { createJobs } from '../jobs/index.ts';
import { createMailer } from './index.ts';
import type { NewMail } from './mail.ts';
import { createSmtp } from './smtp.ts';

type ServerOptions = SMTPServerOptions & Parameters<typeof startSmtpServer>[0];

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const mail: NewMail = {
  workspaceId: 'w',
  kind: 'notification',
  senderName: 'Shop',
  to: 'anna@example.com',
  subject: 'Hello',
  text: 'A text',
  html: '<p>A text</p>',
};

const settingsFor = (port: number, change: Partial<MailSettings> = {}): MailSettings => ({
  host: 'localhost',
  port,
  tls: 'none',
  login: undefined,
  from: 'desk@shop.example',
  replyTo: undefined,
  ...change,
});

const startServer = async (context: TestContext, options: ServerOptions = {}) => {
  const server = await startSmtpServer(options);
  context.after(server.close);
  return server;
};

const createSender = (db: Database, settings: MailSettings) => {
  const time = createManualTime();
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId: 'one' });
  const smtp = createSmtp({ settings, ca: serverCertificate });
  const mailer = createMailer({ db, clock: time.clock, jobs, settings, smtp });
  const ended: string[] = [];
  mailer.onEnded(async (_tx, { status }) => void ended.push(status));
  const send = (change: Partial<NewMail> = {}) =>
    db.transaction((tx) => mailer.enqueue(tx, { ...mail, ...change }));
  const row = (id: string) =>
    db.query.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { time, jobs, mailer, send, row, ended };
};

const header = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'mi').exec(raw)?.[1]?.replaceAll(/\r\n\s+/g, ' ');

forEachDatabase('an e-mail is sent once, and its text is then deleted', async (db, context) => {
  const server = await startServer(context);
  const { jobs, send, row, ended } = createSender(db, settingsFor(server.port));
  const id = await send();
  assert.equal((await row(id)).status, 'queued');
  await jobs.start();
  await jobs.idle();
  await jobs.stop({ graceMs: 0 });
  const [received, ...more] = server.mails;
  assert.deepEqual(more, []);
  assert.deepEqual([received!.from, received!.to], ['desk@shop.example', ['anna@example.com']]);
  assert.equal(header(received!.raw, 'Message-ID'), `<${id}@shop.example>`);
  assert.equal(header(received!.raw, 'From'), 'Shop <desk@shop.example>');
  assert.equal(header(received!.raw, 'Auto-Submitted'), 'auto-generated');
  const { status, body_text, body_html, error } = await row(id);
  assert.deepEqual([status, body_text, body_html, error], ['sent', '', '', null]);
  assert.deepEqual(ended, ['sent']);
});

forEachDatabase('an e-mail of a transaction that is rolled back is not sent', async (db, context) => {
  const server = await startServer(context);
  const { jobs, mailer } = createSender(db, settingsFor(server.port));
  const rolledBack = db.transaction(async (tx) => {
    await mailer.enqueue(tx, mail);
    throw new Error('rolled back');
  });
  await assert.rejects(rolledBack, /rolled back/);
  await jobs.start();
  await jobs.idle();
  await jobs.stop({ graceMs: 0 });
  assert.deepEqual(server.mails, []);
});

forEachDatabase(
  'a refused recipient fails at once, as a failed job that can be retried',
  async (db, context) => {
    const server = await startServer(context);
    const { jobs, send, row, ended } = createSender(db, settingsFor(server.port));
    const id = await send({ to: 'nobody@example.com' });
    await jobs.start();
    await jobs.idle();
    const { status, error, body_text } = await row(id);
    assert.equal(status, 'failed');
    assert.match(error!, /550 No mailbox nobody@example.com/);
    assert.equal(body_text, 'A text');
    assert.deepEqual(ended, ['failed']);
    const failed = await jobs.listOf('w', { state: 'failed' }, { offset: 0, limit: 10 });
    assert.deepEqual(
      failed.map((job) => [job.id, job.attempts]),
      [[id, 1]],
    );
    await db.query.updateTable('mails').set({ to_address: 'anna@example.com' }).execute();
    await db.transaction((tx) => jobs.retryIn(tx, 'w', id));
    await jobs.idle();
    await jobs.stop({ graceMs: 0 });
    assert.equal((await row(id)).status, 'sent');
    assert.equal(server.mails.length, 1);
  },
);

forEachDatabase('a temporary failure is retried with the same Message-ID', async (db, context) => {
  const server = await startServer(context, {
    onMail: (_mail, number) => (number < 3 ? smtpRefusal(451, 'Try again later') : undefined),
  });
  const { time, jobs, send, row } = createSender(db, settingsFor(server.port));
  const id = await send();
  await jobs.start();
  await jobs.idle();
  assert.equal(server.mails.length, 1);
  assert.deepEqual([(await row(id)).status, /451/.test((await row(id)).error!)], ['queued', true]);
  time.advance(9_000);
  await jobs.idle();
  assert.equal(server.mails.length, 1);
  await eventually('all attempts were made', async () => {
    time.advance(10_000);
    await jobs.idle();
    return server.mails.length === 3;
  });
  await jobs.idle();
  await jobs.stop({ graceMs: 0 });
  assert.equal((await row(id)).status, 'sent');
  assert.equal(new Set(server.mails.map(({ raw }) => header(raw, 'Message-ID'))).size, 1);
});

forEachDatabase(
  'an e-mail whose end could not be recorded is sent again with the same Message-ID',
  async (db, context) => {
    const server = await startServer(context, {
      onMail: async (_mail, number) => {
        if (number === 1)
          await db.query.updateTable('jobs').set({ leased_by: 'other', leased_until: 1 }).execute();
        return undefined;
      },
    });
    const { time, jobs, send, row, ended } = createSender(db, settingsFor(server.port));
    const id = await send();
    await jobs.start();
    await eventually('it was sent again', async () => {
      time.advance(10_000);
      await jobs.idle();
      return (await row(id)).status === 'sent';
    });
    await jobs.stop({ graceMs: 0 });
    assert.equal(server.mails.length, 2);
    assert.equal(header(server.mails[0]!.raw, 'Message-ID'), header(server.mails[1]!.raw, 'Message-ID'));
    assert.deepEqual(ended, ['sent']);
  },
);

forEachDatabase('e-mails of a deleted conversation or operator are not sent', async (db, context) => {
  const server = await startServer(context);
  const { jobs, send } = createSender(db, settingsFor(server.port));
  await send();
  await db.query.deleteFrom('mails').execute();
  await jobs.start();
  await jobs.idle();
  await jobs.stop({ graceMs: 0 });
  assert.deepEqual(server.mails, []);
  assert.deepEqual(await jobs.listOf('w', { state: 'failed' }, { offset: 0, limit: 10 }), []);
});

forEachDatabase('bad recipients and a missing server are refused when the e-mail is written', async (db) => {
  const { mailer, send, jobs, time } = createSender(db, settingsFor(1));
  for (const to of ['', 'anna', 'a@b\r\nBcc: c@d.example', 'a@b.example,c@d.example', 'A <a@b.example>'])
    await assert.rejects(send({ to }), /recipient is not valid/, to);
  await assert.rejects(send({ text: 'x'.repeat(400_001) }), /too long/);
  assert.equal(mailer.isConfigured, true);
  const other = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId: 'two' });
  const without = createMailer({ db, clock: time.clock, jobs: other, settings: undefined });
  assert.equal(without.isConfigured, false);
  await assert.rejects(
    db.transaction((tx) => without.enqueue(tx, mail)),
    /E-mail is not set up/,
  );
  await jobs.stop({ graceMs: 0 });
});

const envelope = {
  kind: 'reply' as const,
  sender_name: 'Shop',
  to_address: 'anna@example.com',
  subject: 'Hello',
  body_text: 'A text',
  body_html: '<p>A text</p>',
  message_id: '<1@shop.example>',
};

for (const tls of ['starttls', 'tls'] as const)
  test(`the connection is encrypted and signed in with ${tls}`, async (context) => {
    const server = await startServer(context, { secure: tls === 'tls', authOptional: false });
    const settings = settingsFor(server.port, { tls, login: { user: 'desk', password: 'correct' } });
    await createSmtp({ settings, ca: serverCertificate }).send(envelope);
    assert.deepEqual(
      server.mails.map(({ isEncrypted, user }) => [isEncrypted, user]),
      [[true, 'desk']],
    );
    // Without the authority, the certificate is not accepted, and nothing is sent.
    await assert.rejects(createSmtp({ settings }).send(envelope), /certificate/);
    assert.equal(server.mails.length, 1);
  });

test('starttls refuses a server without encryption, and does not send the password', async (context) => {
  const logins: string[] = [];
  const server = await startServer(context, {
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => {
      logins.push(username!);
      done(null, { user: username });
    },
  });
  const settings = settingsFor(server.port, {
    tls: 'starttls',
    login: { user: 'desk', password: 'correct' },
  });
  await assert.rejects(createSmtp({ settings, ca: serverCertificate }).send(envelope), /STARTTLS|TLS/i);
  assert.deepEqual([logins, server.mails], [[], []]);
});

test('a wrong password fails the check, and is not in the error', async (context) => {
  const server = await startServer(context, { authOptional: false });
  const settings = settingsFor(server.port, {
    tls: 'starttls',
    login: { user: 'desk', password: 'guessed-wrong' },
  });
  const failure = await createSmtp({ settings, ca: serverCertificate })
    .check()
    .catch((error: Error) => error);
  assert.ok(failure instanceof Error);
  assert.match(failure.message, /Invalid login|Wrong password/);
  assert.doesNotMatch(failure.message, /guessed-wrong/);
});

test('a server that does not answer is given up', async (context) => {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const settings = settingsFor((server.address() as AddressInfo).port, { host: '127.0.0.1' });
  const smtp = createSmtp({ settings, connectTimeoutMs: 100, idleTimeoutMs: 100, totalTimeoutMs: 60_000 });
  await assert.rejects(smtp.send(envelope), /Greeting never received|timeout/i);
});

test('a server that answers slowly for ever is given up', async (context) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(timer));
    const timer = setInterval(() => socket.write('220-still here\r\n'), 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const settings = settingsFor((server.address() as AddressInfo).port, { host: '127.0.0.1' });
  const smtp = createSmtp({ settings, connectTimeoutMs: 60_000, idleTimeoutMs: 60_000, totalTimeoutMs: 200 });
  await assert.rejects(smtp.send(envelope), /did not answer within/);
});

test('an e-mail that is too large for the server is refused', async (context) => {
  const server = await startServer(context, { size: 1000 });
  const smtp = createSmtp({ settings: settingsFor(server.port) });
  await assert.rejects(smtp.send({ ...envelope, body_text: 'x'.repeat(5000) }), /too large|552|size/i);
});
