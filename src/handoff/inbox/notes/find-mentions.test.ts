import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMentions } from './find-mentions.ts';

const operators = [
  { id: '1', name: 'Ann', email: 'ann@example.com' },
  { id: '2', name: 'Ann Lee', email: 'lee@example.com' },
  { id: '3', name: '李雷', email: 'li@example.com' },
  { id: '4', name: 'Ann', email: 'other@example.com' },
];

test('a note mentions operators by name or e-mail address, and other names are plain text', () => {
  const cases: [text: string, mentioned: string[]][] = [
    ['@ann lee, please look', ['2']],
    ['Please look @Ann', ['1', '4']],
    ['@Anna and @Nobody', []],
    ['(@ANN LEE)', ['2']],
    ['@lee@example.com and @李雷', ['2', '3']],
    ['write to ann@example.com', []],
    ['@', []],
    ['@@Ann', ['1', '4']],
  ];
  for (const [text, mentioned] of cases)
    assert.deepEqual(findMentions(text, operators).sort(), mentioned, text);
});

test('the longest note in a large workspace is read quickly and mentions at most 20 operators', () => {
  const many = Array.from({ length: 2000 }, (_, at) => ({
    id: String(at),
    name: `p${'x'.repeat(at % 90)}`,
    email: `p${at}@example.com`,
  }));
  assert.equal(findMentions('@p '.repeat(1666), many).length, 20);
  assert.deepEqual(findMentions('@'.repeat(5000), many), []);
});
