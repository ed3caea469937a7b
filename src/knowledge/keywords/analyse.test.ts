import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyse, analyseQuery } from './analyse.ts';

const meets = (query: string, text: string): boolean => {
  const terms = new Set(analyse(text));
  return analyseQuery(query).some((term) => terms.has(term));
};

test('forms of one English word match, different words do not', () => {
  assert.ok(meets('shipping', 'We ship on Mondays'));
  assert.ok(meets('REFUNDS', 'a refund'));
  assert.ok(meets('customer’s', 'Customers'));
  assert.ok(!meets('cat', 'catalogue'));
});

test('words match despite different accents, width, case and ligatures', () => {
  for (const [query, text] of [
    ['cafe', 'CAFÉ'],
    ['Ｆｕｌｌ', 'full'],
    ['ﬁnance', 'finance'],
    ['Straße', 'STRASSE'],
    ['canción', 'cancion'],
    ['soft\u00ADware', 'software'],
  ] as const)
    assert.ok(meets(query, text), query);
});

test('forms of one Russian word match', () => {
  assert.ok(meets('доставка', 'стоимость доставки'));
  assert.ok(meets('книгами', 'книга'));
});

test('a Chinese word is found inside a sentence, and so is a name that no dictionary has', () => {
  assert.ok(meets('退款', '我们支持七天内退款。'));
  assert.ok(analyse('欢迎使用灵犀助手').includes('灵犀'));
  assert.deepEqual(analyse('水'), ['水']);
});

test('Japanese, Korean, Thai, Khmer and Lao words are found inside sentences without spaces', () => {
  assert.ok(meets('カタカナ', 'これはカタカナです'));
  assert.ok(meets('返品', '返品できますか'));
  assert.ok(meets('환불', '환불은 가능합니까'));
  assert.ok(meets('กรุงเทพ', 'สำนักงานอยู่ที่กรุงเทพ'));
  assert.ok(meets('ภาษา', 'ฉันเรียนภาษาไทย'));
  assert.ok(analyse('ខ្ញុំចូលចិត្តភាសាខ្មែរ').length > 2);
  assert.ok(analyse('ຂ້ອຍມັກພາສາລາວ').length > 2);
});

test('a long text without spaces is split into the same words as a short one', () => {
  const words = analyse('สวัสดีครับผมชื่อสมชาย');
  assert.deepEqual(new Set(analyse('สวัสดีครับผมชื่อสมชาย'.repeat(200))), new Set(words));
});

test('emoji are words, also those of several code points', () => {
  assert.ok(meets('🤠', 'howdy🤠😅'));
  assert.ok(meets('❤️', 'with ❤'));
  assert.ok(!meets('❤️', 'sunny ☀️'));
  assert.deepEqual(analyse('👩🏽‍🚀'), ['👩', '🚀']);
});

test('a word of mixed scripts is split by script', () => {
  const terms = analyse('iPhone15手机壳');
  assert.ok(terms.includes('手机') && terms.includes('iphone15'));
});

test('a query omits stop words, unless it has no other words', () => {
  assert.deepEqual(analyseQuery('What is the price of it?'), analyse('price'));
  assert.deepEqual(analyseQuery('to be or not to be'), analyse('to be or not to be'));
  assert.ok(analyse('to be or not to be').length === 6);
});

test('names of Object.prototype members are words like any other', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])
    assert.ok(analyse(word).every((term) => typeof term === 'string' && term.length > 0));
});

test('any text gives short, non-empty and reproducible terms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const terms = analyse(text);
      assert.deepEqual(analyse(text), terms);
      for (const term of terms) assert.ok(term !== '' && term.length <= 64 && term.isWellFormed());
    }),
    { numRuns: 500 },
  );
});

test('hostile texts are analysed: one endless word, marks without letters, empty text', () => {
  assert.equal(analyse('a'.repeat(500_000)).length, 1);
  assert.ok(analyse('ก'.repeat(50_000)).length >= 1);
  assert.equal(analyse('水'.repeat(300_000)).length, 599_999);
  assert.ok(analyse(`e${'\u0301'.repeat(100_000)}`).length >= 1);
  assert.deepEqual(analyse(' \n!?…'), []);
});
