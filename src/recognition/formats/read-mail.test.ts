import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CFB } from '@e965/xlsx';
import { makeDocx, paragraph } from '../../../test/support/recognition/make-docx.ts';
import { detectType } from '../detect/detect-type.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import { RecognitionError } from '../recognition-error.ts';
import { readFile } from '../worker/read-file.ts';

const noPictures: PictureReader = {
  read: () => Promise.reject(new Error('not called')),
  close: async () => {},
};

const read = (bytes: Uint8Array | string, name: string) =>
  readFile(
    {
      bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
      name,
      declaredFormat: undefined,
      deadlineMs: Number.POSITIVE_INFINITY,
    },
    noPictures,
  );

const fails = async (reading: Promise<unknown>, reason: string) =>
  assert.rejects(reading, (error) => error instanceof RecognitionError && error.reason === reason);

const part = (headers: string[], body: string): string => `${headers.join('\r\n')}\r\n\r\n${body}`;
const multipart = (type: string, boundary: string, parts: string[]): string =>
  part(
    [`Content-Type: multipart/${type}; boundary="${boundary}"`],
    `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`,
  );
const attach = (name: string, bytes: Uint8Array | string, type = 'application/octet-stream'): string =>
  part(
    [
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
    ],
    Buffer.from(bytes as Uint8Array)
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
  );
const head = [
  'From: =?utf-8?q?J=C3=B6rg?= <joerg@example.com>',
  'To: Ann <ann@example.com>,',
  '\tBob <bob@example.com>',
  'Subject: =?ISO-8859-1?B?S/xjaGU=?= =?ISO-8859-1?Q?_order?=',
  'Date: Tue, 3 Nov 2026 10:00:00 +0100',
  'MIME-Version: 1.0',
].join('\r\n');

test('an e-mail has its header fields, the formatted text and its attachments', async () => {
  const alternative = multipart('alternative', 'alt', [
    part(['Content-Type: text/plain'], 'plain words'),
    multipart('related; type="text/html"', 'rel', [
      part(
        ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
        '<title>x</title><h2>Ask</h2><ul><li>caf=C3=A9 =\r\nau lait</li></ul>',
      ),
      part(
        ['Content-Type: image/png', 'Content-ID: <logo>', 'Content-Transfer-Encoding: base64'],
        'iVBORw0K',
      ),
    ]),
  ]);
  const mail = `${head}\r\n${multipart('mixed', 'mix', [
    alternative,
    attach('terms.docx', makeDocx(paragraph('Thirty days'))),
    attach('archive.rar', 'Rar!\x1a\x07\x00'),
    part(["Content-Type: text/plain; name*0*=UTF-8''n%C3%B6te; name*1*=.txt"], 'A note'),
  ])}`;
  const { markdown, warnings, format } = await read(mail, 'mail.eml');
  assert.equal(format, 'eml');
  assert.deepEqual(markdown.split('\n\n'), [
    '# Küche order',
    '- From: Jörg <joerg@example.com>\n- To: Ann <ann@example.com>, Bob <bob@example.com>\n- Date: Tue, 3 Nov 2026 10:00:00 +0100',
    '## Ask',
    '- café au lait',
    '## Attachment: terms.docx',
    'Thirty days',
    '## Attachment: nöte.txt',
    'A note',
  ]);
  assert.deepEqual(warnings, [
    'The attachment "archive.rar" was not read: Files of the type "archive" cannot be read',
  ]);
});

test('plain text keeps its lines, and flowed text its paragraphs', async () => {
  const plain = await read(`${head}\r\n\r\nHello,\r\n# 1\r\n\r\nBye`, 'a.eml');
  assert.ok(plain.markdown.endsWith('Hello,\n\\# 1\n\nBye'), plain.markdown);
  const flowed = await read(
    `${head}\r\nContent-Type: text/plain; format=flowed\r\n\r\nOne \r\nsentence.\r\n\r\nNext`,
    'a.eml',
  );
  assert.ok(flowed.markdown.endsWith('One sentence.\n\nNext'), flowed.markdown);
});

test('a forwarded e-mail is read, and a loop of attachments ends with a warning', async () => {
  let mail = `${head}\r\n\r\ninnermost`;
  for (let depth = 1; depth <= 6; depth += 1)
    mail = `${head.replace(/Subject: [^\n]*/, `Subject: level ${depth}\r`)}\r\n${multipart(
      'mixed',
      `m${depth}`,
      [part(['Content-Type: text/plain'], `text ${depth}`), part(['Content-Type: message/rfc822'], mail)],
    )}`;
  const { markdown, warnings } = await read(mail, 'a.eml');
  for (const text of ['text 6', 'text 3']) assert.ok(markdown.includes(text), markdown);
  assert.ok(!markdown.includes('text 2') && !markdown.includes('innermost'));
  assert.match(warnings.join(), /nested too deeply/);
});

