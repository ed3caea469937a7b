import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { loadEnglishMessages } from '../../../../../../test/support/console/english-messages.ts';
import type { FlowGraph, FlowProblem } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import type { LiveStep } from '../../try-it/trial.ts';
import { record, redo, startHistory, undo } from './history.ts';
import { isGraph } from './is-graph.ts';
import { kinds } from './kinds/kinds.ts';
import { makeNode } from './make-node.ts';
import { createNames } from './names.ts';
import { countProblems, fieldLabelOf, nameOf, readProblem } from './problems.ts';
import { componentSteps, runStates } from './run-states.ts';
import { begunVariable, insertVariable, knownVariables } from './variables.ts';

// Other files of the same process load other languages.
beforeEach(loadEnglishMessages);
loadEnglishMessages();

const found = (more: Partial<FlowProblem>): FlowProblem => ({
  loopId: null,
  nodeId: null,
  nodeName: null,
  field: null,
  message: 'wrong',
  isReference: false,
  ...more,
});

test('a problem has the label of its setting, as in the form of the component', () => {
  const table = makeNode('table-lookup', createNames([]));
  const graph = { variables: {}, nodes: [table], edges: [] } as FlowGraph;
  const problem = readProblem(found({ nodeId: table.id, field: 'filter.colour', message: 'is wrong' }));
  assert.deepEqual(
    [problem.text, problem.nodeId, nameOf(graph, problem)],
    ['Is wrong', table.id, table.name],
  );
  assert.equal(
    fieldLabelOf(graph, problem),
    t(kinds['table-lookup'].fields.find(({ name }) => name === 'filter')!.label),
  );
  assert.equal(nameOf(graph, readProblem(found({}))), 'Flow');
  assert.equal(fieldLabelOf(graph, readProblem(found({ field: 'variables' }))), undefined);
});

test('problems in a loop body count for the component and for the loop', () => {
  const counts = countProblems(
    [found({ loopId: 'loop', nodeId: 'b' }), found({ nodeId: 'a' }), found({})].map(readProblem),
  );
  assert.deepEqual(Object.fromEntries(counts), { 'loop/b': 1, '/loop': 1, '/a': 1 });
});

test('typing in one field is one undo step; a new change removes the redo steps', () => {
  let history = startHistory('');
  for (const text of ['a', 'ab', 'abc']) history = record(history, text, 'field');
  history = record(history, 'abc!', 'another');
  history = undo(history);
  assert.equal(history.present, 'abc');
  history = undo(history);
  assert.equal(history.present, '');
  assert.equal(undo(history), history);
  history = redo(history);
  assert.equal(history.present, 'abc');
  history = record(history, 'x', 'field');
  assert.equal(redo(history), history);
  assert.equal(undo(history).present, 'abc', 'after an undo, the same field starts a new step');
});

test('variables are completed while they are typed, without duplicate braces', () => {
  assert.equal(begunVariable('Hello {{ order.fi'), 'order.fi');
  assert.equal(begunVariable('Hello {{'), '');
  assert.equal(begunVariable('Hello {{name}} '), undefined);
  assert.deepEqual(insertVariable('Hi {{ques!', 9, 'question'), { text: 'Hi {{question}}!', caret: 15 });
  assert.deepEqual(insertVariable('Hi {{ques}}!', 9, 'question'), { text: 'Hi {{question}}!', caret: 15 });
  assert.deepEqual(insertVariable('Hi ', 3, 'user_id'), { text: 'Hi {{user_id}}', caret: 14 });
});

const names = createNames([]);
const [start, lookup, model, reply] = (['start', 'table-lookup', 'model', 'reply'] as const).map((type) =>
  makeNode(type, names),
);
const graph = {
  variables: { shop: 'Kyoto' },
  nodes: [start, { ...lookup, table: 'orders' }, model, { ...reply, text: '{{ answer }}' }],
  edges: [
    { from: start!.id, to: lookup!.id, branch: 'next' },
    { from: lookup!.id, to: model!.id, branch: 'next' },
    { from: model!.id, to: reply!.id, branch: 'next' },
  ],
} as FlowGraph;

test('templates offer saved variables with their properties, initial variables and built-in variables', () => {
  const paths = knownVariables(graph, (table) => (table === 'orders' ? ['status'] : [])).map(
    ({ path }) => path,
  );
  for (const path of ['records.first', 'records.first.status', 'records.count', 'answer', 'shop', 'question'])
    assert.ok(paths.includes(path), path);
  assert.equal(new Set(paths).size, paths.length);
});

test('a stored value is used only if it is a valid graph', () => {
  assert.ok(isGraph(graph));
  assert.ok(isGraph({ nodes: [makeNode('loop', names)], edges: [] }));
  for (const broken of [
    null,
    'text',
    { nodes: [] },
    { nodes: [null], edges: [] },
    { nodes: [{ ...start, type: 'toString' }], edges: [] },
    { nodes: [{ ...makeNode('loop', names), body: null }], edges: [] },
    { nodes: [start], edges: [{ from: 'start', to: 5 }] },
  ])
    assert.ok(!isGraph(broken), JSON.stringify(broken));
});

const step = (node: typeof start, more: Partial<LiveStep> = {}): LiveStep => ({
  id: 1,
  kind: 'component',
  name: node!.name,
  startMs: 0,
  durationMs: 5,
  tokens: null,
  credits: null,
  error: null,
  detail: { id: node!.id, type: node!.type },
  ...more,
});

test('components are running, done or failed; a streamed reply has the state of its model', () => {
  const states = runStates(graph, [
    step(start),
    step(lookup, { error: 'no such table' }),
    step(lookup),
    step(model, { durationMs: null }),
  ]);
  assert.equal(states.get(`/${start!.id}`)?.state, 'done');
  assert.equal(states.get(`/${lookup!.id}`)?.state, 'done');
  assert.equal(states.get(`/${lookup!.id}`)?.runs, 2);
  assert.equal(states.get(`/${model!.id}`)?.state, 'running');
  assert.equal(states.get(`/${reply!.id}`)?.state, 'running');
  const failed = runStates(graph, [step(model, { error: 'silent' })]);
  assert.equal(failed.get(`/${model!.id}`)?.state, 'failed');
  assert.equal(failed.get(`/${reply!.id}`), undefined);
});

test('steps of a sub-flow with the same ids, and steps of other kinds, are ignored', () => {
  const foreign = step(start, { name: 'Begin' });
  assert.equal(runStates(graph, [foreign]).size, 0);
  const whole = { ...step(start), name: 'flow', detail: { version: 'draft' } };
  assert.deepEqual(componentSteps([whole, { ...step(start), kind: 'model' }]), []);
});
