import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseContent } from '../cases/test-case.ts';
import { csvHeader, csvLine } from './csv-columns.ts';
import parseCases from './parse-cases.ts';

const parse = (format: 'csv' | 'jsonl', content: string, mostCases = 100) =>
  parseCases({ format, content, mostCases });

const cases: CaseContent[] = [
  { name: 'Hours', turns: [{ text: 'When do you open?', files: [] }], expectations: [] },
  {
    name: '=SUM(1)',
    turns: [{ text: '你好, "quoted"\nand more', files: [] }],
    expectations: [
      { type: 'contains', text: 'nine' },
      { type: 'contains', text: '-5 euro' },
      { type: 'not-contains', text: 'ten' },
      { type: 'pattern', pattern: '\\d+,\\d' },
      { type: 'json-schema', schema: { type: 'object', required: ['a'] } },
      { type: 'cites', document: 'Opening hours.md' },
      { type: 'retrieves', document: 'Opening hours.md', topK: 2 },
      { type: 'handoff', expected: false },
      { type: 'calls-tool', tool: 'find', arguments: { id: 7 } },
      { type: 'refuses', expected: true },
      { type: 'similar', reference: 'We open at nine.\nEvery day.', threshold: 0.8 },
      { type: 'judge', rubric: 'Polite, and short' },
    ],
  },
  {
    name: 'Script',
    turns: [
      { text: 'One', files: [] },
      { text: '', files: [{ fileId: null, name: 'plan.pdf', sizeBytes: 0 }] },
    ],
    expectations: [
      { type: 'contains', text: 'first', turn: 1 },
      { type: 'judge', rubric: 'A' },
      { type: 'judge', rubric: 'B' },
    ],
  },
];

const sorted = (found: CaseContent[]) =>
  found.map((one) => ({ ...one, expectations: one.expectations.map((each) => JSON.stringify(each)).sort() }));

test('an exported CSV file is imported without a loss', () => {
  const read = parse('csv', `\uFEFF${csvHeader}${cases.map(csvLine).join('')}`);
  assert.ok('cases' in read, JSON.stringify(read));
  assert.deepEqual(sorted(read.cases), sorted(cases));
});

test('an exported JSONL file is imported without a loss', () => {
  const read = parse('jsonl', cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  assert.ok('cases' in read, JSON.stringify(read));
  assert.deepEqual(read.cases, cases);
});

test('a file is refused as a whole, and every problem has its row and column', () => {
  const csv = [
    'name,question,pattern,handoff,json_schema',
    'Good,Hello,,,',
    'Bad,Hello,(a+)+,,',
    '',
    'Worse,,,,',
    'Flag,Hello,,maybe,',
    'Schema,Hello,,,"{""type"":""nonsense""}"',
    'Json,Hello,,,{',
  ].join('\n');
  const read = parse('csv', csv);
  assert.ok('problems' in read);
  assert.deepEqual(
    read.problems.map(({ row, column }) => [row, column]),
    [
      [3, 'pattern'],
      [5, 'question'],
      [6, 'handoff'],
      [7, 'json_schema'],
      [8, 'json_schema'],
    ],
  );
  const lines = parse(
    'jsonl',
    '{"turns":["x"]}\nnonsense\n{"turns":["x"],"expectations":[{"type":"magic"}]}',
  );
  assert.ok('problems' in lines);
  assert.deepEqual(
    lines.problems.map(({ row, column }) => [row, column]),
    [
      [2, null],
      [3, 'expectations[0].type'],
    ],
  );
});

test('unknown columns, a missing header and too many cases are refused', () => {
  const ruleOf = (read: ReturnType<typeof parseCases>) => ('problems' in read ? read.problems[0] : undefined);
  assert.deepEqual(ruleOf(parse('csv', 'question,answer\nx,y'))?.column, 'answer');
  assert.match(ruleOf(parse('csv', 'name\nx'))?.rule ?? '', /question or turns/);
  assert.match(ruleOf(parse('csv', ''))?.rule ?? '', /question or turns/);
  assert.match(ruleOf(parse('csv', 'question\n'))?.rule ?? '', /at least one case/);
  const rows = (count: number) => `question\n${'Hello\n'.repeat(count)}`;
  assert.ok('cases' in parse('csv', rows(3), 3));
  assert.match(ruleOf(parse('csv', rows(4), 3))?.rule ?? '', /at most 3 cases/);
  assert.match(ruleOf(parse('jsonl', '{"turns":["x"]}\n'.repeat(4), 3))?.rule ?? '', /at most 3 cases/);
});
