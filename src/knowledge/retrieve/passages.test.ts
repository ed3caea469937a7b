import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesFor, toPassages } from './passages.ts';

const chunk = (dataId: string, position: number, content: string, more: object = {}) => ({
  chunkId: `${dataId}${position}`,
  dataId,
  position,
  content,
  headings: [] as string[],
  tokens: 100,
  standsAlone: false,
  ...more,
});

const show = (passages: ReturnType<typeof toPassages>) =>
  passages.map(({ chunkId, chunkIds, content }) => ({ chunkId, chunkIds, content }));

test('an answer of a pair and a text that a person wrote are not merged with their neighbours', () => {
  const found = [
    chunk('a', 1, 'First answer.', { standsAlone: true }),
    chunk('a', 2, 'Second part.'),
    chunk('a', 3, 'Added text.', { standsAlone: true }),
  ];
  assert.deepEqual(
    toPassages('', found, 5).map(({ content }) => content),
    ['First answer.', 'Second part.', 'Added text.'],
  );
});

test('neighbouring chunks become one passage at the place of the best one, in the order of the document', () => {
  const found = [
    chunk('a', 2, 'Second part.'),
    chunk('b', 7, 'Another document.'),
    chunk('a', 1, 'First part.'),
    chunk('a', 4, 'Not a neighbour.'),
  ];
  assert.deepEqual(show(toPassages('', found, 5)), [
    { chunkId: 'a2', chunkIds: ['a1', 'a2'], content: 'First part.\n\nSecond part.' },
    { chunkId: 'b7', chunkIds: undefined, content: 'Another document.' },
    { chunkId: 'a4', chunkIds: undefined, content: 'Not a neighbour.' },
  ]);
});

test('text that two neighbours share appears once', () => {
  const shared = 'This sentence is in both of the chunks. ';
  const found = [chunk('a', 0, `Begin. ${shared}`), chunk('a', 1, `${shared}End.`)];
  assert.equal(toPassages('', found, 5)[0]!.content, `Begin. ${shared}End.`);
});

test('the header that every chunk of a table repeats appears once, and the rows stay together', () => {
  const found = [chunk('a', 0, 'Name | Price\nTea | 3'), chunk('a', 1, 'Name | Price\nCoffee | 4\nMilk | 2')];
  assert.equal(toPassages('', found, 5)[0]!.content, 'Name | Price\nTea | 3\nCoffee | 4\nMilk | 2');
});

test('a part below other headings keeps them', () => {
  const found = [
    chunk('a', 0, 'Within 30 days.', { headings: ['Shop', 'Returns'] }),
    chunk('a', 1, 'Within 3 days.', { headings: ['Shop', 'Delivery'] }),
  ];
  const [passage] = toPassages('', found, 5);
  assert.deepEqual(passage!.headings, ['Shop', 'Returns']);
  assert.equal(passage!.content, 'Within 30 days.\n\nDelivery\n\nWithin 3 days.');
});

test('a passage has at most four chunks and 2,000 tokens', () => {
  const many = Array.from({ length: 9 }, (_, at) => chunk('a', at, `Part ${at}.`));
  assert.deepEqual(
    toPassages('', many, 5).map(({ chunkIds }) => chunkIds?.length ?? 1),
    [4, 4, 1],
  );
  const large = (tokens: number) =>
    toPassages('', [chunk('a', 0, 'One.', { tokens: 1000 }), chunk('a', 1, 'Two.', { tokens })], 5).length;
  assert.deepEqual([large(1000), large(1001)], [1, 2]);
});

test('passages that repeat a better one make room for the next best', () => {
  const text =
    'The museum is open every day except Monday, and the tour starts at the gate behind the crane.';
  const found = [chunk('a', 0, text), chunk('b', 0, text), chunk('c', 3, 'Tickets cost ten euros.')];
  assert.deepEqual(
    toPassages('museum', found, 2).map(({ chunkId }) => chunkId),
    ['a0', 'c3'],
  );
});

test('never more passages than wanted, and never more than 50 candidates', () => {
  const found = Array.from({ length: 9 }, (_, at) => chunk('a', 2 * at, `Part ${at}.`));
  assert.equal(toPassages('', found, 3).length, 3);
  assert.deepEqual(toPassages('', [], 3), []);
  assert.deepEqual([candidatesFor(5), candidatesFor(50)], [20, 50]);
});
