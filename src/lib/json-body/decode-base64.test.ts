import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBase64 } from './decode-base64.ts';

const decoded = (text: string): string | undefined => {
  const bytes = decodeBase64(text);
  return bytes && Buffer.from(bytes).toString('latin1');
};

test('every encoding of any bytes decodes to those bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(80), (bytes, width) => {
      const standard = Buffer.from(bytes).toString('base64');
      const unpadded = standard.replace(/=+$/, '');
      const wrapped = standard.replace(new RegExp(`.{1,${width + 1}}`, 'g'), '$&\r\n');
      const urlSafe = Buffer.from(bytes).toString('base64url');
      for (const text of [
        standard,
        unpadded,
        wrapped,
        urlSafe,
        `data:image/png;base64,${standard}`,
        ` ${standard} `,
      ]) {
        assert.deepEqual(Buffer.from(decodeBase64(text) ?? 'undecoded'), Buffer.from(bytes));
      }
    }),
    { numRuns: 60 },
  );
});

test('any other character makes the text invalid base64', () => {
  const standard = Buffer.alloc(900, 'foreign').toString('base64');
  fc.assert(
    fc.property(
      fc.nat(standard.length),
      fc.constantFrom('!', '"', '\\', '\0', 'é', 'ł', '\u0141', '漢', '😀', ':', '.'),
      (at, foreign) => {
        assert.equal(decodeBase64(standard.slice(0, at) + foreign + standard.slice(at)), undefined);
      },
    ),
    { numRuns: 200 },
  );
});

test('known examples are decoded', () => {
  const table: [string, string | undefined][] = [
    ['', ''],
    ['QQ==', 'A'],
    ['QQ', 'A'],
    ['Q Q = =', 'A'],
    ['QUI=', 'AB'],
    ['-_-_', '\xfb\xff\xbf'],
    ['+/+/', '\xfb\xff\xbf'],
    ['data', 'u\xabZ'],
    ['dat', 'u\xab'],
    ['DATA:text/plain;charset=utf-8;BASE64,QQ==', 'A'],
    ['data:;base64,', ''],
    ['Q', undefined],
    ['QQ=', undefined],
    ['QQ===', undefined],
    ['QUI==', undefined],
    ['QUJD=', undefined],
    ['QQ==QQ==', undefined],
    ['=', undefined],
    ['data:', undefined],
    ['data:text/plain,hello', undefined],
    ['data:text/plain;base64', undefined],
    [`data:${'a'.repeat(2000)};base64,QQ==`, undefined],
    ['%PDF-1.7', undefined],
    ['https://example.com/a', undefined],
  ];
  for (const [text, expected] of table) assert.equal(decoded(text), expected, text.slice(0, 40));
});
