import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSender, type EmailCursor, mostMailsOfSender } from './email-cursor.ts';
import { parseHeaders, readBounce, threadOf } from './email-message.ts';
import { ownText, textOfHtml } from './email-text.ts';

test('quoted messages and signatures of common mail programs are removed', () => {
  const cases = [
    'Yes.\n\nOn Tue, 3 Nov 2026 at 10:00, Shop\n<shop@example.com> wrote:\n> Do you?',
    'Yes.\n\nAm 03.11.2026 um 10:00 schrieb Shop:\n> Do you?',
    'Yes.\n\nLe mar. 3 nov. 2026 à 10:00, Shop a écrit :\n> Do you?',
    'Yes.\n\nEl mar, 3 nov 2026, Shop escribió:\n> Do you?',
    'Yes.\n\nShop 于2026年11月3日周二 写道：\n> Do you?',
    'Yes.\n\n-----Original Message-----\nFrom: Shop\nDo you?',
    'Yes.\n\nFrom: Shop <shop@example.com>\nSent: Tuesday\nTo: Ada\n\nDo you?',
    '> Do you?\n\nYes.\n-- \nAda',
  ];
  for (const text of cases) assert.equal(ownText(text), 'Yes.', text);
  assert.equal(ownText('From: me, with love\nto you'), 'From: me, with love\nto you');
});

test('HTML becomes text without styles, quotations and comments', () => {
  assert.equal(
    textOfHtml(
      '<head><style>a</style></head><p>One &lt;two&gt;&#33;</p><!-- x > y --><div>Three<br>Four</div>',
    ),
    'One <two>!\n\nThree\nFour',
  );
  assert.equal(textOfHtml('Yes<div class="gmail_quote">On… <div>inner</div> wrote</div> end'), 'Yes end');
  assert.equal(textOfHtml('a < b <'), 'a');
});

test('hostile text and HTML are read in a time that grows with their length only', () => {
  for (const piece of ['<', '<!--', '&', '<div ', 'On ', '> ', '\n', '<blockquote>', '_']) {
    const long = piece.repeat(200_000 / piece.length);
    assert.ok(textOfHtml(long).length <= long.length);
    assert.ok(ownText(long).length <= long.length);
  }
});

test('a thread is found by replies of the service, then by the first reference', () => {
  const thread = 'a'.repeat(32);
  const read = (lines: string[]) => threadOf(parseHeaders(Buffer.from(lines.join('\r\n'))));
  const own = `<frontdesk.${thread}.${'b'.repeat(24)}@example.com>`;
  assert.equal(read(['Message-ID: <c@x>', `In-Reply-To: ${own}`]).thread, thread);
  const first = read(['Message-ID: <a@x>']).thread;
  assert.equal(
    read(['Message-ID: <c@x>', 'References: <a@x>', ' <b@x>', 'In-Reply-To: <b@x>']).thread,
    first,
  );
  assert.deepEqual(read(['Message-ID: <c@x>', 'References: <a@x>\r\n\t<b@x>']).references, [
    '<a@x>',
    '<b@x>',
  ]);
});

test('only final failures of own mails are bounces', () => {
  const id = `Message-ID: <frontdesk.${'a'.repeat(32)}.${'b'.repeat(24)}@x>`;
  assert.equal(readBounce(`Status: 5.0.0\n${id}`)?.deliveryId, 'b'.repeat(24));
  assert.equal(readBounce(`Status: 4.4.1\n${id}`), undefined);
  assert.equal(readBounce('Status: 5.0.0\nMessage-ID: <other@x>'), undefined);
});

test('mails of a sender are counted for an hour, and the number of senders is limited', () => {
  const cursor: EmailCursor = { validity: '1', uid: 1, senders: {}, hour: 0 };
  for (let count = 0; count < mostMailsOfSender; count += 1) assert.ok(countSender(cursor, 'a', 0));
  assert.ok(!countSender(cursor, 'a', 0));
  for (let index = 0; index < 500; index += 1) countSender(cursor, `sender-${index}`, 0);
  assert.ok(!countSender(cursor, 'a', 0), 'the one who wrote most is not forgotten');
  assert.ok(JSON.stringify(cursor).length < 10_000);
  assert.ok(countSender(cursor, 'a', 60 * 60 * 1000));
});
