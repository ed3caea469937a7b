import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standsAlone } from './stands-alone.ts';

test('questions that name their subject stand alone', () => {
  for (const question of [
    'How long does shipping take?',
    'Do you ship to Canada?',
    '如何重置我的密码?',
    'Wie lange dauert der Versand?',
    'Сколько стоит доставка?',
    '¿Cuánto cuesta el envío?',
  ])
    assert.ok(standsAlone(question), question);
});

test('questions that refer to earlier messages do not', () => {
  for (const question of [
    'How much does it cost?',
    'And how long does shipping take?',
    'What about shipping to Canada?',
    'On Sundays?',
    '它多少钱?',
    '那运费呢?',
    'Und wie lange dauert der Versand?',
    'Was kostet davon eine Packung?',
    'А сколько стоит доставка?',
    '¿Y cuánto cuesta el envío?',
    'Why?',
  ])
    assert.ok(!standsAlone(question), question);
});
