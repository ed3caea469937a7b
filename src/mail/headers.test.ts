import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmtpServer } from '../../test/support/servers/smtp-server.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { newMailRow } from './mail.ts';
import { createSmtp } from './smtp.ts';

const rowOf = (senderName: string, subject: string) =>
  newMailRow(
    {
      workspaceId: 'w',
      kind: 'reply',
      senderName,
      to: 'ünsal@exämple.com',
      subject,
      text: 'Größe 你好',
      html: '',
    },
    { id: 'a'.repeat(24), nowMs: 1, from: 'desk@shop.example' },
  );

test('names and subjects cannot add headers or recipients', async (context) => {
  const server = await startSmtpServer();
  context.after(server.close);
  const settings = {
    host: 'localhost',
    port: server.port,
    tls: 'none' as const,
    login: undefined,
    from: 'desk@shop.example',
    replyTo: 'answers@shop.example',
  };
  const attack = 'A\r\nBcc: victim@example.com\r\n\r\nBody\u2028"<x@y.example>, \u202ebad';
  await createSmtp({ settings }).send({ ...rowOf(attack, attack), to_address: 'anna@example.com' });
  const [mail] = server.mails;
  assert.deepEqual(mail!.to, ['anna@example.com']);
  const head = mail!.raw.split('\r\n\r\n')[0]!.replaceAll(/\r\n /g, ' ');
  assert.doesNotMatch(head, /^(Bcc|victim)/m);
  assert.match(head, /^From: .*<desk@shop\.example>$/m);
  assert.match(head, /^Reply-To: answers@shop\.example$/m);
  assert.match(head, /^To: anna@example\.com$/m);
});

test('names, subjects, texts and addresses of other scripts arrive unchanged', async (context) => {
  const server = await startSmtpServer();
  context.after(server.close);
  const settings = {
    host: 'localhost',
    port: server.port,
    tls: 'none' as const,
    login: undefined,
    from: 'desk@shop.example',
    replyTo: undefined,
  };
  await createSmtp({ settings }).send(rowOf('Müller 客服', 'Réponse 回复'));
  const [mail] = server.mails;
  assert.deepEqual(mail!.to, ['ünsal@exämple.com']);
  const encoded = (text: string) =>
    [...mail!.raw.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)]
      .map(([, kind, value]) =>
        kind!.toUpperCase() === 'B'
          ? Buffer.from(value!, 'base64').toString()
          : decodeURIComponent(value!.replaceAll('_', ' ').replaceAll('=', '%')),
      )
      .join('')
      .includes(text);
  assert.ok(encoded('Müller 客服') && encoded('Réponse 回复'), mail!.raw);
});

test('long names and subjects are shortened, without broken characters', () => {
  const { sender_name, subject } = rowOf('😀'.repeat(300), 's'.repeat(100_000));
  assert.equal(sender_name, `${'😀'.repeat(99)}…`);
  assert.equal(subject.length, 200);
});

for (const [address, expected] of [
  ["o'brien+orders@example.com", true],
  ['a@localhost', true],
  ['用户@例え.jp', true],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'b.'.repeat(130)}com`, false],
  ['.a@example.com', false],
  ['a..b@example.com', false],
  ['"a b"@example.com', false],
  ['a@[127.0.0.1]', false],
  ['a@-b.com', false],
  ['a@b..com', false],
  ['a@b.com\n', false],
  ['a b@example.com', false],
  ['@example.com', false],
  ['a@', false],
] as const)
  test(`${JSON.stringify(address.slice(0, 70))} is ${expected ? '' : 'not '}an address`, () => {
    assert.equal(isMailAddress(address), expected);
  });
