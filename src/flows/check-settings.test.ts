import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProblem } from './flow-problem.ts';
import { checkFlow } from './flows.ts';

const start = { id: 'start', name: 'Start', type: 'start' };

test('settings are checked, and the error names node and rule', () => {
  const problem = (node: object): string => {
    const end = { id: 'end', name: 'end', type: 'reply', text: 'x' };
    const checked = checkFlow({
      nodes: [start, { id: 'n', name: 'N', saveAs: 'v', ...node }, end],
      edges: [
        { from: 'start', to: 'n' },
        { from: 'n', to: 'end' },
      ],
    });
    return 'problems' in checked ? checked.problems.map(describeProblem).join('\n') : 'ok';
  };
  const cases: [object, RegExp][] = [
    [{ type: 'ask', text: ' ' }, /node "n" \(N\): text: must not be empty/],
    [{ type: 'ask', text: 'x', check: 'number' }, /the branch "failed" is not connected/],
    [{ type: 'ask', text: 'x', cancelWords: ['stop'] }, /the branch "cancelled" is not connected/],
    [{ type: 'ask', text: 'x', choices: ['a'], acceptOther: true }, /the branch "other" is not connected/],
    [{ type: 'ask', text: 'x', choices: ['a', 'A'] }, /choices: "A" is listed twice/],
    [{ type: 'ask', text: 'x', check: 'pattern', pattern: '(a+)+' }, /pattern: .*repeated group/],
    [{ type: 'ask', text: '{{nothing}}' }, /the variable "nothing" is never set/],
    [{ type: 'form', text: 'x', fields: [] }, /fields: must not have fewer than 1 items/],
    [
      { type: 'form', text: 'x', fields: [{ name: 'a', label: 'A', type: 'choice' }] },
      /fields: "a" needs at least one choice/,
    ],
    [
      {
        type: 'form',
        text: 'x',
        fields: [
          { name: 'a', label: 'A' },
          { name: 'b', label: 'a' },
        ],
      },
      /two fields have the label "a"/,
    ],
    [{ type: 'extract', schema: { type: 'array' } }, /schema: type must be "object"/],
    [{ type: 'extract', schema: { type: 'object', properties: {} } }, /at least one field/],
    [{ type: 'json' }, /sources: needs at least one variable/],
    [{ type: 'json', sources: ['nothing'] }, /sources: the variable "nothing" is never set/],
    [{ type: 'json', operation: 'build', template: '{"a": {{question}}}' }, /template: must be JSON/],
  ];
  for (const [node, expected] of cases) assert.match(problem(node), expected, JSON.stringify(node));
});
