import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRepeated } from './near-duplicates.ts';

const page =
  'The harbour museum is open every day except Monday. Visitors find the ticket office behind the old crane, and the guided tour starts at the main gate.';

const repeatedOf = (texts: string[], query = 'museum'): number[] => [...findRepeated(query, texts)];

test('the same text again is repeated, also with other punctuation, case and white space', () => {
  assert.deepEqual(
    repeatedOf([page, page.toUpperCase(), page.replaceAll('. ', '!\n\n'), 'Something else']),
    [1, 2],
  );
});

test('a page with a slightly different frame is repeated, and a part of a better text too', () => {
  assert.deepEqual(repeatedOf([page, `Home. ${page} Imprint.`, page.slice(0, 100)]), [1, 2]);
});

test('a longer text with a better one inside adds something and stays', () => {
  assert.deepEqual(repeatedOf([page.slice(0, 80), page]), []);
});

test('texts that differ in a figure or in a word of the question stay', () => {
  const room = (name: string, price: number) =>
    `The ${name} room has a large bed, a bath, a desk by the window and a view of the garden. It costs ${price} euros a night.`;
  assert.deepEqual(repeatedOf([room('blue', 80), room('blue', 90)], 'What does the room cost?'), []);
  assert.deepEqual(repeatedOf([room('blue', 80), room('grey', 80)], 'What does the grey room cost?'), []);
  assert.deepEqual(repeatedOf([room('blue', 80), room('grey', 80)], 'What does a room cost?'), [1]);
});

test('texts without spaces between words are compared too', () => {
  const chinese =
    '港口博物馆除周一外每天开放。售票处在老起重机后面，导览从正门开始，全程大约一个小时，请提前预约并准时到达集合地点。';
  assert.deepEqual(repeatedOf([chinese, `首页 ${chinese}`, '营业时间为周一至周五。'], '博物馆'), [1]);
});

test('short texts are repeated only if they are equal', () => {
  assert.deepEqual(repeatedOf(['Closed today.', 'Closed today', 'Closed Monday.', '']), [1]);
});

test('fifty long texts of one character take bounded time', () => {
  const texts = Array.from({ length: 50 }, (_, at) => `${'x'.repeat(1_000_000)}${at}`);
  assert.equal(findRepeated('x', texts).size, 49);
});
