import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaseProblem, readCase } from './read-case.ts';

const problemOf = (value: unknown): string => {
  try {
    readCase(value);
  } catch (error) {
    assert.ok(error instanceof CaseProblem, String(error));
    return error.message;
  }
  return 'none';
};

const withExpectation = (expectation: unknown) => ({ turns: ['Hello'], expectations: [expectation] });

test('a case is a question or a list of messages, with every kind of expectation', () => {
  const expectations = [
    { type: 'contains', text: 'nine' },
    { type: 'not-contains', text: 'ten' },
    { type: 'pattern', pattern: '\\d+ euro' },
    { type: 'json-schema', schema: { type: 'object' } },
    { type: 'cites', document: 'hours.md' },
    { type: 'retrieves', document: 'hours.md', topK: 3 },
    { type: 'handoff', expected: false },
    { type: 'calls-tool', tool: 'find_order', arguments: { id: 7 } },
    { type: 'refuses', expected: true },
    { type: 'judge', rubric: 'Is the answer polite?', turn: 1 },
  ];
  assert.deepEqual(readCase({ question: 'When?', expectations }), {
    name: '',
    turns: [{ text: 'When?', files: [] }],
    expectations,
  });
  assert.deepEqual(
    readCase({ turns: ['One', { text: 'Two' }], expectations: [{ type: 'similar', reference: 'Three' }] }),
    {
      name: '',
      turns: [
        { text: 'One', files: [] },
        { text: 'Two', files: [] },
      ],
      expectations: [{ type: 'similar', reference: 'Three', threshold: 0.7 }],
    },
  );
});

test('a problem names the field and the rule', () => {
  const found: [unknown, string][] = [
    [null, 'case must be an object'],
    [{ turns: [] }, 'turns must have at least one message'],
    [{ turns: 'Hello' }, 'turns must be a list'],
    [{ turns: [''] }, 'turns[0].text must not be empty if there are no files'],
    [{ question: ' ' }, 'question must not be empty'],
    [{ question: 'x', turns: ['x'] }, 'question must be absent if there are turns'],
    [{ turns: ['x'.repeat(20_001)] }, 'turns[0].text must have at most 20000 characters'],
    [{ turns: Array(21).fill('x') }, 'turns must have at most 20 entries'],
    [{ turns: ['x'], more: 1 }, 'case must not have the field "more"'],
    [withExpectation({ type: 'contains', text: '' }), 'expectations[0].text must not be empty'],
    [withExpectation({ type: 'contains' }), 'expectations[0].text must be text'],
    [
      withExpectation({ type: 'contains', text: 'x', turn: 2 }),
      'expectations[0].turn must be a number from 1 to 1',
    ],
    [
      withExpectation({ type: 'contains', pattern: 'x' }),
      'expectations[0] must not have the field "pattern"',
    ],
    [
      withExpectation({ type: 'retrieves', document: 'x', topK: 1.5 }),
      'expectations[0].topK must be a whole number',
    ],
    [
      withExpectation({ type: 'similar', reference: 'x', threshold: 2 }),
      'expectations[0].threshold must be a number from 0 to 1',
    ],
    [withExpectation({ type: 'handoff', expected: 'yes' }), 'expectations[0].expected must be true or false'],
  ];
  for (const [value, problem] of found) assert.equal(problemOf(value), problem);
  assert.match(
    problemOf(withExpectation({ type: 'magic' })),
    /^expectations\[0\]\.type must be one of contains/,
  );
});

test('patterns that could backtrack, deep arguments and circular schemas are refused', () => {
  assert.match(
    problemOf(withExpectation({ type: 'pattern', pattern: '(a+)+$' })),
    /^expectations\[0\]\.pattern is not a usable pattern: a repeated group/,
  );
  assert.match(problemOf(withExpectation({ type: 'pattern', pattern: '(' })), /is not a usable pattern/);
  let nested: unknown = 1;
  for (let level = 0; level < 40; level++) nested = { nested };
  assert.equal(
    problemOf(withExpectation({ type: 'calls-tool', tool: 'find', arguments: nested })),
    'expectations[0].arguments must be nested at most 32 levels deep',
  );
  assert.match(
    problemOf(withExpectation({ type: 'json-schema', schema: { $ref: '#' } })),
    /^expectations\[0\]\.schema must not have a \$ref that leads back/,
  );
});
