import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchSentences } from './match-sentences.ts';

const passages = [
  'Parcels within Germany take two working days. Saturday counts as a working day.',
  '保修期为两年，自购买之日起计算。电池的保修期为六个月。',
  '| Plan | Price |\n| --- | --- |\n| Small team | 9 € |',
];

const matched = (answer: string, question = ''): [string, number][] =>
  matchSentences({ question, answer, passages }).map(({ passage, start, end }) => [
    answer.slice(start, end),
    passage,
  ]);

test('a sentence in other words is found by most of its words', () => {
  assert.deepEqual(matched('Hello! Within Germany a parcel takes two days. Anything else?'), [
    ['Within Germany a parcel takes two days.', 0],
  ]);
});

test('Chinese sentences are compared by pairs of characters', () => {
  assert.deepEqual(matched('您好。产品保修期为两年，自购买之日起算。'), [
    ['产品保修期为两年，自购买之日起算。', 1],
  ]);
  assert.deepEqual(matched('今天天气很好，我们去公园散步。'), []);
});

test('words of the question do not count, because a refusal repeats them', () => {
  const answer = 'Nothing is known about parcels within Germany on working days.';
  assert.deepEqual(matched(answer, 'Do parcels within Germany arrive on working days?'), []);
});

test('a short quote is found even if the question has its words', () => {
  assert.deepEqual(matched('Saturday counts as a working day.', 'Is Saturday a working day?'), [
    ['Saturday counts as a working day.', 0],
  ]);
});

test('list items and table rows have their place without the signs of Markdown', () => {
  assert.deepEqual(matched('- **Parcels within Germany take two working days.**\n| Small team | 9 € |'), [
    ['Parcels within Germany take two working days.**', 0],
    ['Small team | 9 €', 2],
  ]);
});

test('code is not compared', () => {
  assert.deepEqual(matched('```\nParcels within Germany take two working days.\n```'), []);
  assert.deepEqual(matched('```\nParcels within Germany take two working days.'), []);
});

test('the longest input takes bounded time', () => {
  const long = 'Parcels within Germany take two working days. '.repeat(20_000);
  const startedAt = performance.now();
  matchSentences({ question: long, answer: long, passages: Array.from({ length: 50 }, () => long) });
  for (const filler of [' ', '|', '* ', '`', '```\n', '. '])
    matchSentences({
      question: '',
      answer: `a${filler.repeat(25_000)}b`,
      passages: [`a${filler.repeat(25_000)}b`],
    });
  assert.ok(performance.now() - startedAt < 20_000);
});