test('encrypted e-mails and hostile structures are refused with a reason', async () => {
  const sealed = part(
    ['Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'],
    'MIAG',
  );
  await fails(read(`${head}\r\n${sealed}`, 'a.eml'), 'encrypted');
  await fails(read(`${head}\r\n${multipart('encrypted', 'e', ['\r\nx'])}`, 'a.eml'), 'encrypted');
  let nested = 'text';
  for (let depth = 0; depth < 40; depth += 1) nested = multipart('mixed', `b${depth}b`, [nested]);
  await fails(read(`${head}\r\n${nested}`, 'a.eml'), 'too-complex');
  const many = multipart(
    'mixed',
    'x',
    Array.from({ length: 3_000 }, () => part(['Content-Type: text/plain'], 'y')),
  );
  await fails(read(`${head}\r\n${many}`, 'a.eml'), 'too-complex');
});

test('long runs of blanks do not delay reading', async () => {
  const blanks = ' '.repeat(2_000_000);
  const encoded = part(
    ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'],
    `a${blanks}b${blanks}\r\nc=\r\nd`,
  );
  const { markdown } = await read(`${head}\r\n${encoded}`, 'a.eml');
  assert.ok(markdown.endsWith('b\ncd'), markdown.slice(-20));
});

test('many attachments are read up to the limit', async () => {
  const mail = multipart(
    'mixed',
    'x',
    Array.from({ length: 60 }, (_, index) => attach(`${index}.txt`, `word${index}`)),
  );
  const { markdown, warnings } = await read(`${head}\r\n${mail}`, 'a.eml');
  assert.ok(markdown.includes('word49') && !markdown.includes('word50'));
  assert.deepEqual(warnings, ['Only the first 50 attachments were read']);
});

test('e-mails are recognised by content, and web archives are not e-mails', async () => {
  const format = async (text: string, name?: string) =>
    (await detectType({ bytes: Buffer.from(text) }, name)).format;
  assert.equal(await format(`${head}\r\n\r\nHello`), 'eml');
  assert.equal(await format('words', 'a.eml'), 'eml');
  assert.equal(await format(`${head}\r\n\r\nHello`, 'a.txt'), 'txt');
  assert.equal(await format('From: nobody\nthe words of a letter'), 'txt');
  assert.equal(await format('MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x'), 'html');
});

type Streams = Record<string, string | Uint8Array>;
const wide = (text: string) => Buffer.from(text, 'utf16le');

const makeMsg = (streams: Streams): Buffer => {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${path}`, typeof content === 'string' ? wide(content) : content);
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
};

const properties = (headerBytes: number): Buffer => {
  const table = Buffer.alloc(headerBytes + 16);
  table.writeUInt32LE(0x00390040, headerBytes);
  table.writeBigUInt64LE(BigInt(Date.UTC(2026, 10, 3, 9) + 11_644_473_600_000) * 10_000n, headerBytes + 8);
  return table;
};

const outlook: Streams = {
  '__properties_version1.0': properties(32),
  '__substg1.0_0037001F': 'Quarterly report',
  '__substg1.0_0C1A001F': 'Ann',
  '__substg1.0_5D01001F': 'ann@example.com',
  '__substg1.0_0E04001F': 'Bob; Carl',
  '__substg1.0_1000001F': 'Plain body',
  '__substg1.0_10130102': Buffer.from('<html><body><p>Figures:</p><ol><li>Ten</li></ol></body></html>'),
  '__attach_version1.0_#00000000/__substg1.0_3707001F': 'terms.docx',
  '__attach_version1.0_#00000000/__substg1.0_37010102': makeDocx(paragraph('Thirty days')),
  '__attach_version1.0_#00000001/__substg1.0_3701000D/__properties_version1.0': properties(24),
  '__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_0037001F': 'Forwarded',
  '__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_1000001F': 'Older words',
};

test('a message of Outlook has its fields, text, attachments and forwarded messages', async () => {
  const { markdown, format } = await read(makeMsg(outlook), 'mail.msg');
  assert.equal(format, 'msg');
  assert.deepEqual(markdown.split('\n\n'), [
    '# Quarterly report',
    '- From: Ann <ann@example.com>\n- To: Bob; Carl\n- Date: 2026-11-03 09:00 UTC',
    'Figures:',
    '1. Ten',
    '## Attachment: terms.docx',
    'Thirty days',
    '## Attachment: message',
    '# Forwarded',
    '- Date: 2026-11-03 09:00 UTC',
    'Older words',
  ]);
});

test('sealed and damaged messages of Outlook are refused, and deeply nested ones left out', async () => {
  await fails(read(makeMsg({ ...outlook, '__substg1.0_001A001F': 'IPM.Note.SMIME' }), 'a.msg'), 'encrypted');
  const nested = Object.fromEntries(
    Array.from({ length: 6 }, (_, depth) => [
      `${'__attach_version1.0_#00000000/__substg1.0_3701000D/'.repeat(depth)}__substg1.0_1000001F`,
      `level ${depth}`,
    ]),
  );
  const { markdown, warnings } = await read(
    makeMsg({ '__properties_version1.0': properties(32), ...nested }),
    'a.msg',
  );
  assert.ok(markdown.includes('level 3') && !markdown.includes('level 4'), markdown);
  assert.match(warnings.join(), /nested too deeply/);
  const cut = makeMsg(outlook).subarray(0, 2_000);
  await assert.rejects(read(cut, 'a.msg'), RecognitionError);
});
