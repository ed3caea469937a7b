import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { checkPattern } from './check-pattern.ts';
import type { FlowProblem } from './flow-problem.ts';
import { checkFlow } from './flows.ts';
import { readDraft } from './read-draft.ts';

const start = { id: 'start', name: 'Start', type: 'start' };
const reply = (id: string, text = 'Hello') => ({ id, name: id, type: 'reply', text });
const flow = (nodes: unknown[], edges: object[], more: object = {}) => ({ nodes, edges, ...more });
const edge = (from: string, to: string, branch?: string) => ({ from, to, ...(branch ? { branch } : {}) });

const textOf = ({ loopId, nodeId, field, message }: FlowProblem): string =>
  [loopId && `loop "${loopId}"`, nodeId && `node "${nodeId}"`, field, message].filter(Boolean).join(': ');

const problemsOf = (value: unknown): string[] => {
  const checked = checkFlow(value);
  return 'problems' in checked ? checked.problems.map(textOf) : [];
};

test('the maximum number of nodes and edges is accepted', () => {
  assert.deepEqual(problemsOf(wide(199)), []);
  assert.deepEqual(problemsOf(loops(9, 99)), []);
});

const classifier = (branches: object[]) => ({ id: 'sort', name: 'Sort', type: 'classifier', branches });

const many = (count: number) => Array.from({ length: count }, (_each, index) => reply(`n${index}`));
const wide = (count: number) =>
  flow(
    [start, ...many(count)],
    many(count).map(({ id }) => edge('start', id)),
  );
const loops = (count: number, inside: number) => {
  const nodes = Array.from({ length: count }, (_each, index) => ({
    id: `loop${index}`,
    name: 'Loop',
    type: 'loop',
    maxIterations: 2,
    body: wide(inside),
  }));
  return flow(
    [start, ...nodes],
    nodes.map(({ id }) => edge('start', id)),
  );
};

