import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textLanguage } from './text-language.ts';

test('the language of a message is recognized', () => {
  for (const [language, text] of [
    ['en', 'A person, please'],
    ['en', 'I want to talk to somebody'],
    ['de', 'Ich möchte bitte mit einem Menschen sprechen'],
    ['fr', 'Je voudrais parler à un conseiller'],
    ['es', 'Quiero hablar con una persona'],
    ['pt', 'Quero falar com um atendente'],
    ['it', 'Vorrei parlare con una persona'],
    ['id', 'Saya ingin bicara dengan petugas'],
    ['tr', 'Bir temsilci ile görüşmek istiyorum'],
    ['vi', 'Tôi muốn nói chuyện với nhân viên'],
    ['ru', 'Хочу поговорить с человеком'],
    ['ar', 'أريد التحدث إلى موظف'],
    ['hi', 'मैं किसी व्यक्ति से बात करना चाहता हूँ'],
    ['th', 'ขอคุยกับเจ้าหน้าที่'],
    ['ja', '担当者と話したいです'],
    ['ko', '상담원과 이야기하고 싶어요'],
    ['zh', '我想和人工客服说话'],
  ] as const)
    assert.equal(textLanguage(text), language, text);
});

test('without a clear indication there is no language', () => {
  for (const text of [
    '',
    'human',
    '12345 !?',
    'Jag vill prata',
    'OK',
    'Ελλάδα',
    'Хочу поговорити з людиною, її немає',
    'می‌خواهم با کسی صحبت کنم',
    '\uD800',
    'de la',
  ])
    assert.equal(textLanguage(text), undefined, text);
});

test('only the beginning of a very long text is read', () => {
  assert.equal(textLanguage('the word is '.repeat(100_000)), 'en');
  assert.equal(textLanguage(`${'x'.repeat(1_000_000)} the`), undefined);
});
