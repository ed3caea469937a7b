import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';

const none = 'no-such-file.yaml';
const given = { FRONTDESK_SMTP_HOST: 'mail.example.com', FRONTDESK_MAIL_FROM: 'desk@example.com' };

test('without an SMTP server, e-mail is not set up', () => {
  assert.equal(loadConfig({}, none).mail, undefined);
});

test('the port depends on the encryption, which is STARTTLS by default', () => {
  const { mail } = loadConfig(given, none);
  assert.deepEqual(mail, {
    host: 'mail.example.com',
    port: 587,
    tls: 'starttls',
    login: undefined,
    from: 'desk@example.com',
    replyTo: undefined,
  });
  assert.equal(loadConfig({ ...given, FRONTDESK_SMTP_TLS: 'tls' }, none).mail?.port, 465);
  assert.equal(loadConfig({ ...given, FRONTDESK_SMTP_PORT: '2525' }, none).mail?.port, 2525);
});

const login = { FRONTDESK_SMTP_USER: 'desk', FRONTDESK_SMTP_PASSWORD: 'secret' };

test('a password is sent unencrypted only to this machine', () => {
  const local = { ...given, ...login, FRONTDESK_SMTP_TLS: 'none', FRONTDESK_SMTP_HOST: '::1' };
  assert.deepEqual(loadConfig(local, none).mail?.login, { user: 'desk', password: 'secret' });
  assert.throws(() => loadConfig({ ...given, ...login, FRONTDESK_SMTP_TLS: 'none' }, none), /unencrypted/);
});

for (const [environment, expected] of [
  [{ FRONTDESK_MAIL_FROM: 'desk@example.com' }, /FRONTDESK_SMTP_HOST is required/],
  [{ FRONTDESK_SMTP_HOST: 'mail.example.com' }, /FRONTDESK_MAIL_FROM is required/],
  [{ ...given, FRONTDESK_MAIL_FROM: 'Desk <desk@example.com>' }, /FRONTDESK_MAIL_FROM must be an e-mail/],
  [{ ...given, FRONTDESK_MAIL_REPLY_TO: 'nobody' }, /FRONTDESK_MAIL_REPLY_TO must be an e-mail/],
  [{ ...given, FRONTDESK_SMTP_HOST: 'smtp://mail.example.com' }, /not a URL/],
  [{ ...given, FRONTDESK_SMTP_USER: 'desk' }, /must be set together/],
  [{ ...given, FRONTDESK_SMTP_TLS: 'ssl' }, /must be one of starttls, tls, none/],
  [{ ...given, FRONTDESK_SMTP_PORT: '0' }, /from 1 to 65535/],
] as const)
  test(`refused: ${JSON.stringify(environment)}`, () => {
    assert.throws(() => loadConfig(environment, none), expected);
  });
