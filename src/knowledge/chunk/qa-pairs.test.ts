import assert from 'node:assert/strict';
import { test } from 'node:test';
import papaparse from 'papaparse';
import { qaCsvHeader, qaCsvRow } from './qa-csv.ts';
import { pairLimits, pairsOfSheets } from './qa-pairs.ts';

const sheet = (...rows: string[][]) => [{ name: 'Sheet1', rows }];

test('columns are found by their titles, in any order and in Chinese', () => {
  const expected = [{ questions: ['How long?', 'What time?'], answer: 'Two days' }];
  assert.deepEqual(
    pairsOfSheets(sheet(['id', 'Answer', 'Questions'], ['7', 'Two days', 'How long?\nWhat time?'])).pairs,
    expected,
  );
  assert.deepEqual(pairsOfSheets(sheet(['问题', '答案'], ['多久?', '两天'])).pairs, [
    { questions: ['多久?'], answer: '两天' },
  ]);
});

test('without titles the first two columns are question and answer', () => {
  assert.deepEqual(pairsOfSheets(sheet(['Who?', 'Me'], ['Why?', 'Because'])).pairs, [
    { questions: ['Who?'], answer: 'Me' },
    { questions: ['Why?'], answer: 'Because' },
  ]);
});

test('rows that are not pairs are skipped and reported with their number', () => {
  const { pairs, warnings } = pairsOfSheets(
    sheet(
      ['question', 'answer'],
      ['No answer?', ''],
      ['', 'No question'],
      ['', ''],
      ['x'.repeat(pairLimits.questionCharacters + 1), 'yes'],
      ['Fine?', 'Yes'],
    ),
  );
  assert.deepEqual(pairs, [{ questions: ['Fine?'], answer: 'Yes' }]);
  assert.deepEqual(warnings, [
    'Row 2 was skipped: it has no answer',
    'Row 3 was skipped: it has no question',
    'Row 5 was skipped: a question is longer than 1000 characters',
  ]);
});

test('an exported table gives the same pairs, also with formulas, lists, quotation marks and line breaks', () => {
  const pairs = [
    { questions: ['a;b;c ?', '"quoted"'], answer: 'steps:\n- one, "quoted"\n- two;-three\n\n=1+1' },
    { questions: ['-1?', '@me'], answer: '=HYPERLINK("http://example.com")' },
  ];
  const text = qaCsvHeader + pairs.map(qaCsvRow).join('');
  assert.doesNotMatch(text, /(^|[,"\n;])[=@]/);
  const { data } = papaparse.parse<string[]>(text.trim(), { delimiter: ',', newline: '\r\n' });
  assert.deepEqual(pairsOfSheets(sheet(...data)).pairs, pairs);
});
