import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage, directionOf } from './choose-language.ts';

const available = ['en', 'zh-Hans', 'zh-Hant', 'pt', 'ar'] as const;
const choose = (...preferred: string[]) => chooseLanguage(preferred, available);

test('the first preferred language with messages is chosen', () => {
  assert.equal(choose('sv-SE', 'pt', 'en'), 'pt');
  assert.equal(choose('en-GB', 'pt'), 'en');
});

test('a region falls back to its language, and an unknown language to English', () => {
  assert.equal(choose('pt-BR'), 'pt');
  assert.equal(choose('ar-EG'), 'ar');
  assert.equal(choose('sv', 'da'), 'en');
  assert.equal(choose(), 'en');
});

test('Chinese is chosen by its script, which may follow from the region', () => {
  assert.equal(choose('zh'), 'zh-Hans');
  assert.equal(choose('zh-CN'), 'zh-Hans');
  assert.equal(choose('zh-TW'), 'zh-Hant');
  assert.equal(choose('zh_HK'), 'zh-Hant');
  assert.equal(choose('zh-Hant-CN'), 'zh-Hant');
});

test('tags that are not language tags are skipped', () => {
  for (const tag of ['', '-', '../../etc/passwd', '{en}', 'x'.repeat(100_000), 'e', '*', 'pt-'])
    assert.equal(choose(tag, 'ar'), 'ar', tag.slice(0, 20));
});

test('Arabic runs from right to left', () => {
  assert.equal(directionOf('ar'), 'rtl');
  assert.equal(directionOf('zh-Hans'), 'ltr');
});
