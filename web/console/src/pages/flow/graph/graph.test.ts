import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlowGraph } from '../../../api/generated.ts';
import { connect, removeNodes, renameBranch, whyNotConnect } from './change-graph.ts';
import { pickNodes, renumber } from './clipboard.ts';
import type { FlowNode, NodeType } from './flow-types.ts';
import { nodeTypes } from './kinds/kinds.ts';
import { layoutGraph, nodeHeight, nodeWidth } from './layout-graph.ts';
import { allNodes, changeAt, graphAt } from './levels.ts';
import { makeNode } from './make-node.ts';
import { createNames } from './names.ts';

const drawn = (types: NodeType[], edges: [number, number, string?][]): FlowGraph => {
  const names = createNames([]);
  const nodes = types.map((type) => makeNode(type, names));
  return {
    variables: {},
    nodes,
    edges: edges.map(([from, to, branch = 'next']) => ({
      from: nodes[from]!.id,
      to: nodes[to]!.id,
      branch,
    })),
  };
};

test('new components never share an id, a name or a variable, not even with those inside of loops', () => {
  const names = createNames([]);
  const made = [...nodeTypes, ...nodeTypes].map((type) => makeNode(type, names));
  const nodes = allNodes({ nodes: made, edges: [] });
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
  assert.equal(new Set(nodes.map(({ name }) => name)).size, nodes.length);
  const kept = nodes.flatMap((node) => ('saveAs' in node && node.saveAs !== null ? [node.saveAs] : []));
  assert.equal(new Set(kept).size, kept.length);
});

test('a connection that would go round, to the start or to itself is refused with the reason', () => {
  const graph = drawn(
    ['start', 'template', 'reply'],
    [
      [0, 1],
      [1, 2],
    ],
  );
  const [start, template, reply] = graph.nodes.map(({ id }) => id) as [string, string, string];
  assert.match(whyNotConnect(graph, { from: reply, to: template, branch: 'next' })!, /circle/);
  assert.match(whyNotConnect(graph, { from: reply, to: reply, branch: 'next' })!, /itself/);
  assert.match(whyNotConnect(graph, { from: reply, to: start, branch: 'next' })!, /start/);
  assert.equal(whyNotConnect(graph, { from: start, to: reply, branch: 'next' }), undefined);
  assert.equal(connect(graph, { from: start, to: template, branch: 'next' }), graph, 'no edge twice');
});

test('a component that goes takes its edges along and is no longer read; the start stays', () => {
  const graph = drawn(
    ['start', 'retrieval', 'model'],
    [
      [0, 1],
      [1, 2],
    ],
  );
  const [start, retrieval, model] = graph.nodes as [FlowNode, FlowNode, FlowNode & { type: 'model' }];
  const reading = { ...graph, nodes: [start, retrieval, { ...model, passages: [retrieval.id] }] };
  const left = removeNodes(reading, [retrieval.id, start.id]);
  assert.deepEqual(
    left.nodes.map(({ id }) => id),
    [start.id, model.id],
  );
  assert.deepEqual(left.edges, []);
  assert.deepEqual((left.nodes[1] as typeof model).passages, []);
});

test('the edges of a branch follow its new name, those of other components do not', () => {
  const graph = drawn(
    ['classifier', 'condition', 'reply'],
    [
      [0, 2, 'yes'],
      [1, 2, 'yes'],
    ],
  );
  const renamed = renameBranch(graph, graph.nodes[0]!.id, 'yes', 'maybe');
  assert.deepEqual(
    renamed.edges.map(({ branch }) => branch),
    ['maybe', 'yes'],
  );
});

test('copies have ids of their own and keep what leads from one to the other', () => {
  const graph = drawn(
    ['start', 'retrieval', 'model', 'loop'],
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  );
  const [, retrieval, model] = graph.nodes as [FlowNode, FlowNode, FlowNode & { type: 'model' }];
  model.passages = [retrieval.id];
  const copies = renumber(
    pickNodes(
      graph,
      graph.nodes.map(({ id }) => id),
    ),
    allNodes(graph),
  );
  assert.equal(copies.nodes.length, 3, 'all but the start');
  assert.equal(copies.edges.length, 2);
  const taken = new Set(allNodes(graph).map(({ id }) => id));
  for (const { id } of allNodes(copies)) assert.ok(!taken.has(id), id);
  assert.deepEqual((copies.nodes[1] as typeof model).passages, [copies.nodes[0]!.id]);
  assert.deepEqual(copies.edges[0], { from: copies.nodes[0]!.id, to: copies.nodes[1]!.id, branch: 'next' });
});

test('the body of a loop is changed in its place', () => {
  const graph = drawn(['start', 'loop'], [[0, 1]]);
  const loop = graph.nodes[1]!.id;
  const changed = changeAt(graph, loop, (body) => ({ ...body, nodes: [] }));
  assert.deepEqual(graphAt(changed, loop).nodes, []);
  assert.equal(graphAt(graph, loop).nodes.length, 1, 'the old one is as it was');
  assert.deepEqual(graphAt(graph, 'nobody').nodes, []);
});

test('the layout goes from left to right and nothing lies upon anything, even where edges go round', () => {
  const types: NodeType[] = ['start', 'classifier', 'retrieval', 'model', 'reply', 'human-service', 'reply'];
  const graph = drawn(types, [
    [0, 1],
    [1, 2, 'first'],
    [2, 3],
    [3, 4],
    [1, 5, 'else'],
    [5, 6],
    [5, 4, 'unavailable'],
  ]);
  const around = {
    ...graph,
    edges: [...graph.edges, { from: graph.nodes[4]!.id, to: graph.nodes[1]!.id, branch: 'next' }],
  };
  for (const one of [graph, around, drawn(['start', 'reply', 'reply', 'reply'], [])]) {
    const places = layoutGraph(one);
    assert.equal(places.size, one.nodes.length);
    for (const a of one.nodes)
      for (const b of one.nodes) {
        if (a.id >= b.id) continue;
        const [p, q] = [places.get(a.id)!, places.get(b.id)!];
        const isApart =
          Math.abs(p.x - q.x) >= nodeWidth ||
          (p.y < q.y ? p.y + nodeHeight(a, one) <= q.y : q.y + nodeHeight(b, one) <= p.y);
        assert.ok(isApart, `${a.id} and ${b.id}`);
      }
  }
  const places = layoutGraph(graph);
  for (const { from, to } of graph.edges) assert.ok(places.get(from)!.x < places.get(to)!.x);
});
