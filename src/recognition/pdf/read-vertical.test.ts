import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeVerticalPdf, type VerticalLine } from '../../../test/support/recognition/make-vertical-pdf.ts';
import { readPdf } from '../formats/read-pdf.ts';

const read = async (lines: VerticalLine[]): Promise<string> => {
  const pictures = { read: async () => [], close: async () => {} };
  const pdf = makeVerticalPdf(lines);
  return (await readPdf(pdf, { deadlineMs: Number.POSITIVE_INFINITY, pictures })).markdown;
};

const column = (texts: string[], right: number, top: number): VerticalLine[] =>
  texts.map((text, index) => ({ text, x: right - index * 24, y: top, size: 14 }));

const story = [
  '\u3000吾輩は猫である。名前はまだ無い。どこで生れたか',
  'とんと見当がつかぬ。',
  '\u3000何でも薄暗いじめじめした所でニャーニャー泣いて',
  'いた事だけは記憶している。',
];
const paragraphs = [
  '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
  '何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。',
];

test('vertical lines are read from right to left, with heading and paragraphs', async () => {
  const heading = { text: '吾輩は猫である', x: 520, y: 780, size: 22 };
  assert.deepEqual((await read([heading, ...column(story, 470, 780)])).split('\n\n'), [
    '## 吾輩は猫である',
    ...paragraphs,
  ]);
});

test('the order in which the lines are drawn does not matter', async () => {
  assert.deepEqual((await read(column(story, 470, 780).toReversed())).split('\n\n'), paragraphs);
});

test('rows of vertical lines are read one after the other', async () => {
  const [upper, lower] = [column(story.slice(0, 2), 400, 780), column(story.slice(2), 400, 400)];
  assert.deepEqual((await read([...lower, ...upper])).split('\n\n'), paragraphs);
});
