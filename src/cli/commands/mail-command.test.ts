import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmtpServer } from '../../../test/support/servers/smtp-server.ts';
import { createCommandLine } from '../../../test/support/service/command-line.ts';

test('a test e-mail is sent, and doctor checks the server', async (context) => {
  const server = await startSmtpServer();
  context.after(server.close);
  const { run } = createCommandLine(context, {
    FRONTDESK_SMTP_HOST: 'localhost',
    FRONTDESK_SMTP_PORT: String(server.port),
    FRONTDESK_SMTP_TLS: 'none',
    FRONTDESK_MAIL_FROM: 'desk@example.com',
  });
  const sent = await run(['mail', 'test', '--to', 'anna@example.com']);
  assert.equal(sent.code, 0, JSON.stringify(sent));
  assert.match(sent.out, /accepted a test e-mail to anna@example.com/);
  assert.deepEqual(
    server.mails.map(({ from, to }) => [from, to]),
    [['desk@example.com', ['anna@example.com']]],
  );
  const refused = await run(['mail', 'test', '--to', 'nobody@example.com']);
  assert.equal(refused.code, 1);
  assert.match((await run(['doctor'])).out, /^ok +E-mail +localhost:\d+ answers \(none, from desk@/m);
});

test('a test e-mail needs an address and a server', async (context) => {
  const { run } = createCommandLine(context);
  assert.equal((await run(['mail', 'test'])).code, 2);
  assert.equal((await run(['mail', 'test', '--to', 'anna'])).code, 2);
  assert.equal((await run(['mail', 'test', '--to', 'anna@example.com'])).code, 1);
});