describe('a flow is rejected with the node and the rule', () => {
  const cases: [name: string, value: unknown, expected: RegExp][] = [
    ['not an object', [], /must be an object/],
    [
      'a component of an unknown type',
      flow([start, { id: 'run', name: 'Run', type: 'python' }], [edge('start', 'run')]),
      /^node "run": type: must be one of start, model, /,
    ],
    [
      'a component type that is the name of an inherited property',
      flow([start, { id: 'run', name: 'Run', type: 'constructor' }], []),
      /^node "run": type: must be one of/,
    ],
    ['too many nodes', wide(200), /^the flow must have at most 200 nodes, but has 201$/],
    [
      'ten thousand nodes',
      wide(10_000),
      /^the flow must have at most 1000 nodes, including those in loops, but has 10001$/,
    ],
    [
      'too many edges',
      flow(
        [start, reply('a')],
        Array.from({ length: 1001 }, () => edge('start', 'a')),
      ),
      /^the flow must have at most 1000 edges, but has 1001$/,
    ],
    [
      'too many variables',
      {
        ...wide(1),
        variables: Object.fromEntries(Array.from({ length: 501 }, (_each, at) => [`v${at}`, 0])),
      },
      /^variables: must not have more than 500 properties$/,
    ],
    [
      'a loop with too many nodes',
      loops(1, 100),
      /^node "loop0": body: must have at most 100 nodes, but has 101$/,
    ],
    ['loops with too many nodes', loops(11, 99), /^the flow must have at most 1000 nodes, .* but has 1112$/],
    [
      'an unknown field in the body of a loop',
      flow(
        [start, { ...(loops(1, 1).nodes[1] as object), body: { ...wide(1), code: 'x' } }],
        [edge('start', 'loop0')],
      ),
      /^node "loop0": body: has no field code$/,
    ],
    [
      'a loop with too many iterations',
      flow([start, { ...(loops(1, 1).nodes[1] as object), maxIterations: 1e9 }], [edge('start', 'loop0')]),
      /^node "loop0": maxIterations: must be <= 100$/,
    ],
    [
      'an unset variable with the name of an inherited property',
      flow([start, reply('a', '{{__proto__.x}} {{constructor}}')], [edge('start', 'a')]),
      /^node "a": text: the variable "__proto__" is never set\nnode "a": text: .* "constructor" is never set$/,
    ],
    ['no start', flow([reply('a')], []), /needs a start/],
    [
      'two starts',
      flow([start, { ...start, id: 'again' }, reply('a')], [edge('start', 'a')]),
      /node "again": a flow can have only one start component/,
    ],
    [
      'a loop inside a loop',
      flow(
        [
          start,
          {
            id: 'outer',
            name: 'Outer',
            type: 'loop',
            maxIterations: 2,
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
      /loop "outer": node "inner": a loop cannot contain another loop; .* sub-flow/,
    ],
    [
      'two nodes with the same ID',
      flow([start, reply('a'), reply('a')], []),
      /node "a": another node has the same ID/,
    ],
    ['an edge to a missing node', flow([start], [edge('start', 'b')]), /there is no node "b"/],
    ['an edge from a missing node', flow([start], [edge('x', 'start')]), /there is no node "x"/],
    [
      'an edge from a branch that does not exist',
      flow([start, reply('a'), reply('b')], [edge('start', 'a'), edge('a', 'b', 'maybe')]),
      /node "a": the edge to "b" uses the branch "maybe"/,
    ],
    [
      'a cycle',
      flow([start, reply('a'), reply('b')], [edge('start', 'a'), edge('a', 'b'), edge('b', 'a')]),
      /node "a": is part of a cycle/,
    ],
    [
      'a node with an edge to itself',
      flow([start, reply('a')], [edge('start', 'a'), edge('a', 'a')]),
      /cycle/,
    ],
    [
      'a node that cannot be reached',
      flow([start, reply('a'), reply('b')], [edge('start', 'a')]),
      /node "b": cannot be reached/,
    ],
    [
      'a branch without an edge',
      flow(
        [start, classifier([{ name: 'billing', keywords: ['bill'] }]), reply('a')],
        [edge('start', 'sort'), edge('sort', 'a', 'billing')],
      ),
      /node "sort": the branch "else" is not connected/,
    ],
    [
      'a handoff without an edge for unavailable people',
      flow([start, { id: 'p', name: 'P', type: 'human-service' }], [edge('start', 'p')]),
      /node "p": the branch "unavailable" is not connected/,
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
      'a pattern with catastrophic backtracking',
      flow(
        [start, classifier([{ name: 'bad', patterns: ['^(a+)+$'] }]), reply('a')],
        [edge('start', 'sort'), edge('sort', 'a', 'bad'), edge('sort', 'a', 'else')],
      ),
      /node "sort": branches: branch "bad": .*repeated group/,
    ],
    [
      'a variable that is never set',
      flow([start, reply('a', 'Dear {{name}}')], [edge('start', 'a')]),
      /node "a": text: the variable "name" is never set/,
    ],
    [
      'code in a template',
      flow([start, reply('a', '{{question + 1}}')], [edge('start', 'a')]),
      /node "a": text: .* is not a valid variable name/,
    ],
    [
      'an unknown type',
      flow([start, { id: 'a', name: 'A', type: 'magic' }], []),
      /node "a": type: must be one of/,
    ],
    ['a missing field', flow([start, { id: 'a', name: 'A', type: 'reply' }], []), /node "a": needs text/],
    [
      'an empty text where a name is required',
      flow([start, { id: 'a', name: 'A', type: 'table-lookup', table: '', saveAs: 'x' }], []),
      /^node "a": cannot be reached from the start\nnode "a": table: must not be empty$/,
    ],
    ['an unknown field', flow([start, { ...reply('a'), txt: '' }], []), /node "a": has no field txt/],
    [
      'an API key in a model',
      flow(
        [
          start,
          {
            id: 'm',
            name: 'M',
            type: 'model',
            saveAs: 'm',
            model: { provider: 'openai', name: 'x', apiKey: 'secret' },
          },
        ],
        [edge('start', 'm')],
      ),
      /node "m": model/,
    ],
    [
      'a mistake inside a loop',
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
      /loop "l": node "x": cannot be reached/,
    ],
    [
      'a variable whose name is invalid in templates',
      flow([start, reply('a')], [edge('start', 'a')], { variables: { '1x': 1 } }),
      /variables: has no field 1x/,
    ],
    [
      'a loop without a limit',
      flow(
        [start, { id: 'l', name: 'L', type: 'loop', body: { nodes: [start], edges: [] } }],
        [edge('start', 'l')],
      ),
      /node "l": needs maxIterations/,
    ],
  ];
  for (const [name, value, expected] of cases)
    it(name, () => {
      assert.match(problemsOf(value).join('\n'), expected);
    });
});

it('a valid flow is accepted, with its defaults', () => {
  const checked = checkFlow(
    flow([start, reply('a', '{{question}} {{greeting}}')], [edge('start', 'a')], {
      variables: { greeting: 'Hi' },
    }),
  );
  assert.ok('graph' in checked);
  assert.deepEqual(checked.graph.edges, [{ from: 'start', to: 'a', branch: 'next' }]);
  assert.equal(checked.graph.nodes[1]!.retries, 0);
});

it('typical patterns of a support desk are accepted', () => {
  for (const pattern of [
    '\\p{Script=Han}',
    '(refund|invoice)s?',
    '\\b[A-Z]{2}-?\\d{4,8}\\b',
    '(ab){2,3}',
    'a[(+]b',
  ])
    assert.equal(checkPattern(pattern), undefined, pattern);
});

it('patterns with catastrophic backtracking, back references or syntax errors are rejected', () => {
  for (const pattern of ['(a*)*', '(a|aa)+', '((ab?)c){20}', '(x+x+)+y', '(a)\\1', '(?=a+)b', '(', 'a{2,1}'])
    assert.ok(checkPattern(pattern), pattern);
});

describe('a draft', () => {
  const loop = (body: object) => ({ id: 'l', name: 'L', type: 'loop', maxIterations: 2, body });
  const unfinished: [name: string, value: unknown][] = [
    ['without components', flow([], [])],
    ['without a start', flow([reply('a')], [])],
    ['with a component that is not connected', flow([start, reply('a')], [])],
    ['with a cycle', flow([start, reply('a'), reply('b')], [edge('a', 'b'), edge('b', 'a')])],
    ['with an empty name', flow([start, { ...reply('a'), name: '' }], [])],
    [
      'without a table',
      flow([start, { id: 'a', name: 'A', type: 'table-lookup', table: '', saveAs: '' }], []),
    ],
    ['with a number out of range', flow([start, { ...reply('a'), timeoutMs: 0, retries: 1.5 }], [])],
    ['with a variable of an invalid name', flow([start], [], { variables: { '1 x': 1 } })],
    [
      'with an unfinished model',
      flow(
        [
          start,
          {
            id: 'm',
            name: 'M',
            type: 'model',
            saveAs: 'm',
            model: { provider: 'openai', name: '', baseUrl: 'h' },
          },
        ],
        [],
      ),
    ],
    ['with an edge from a branch that was removed', flow([start, reply('a')], [edge('start', 'a', 'old')])],
    ['with an unfinished loop body', flow([start, loop({ nodes: [{ ...reply('x'), name: '' }] })], [])],
  ];
  for (const [name, value] of unfinished)
    it(`${name} is read, and its problems are reported`, () => {
      assert.ok('graph' in readDraft(value), JSON.stringify(readDraft(value)));
      assert.notDeepEqual(problemsOf(value), []);
    });

  const unreadable: [name: string, value: unknown, expected: RegExp][] = [
    ['that is a text', 'flow', /must be an object/],
    ['with a component that is a text', flow([start, 'reply'], []), /node 2 must be an object/],
    ['with a setting of another type', flow([start, { ...reply('a'), text: 5 }], []), /text: must be string/],
    ['with a list that is a text', flow([start, { ...classifier([]), branches: 'x' }], []), /branches/],
    ['with an invalid ID', flow([start, reply('a b')], []), /id: must match pattern/],
    ['with an edge to a missing node', flow([start], [edge('start', 'b')]), /there is no node "b"/],
    [
      'with the same edge twice',
      flow([start, reply('a')], [edge('start', 'a'), edge('start', 'a')]),
      /twice/,
    ],
    ['with a text over the limit', flow([start, reply('a', 'x'.repeat(50_001))], []), /50000 characters/],
    [
      'with an unknown field in a loop',
      flow([start, loop({ nodes: [{ ...reply('x'), y: 1 }] })], []),
      /loop "l": node "x": has no field y/,
    ],
    ['with a body that is a list', flow([start, loop([])], []), /body/],
  ];
  for (const [name, value, expected] of unreadable)
    it(`${name} is refused`, () => {
      const read = readDraft(value);
      assert.ok('problems' in read);
      assert.match(read.problems.map(textOf).join('\n'), expected);
    });

  it('reports every wrong setting of a component, with its name', () => {
    const checked = checkFlow(
      flow([start, { ...reply('a'), name: 'Say', retries: 9, timeoutMs: 1 }], [edge('start', 'a')]),
    );
    assert.ok('problems' in checked);
    assert.deepEqual(
      checked.problems.map(({ nodeId, nodeName, field }) => [nodeId, nodeName, field]),
      [
        ['a', 'Say', 'retries'],
        ['a', 'Say', 'timeoutMs'],
      ],
    );
  });
});
