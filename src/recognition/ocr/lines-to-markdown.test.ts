import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesToMarkdown } from './lines-to-markdown.ts';
import type { OcrLine } from './ocr-line.ts';

/** Words with their left edge. Letters are 8 wide, bars 1. */
const line = (top: number, words: [text: string, left: number][], barHeight = 9): OcrLine => ({
  words: words.map(([text, left]) => ({
    text,
    confidence: 0.9,
    box: {
      left,
      top,
      width: text === '|' ? 1 : text.length * 8,
      height: text === '|' ? barHeight : 10,
    },
  })),
});

test('a bar between near words is the letter I', () => {
  const words: [string, number][] = [
    ['that', 0],
    ['|', 37],
    ['sent.', 44],
    ['|', 92],
    ['was', 101],
  ];
  assert.equal(linesToMarkdown([line(0, words)]), 'that I sent. I was');
});

test('tall bars and bars with space beside them are the lines of a table', () => {
  const tall: [string, number][] = [
    ['Ship', 0],
    ['|', 37],
    ['Port', 44],
  ];
  const wide: [string, number][] = [
    ['Ship', 0],
    ['|', 60],
    ['Port', 66],
  ];
  for (const [words, height] of [
    [tall, 20],
    [wide, 9],
  ] as const)
    assert.equal(
      linesToMarkdown([line(0, words, height), line(30, words, height)]),
      '| Ship | Port |\n| --- | --- |\n| Ship | Port |',
    );
});
