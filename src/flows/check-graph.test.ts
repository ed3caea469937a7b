import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPattern } from './check-pattern.ts';
import { checkFlow } from './flows.ts';

const start = { id: 'start', name: 'Start', type: 'start' };
const reply = (id: string, text = 'Hello') => ({ id, name: id, type: 'reply', text });
const flow = (nodes: object[], edges: object[], more: object = {}) => ({ nodes, edges, ...more });
const edge = (from: string, to: string, branch?: string) => ({ from, to, ...(branch ? { branch } : {}) });

const problemsOf = (value: unknown): string[] => {
  const checked = checkFlow(value);
  return 'problems' in checked ? checked.problems : [];
};

const classifier = (branches: object[]) => ({ id: 'sort', name: 'Sort', type: 'classifier', branches });

describe('a flow is refused with the node and the rule', () => {
  const cases: [why: string, value: unknown, expected: RegExp][] = [
    ['no object', [], /must be an object/],
    ['no start', flow([reply('a')], []), /needs a start/],
    [
      'two starts',
      flow([start, { ...start, id: 'again' }, reply('a')], [edge('start', 'a')]),
      /node "again": a flow has one start/,
    ],
    [
      'a loop inside a loop',
      flow(
        [
          start,
          {
            ...{ id: 'outer', name: 'Outer', type: 'loop', maxIterations: 2 },
            body: {
              nodes: [
                start,
                { id: 'inner', name: 'Inner', type: 'loop', maxIterations: 2, body: { nodes: [start] } },
              ],
              edges: [edge('start', 'inner')],
            },
          },
        ],
        [edge('start', 'outer')],
      ),
      /node "outer": body: node "inner": a loop cannot stand inside a loop; .* sub-flow/,
    ],
    ['two nodes of one id', flow([start, reply('a'), reply('a')], []), /node "a": the id is taken/],
    ['an edge to nowhere', flow([start], [edge('start', 'b')]), /there is no node "b"/],
    ['an edge from nowhere', flow([start], [edge('x', 'start')]), /there is no node "x"/],
    [
      'an edge by a branch that is not there',
      flow([start, reply('a'), reply('b')], [edge('start', 'a'), edge('a', 'b', 'maybe')]),
      /node "a": it has no branch "maybe"/,
    ],
    [
      'a cycle',
      flow([start, reply('a'), reply('b')], [edge('start', 'a'), edge('a', 'b'), edge('b', 'a')]),
      /node "a": it is on or behind a cycle/,
    ],
    ['a node that is its own next', flow([start, reply('a')], [edge('start', 'a'), edge('a', 'a')]), /cycle/],
    [
      'a node nobody reaches',
      flow([start, reply('a'), reply('b')], [edge('start', 'a')]),
      /node "b": it cannot/,
    ],
    [
      'a branch that leads nowhere',
      flow(
        [start, classifier([{ name: 'billing', keywords: ['bill'] }]), reply('a')],
        [edge('start', 'sort'), edge('sort', 'a', 'billing')],
      ),
      /node "sort": the branch "else" leads nowhere/,
    ],
    [
      'a person who may not be there',
      flow([start, { id: 'p', name: 'P', type: 'human-service' }], [edge('start', 'p')]),
      /node "p": the branch "unavailable" leads nowhere/,
    ],
    [
      'a branch without a rule',
      flow(
        [start, classifier([{ name: 'billing' }]), reply('a')],
        [edge('start', 'sort'), edge('sort', 'a', 'billing'), edge('sort', 'a', 'else')],
      ),
      /branch "billing": needs a keyword/,
    ],
    [
      'a pattern that can run for years',
      flow(
        [start, classifier([{ name: 'bad', patterns: ['^(a+)+$'] }]), reply('a')],
        [edge('start', 'sort'), edge('sort', 'a', 'bad'), edge('sort', 'a', 'else')],
      ),
      /node "sort": branch "bad": .*repeated group/,
    ],
    [
      'a variable nothing sets',
      flow([start, reply('a', 'Dear {{name}}')], [edge('start', 'a')]),
      /node "a": text: nothing sets the variable "name"/,
    ],
    [
      'code in a template',
      flow([start, reply('a', '{{question + 1}}')], [edge('start', 'a')]),
      /node "a": text: .* is not the name of a variable/,
    ],
    [
      'an unknown type',
      flow([start, { id: 'a', name: 'A', type: 'magic' }], []),
      /node "a": type must be one of/,
    ],
    ['a missing field', flow([start, { id: 'a', name: 'A', type: 'reply' }], []), /node "a": it needs text/],
    ['an unknown field', flow([start, { ...reply('a'), txt: '' }], []), /node "a": it has no field txt/],
    [
      'a key in a model',
      flow(
        [
          start,
          {
            ...{ id: 'm', name: 'M', type: 'model', saveAs: 'm' },
            model: { provider: 'openai', name: 'x', apiKey: 'secret' },
          },
        ],
        [edge('start', 'm')],
      ),
      /node "m": model/,
    ],
    [
      'a fault inside a loop',
      flow(
        [
          start,
          {
            id: 'l',
            name: 'L',
            type: 'loop',
            maxIterations: 2,
            body: { nodes: [start, reply('x')], edges: [] },
          },
        ],
        [edge('start', 'l')],
      ),
      /node "l": body: node "x": it cannot be reached/,
    ],
    [
      'a variable no template could name',
      flow([start, reply('a')], [edge('start', 'a')], { variables: { '1x': 1 } }),
      /the flow: variables has no field 1x/,
    ],
    [
      'a loop without a bound',
      flow(
        [start, { id: 'l', name: 'L', type: 'loop', body: { nodes: [start], edges: [] } }],
        [edge('start', 'l')],
      ),
      /node "l": it needs maxIterations/,
    ],
  ];
  for (const [why, value, expected] of cases)
    it(why, () => {
      assert.match(problemsOf(value).join('\n'), expected);
    });
});

it('a right flow is taken, with its defaults filled in', () => {
  const checked = checkFlow(
    flow([start, reply('a', '{{question}} {{greeting}}')], [edge('start', 'a')], {
      variables: { greeting: 'Hi' },
    }),
  );
  assert.ok('graph' in checked);
  assert.deepEqual(checked.graph.edges, [{ from: 'start', to: 'a', branch: 'next' }]);
  assert.equal(checked.graph.nodes[1]!.retries, 0);
});

it('patterns people write for a support desk are taken', () => {
  for (const pattern of [
    '\\p{Script=Han}',
    '(refund|invoice)s?',
    '\\b[A-Z]{2}-?\\d{4,8}\\b',
    '(ab){2,3}',
    'a[(+]b',
  ])
    assert.equal(checkPattern(pattern), undefined, pattern);
});

it('patterns that backtrack without end, refer back or do not compile are refused', () => {
  for (const pattern of ['(a*)*', '(a|aa)+', '((ab?)c){20}', '(x+x+)+y', '(a)\\1', '(?=a+)b', '(', 'a{2,1}'])
    assert.ok(checkPattern(pattern), pattern);
});
