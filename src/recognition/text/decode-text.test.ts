import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeText } from '../../../test/support/recognition/encode-text.ts';
import { looksLikeText } from '../detect/text-format.ts';
import { decodeText } from './decode-text.ts';

const chinese = '办公时间为星期一至星期五，上午九点到下午五点半。如需退款，请在收到商品后十四天内联系客服。';
const traditional =
  '營業時間為星期一至星期五，上午九點到下午五點半。如需退款，請在收到商品後十四天內聯絡客服。';
const japanese = '営業時間は月曜日から金曜日の午前九時から午後五時半までです。返金はご連絡ください。';
const korean = '영업시간은 월요일부터 금요일까지 오전 아홉시부터 오후 다섯시 반까지입니다.';
const russian = 'Часы работы: с понедельника по пятницу, с девяти утра до половины шестого вечера.';
const french = "L'été était très chaud cette année, à la différence du printemps où il a plu.";
const german = 'Die Geschäfte können über Weihnachten früher schließen. Das kostet 15,50 €.';
const polish = 'Godziny otwarcia są od poniedziałku do piątku, proszę się skontaktować z działem obsługi.';

/** Korean in seven bits, as mail programs wrote it. */
const sevenBits = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from('\x1b$)C'),
    ...text.split(/([^\p{ASCII}]+)/u).map((part, index) => {
      if (index % 2 === 0) return Buffer.from(part);
      const pairs = encodeText('euc-kr', part).map((byte) => byte & 0x7f);
      return Buffer.concat([Buffer.from([0x0e]), pairs, Buffer.from([0x0f])]);
    }),
  ]);

test('ISO-2022-KR is decoded and is text', () => {
  assert.equal(decodeText(sevenBits(korean)), korean);
  const lines = `Title: ${korean}\nplain words\n${korean}`;
  assert.equal(decodeText(sevenBits(lines)), lines);
  assert.ok(looksLikeText(sevenBits(korean)));
  // Without its mark, the shifts are control bytes.
  assert.ok(!looksLikeText(sevenBits(korean).subarray(4)));
});

const legacy: [encoding: string, text: string][] = [
  ['gb18030', chinese],
  ['gb18030', '简体中文测试'],
  ['big5', traditional],
  ['big5', '繁體中文測試'],
  ['shift_jis', japanese],
  ['shift_jis', '日本語日本語日本語'],
  ['euc-jp', japanese],
  ['euc-kr', korean],
  ['koi8-r', russian],
  ['windows-1251', russian],
  ['windows-1252', french],
  ['windows-1252', german],
  ['windows-1250', polish],
  ['iso-8859-2', polish],
];

for (const [encoding, text] of legacy) {
  test(`${encoding} without a byte order mark is decoded correctly: ${text.slice(0, 12)}`, () => {
    assert.equal(decodeText(encodeText(encoding, text)), text);
  });
}

test('UTF-8 and UTF-16 are read with and without a byte order mark', () => {
  for (const text of [chinese, french, 'plain']) {
    assert.equal(decodeText(Buffer.from(text)), text);
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`)), text);
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le')), text);
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), text);
  }
  for (const text of [french, chinese, traditional, japanese, korean, russian, `一一${chinese}一`]) {
    assert.equal(decodeText(Buffer.from(text, 'utf16le')), text);
    assert.equal(decodeText(Buffer.from(text, 'utf16le').swap16()), text);
  }
});

test('ASCII that would form Chinese characters in pairs stays ASCII', () => {
  for (const text of ['Bush hid the facts', 'aaaa0aaaa0aaaa0aaaa0', 'no0zeros0here0at0all'])
    assert.equal(decodeText(Buffer.from(text)), text);
});

test('ISO-2022-JP, which uses only ASCII bytes, is recognised by its escapes', () => {
  assert.equal(decodeText(Buffer.from('1b2442467c4b5c386c1b2842', 'hex')), '日本語');
});

test('a declared encoding is used for legacy bytes but not for valid UTF-8', () => {
  const short = encodeText('windows-1251', 'ёж');
  assert.equal(decodeText(short, 'windows-1251'), 'ёж');
  assert.equal(decodeText(Buffer.from('ёж и кот'), 'windows-1251'), 'ёж и кот');
  assert.equal(decodeText(encodeText('windows-1252', french), 'no-such-encoding'), french);
});

test('a legacy sentence after pages of English decides the encoding', () => {
  const bytes = Buffer.concat([
    Buffer.from('English words only.\n'.repeat(20_000)),
    encodeText('koi8-r', russian),
  ]);
  assert.ok(decodeText(bytes).endsWith(russian));
});

test('one broken byte does not turn a UTF-8 text into another encoding', () => {
  const text = decodeText(Buffer.concat([Buffer.from(chinese), Uint8Array.of(0xff), Buffer.from(chinese)]));
  assert.equal(text, `${chinese}\ufffd${chinese}`);
});
