import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { loadEnglishMessages } from '../../../../../../test/support/console/english-messages.ts';
import type { FlowGraph } from '../../../api/generated.ts';
import { connect, removeNodes, renameBranch, whyNotConnect } from './change-graph.ts';
import { pickNodes, renumber } from './clipboard.ts';
import type { FlowNode, NodeType } from './flow-types.ts';
import { nodeTypes } from './kinds/kinds.ts';
import { layoutGraph, nodeHeight, nodeWidth } from './layout-graph.ts';
import { allNodes, changeAt, graphAt } from './levels.ts';
import { makeNode } from './make-node.ts';
import { createNames } from './names.ts';

// Other files of the same process load other languages.
beforeEach(loadEnglishMessages);
loadEnglishMessages();

const graphOf = (types: NodeType[], edges: [number, number, string?][]): FlowGraph => {
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

test('new components have unique ids, names and variables, also in loop bodies', () => {
  const names = createNames([]);
  const made = [...nodeTypes, ...nodeTypes].map((type) => makeNode(type, names));
  const nodes = allNodes({ nodes: made, edges: [] });
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
  assert.equal(new Set(nodes.map(({ name }) => name)).size, nodes.length);
  const variables = nodes.flatMap((node) => ('saveAs' in node && node.saveAs !== null ? [node.saveAs] : []));
  assert.equal(new Set(variables).size, variables.length);
});

test('a connection that creates a cycle, leads to the start or to its own component is refused with the reason', () => {
  const graph = graphOf(
    ['start', 'template', 'reply'],
    [
      [0, 1],
      [1, 2],
    ],
  );
  const [start, template, reply] = graph.nodes.map(({ id }) => id) as [string, string, string];
  assert.equal(whyNotConnect(graph, { from: reply, to: template, branch: 'next' }), 'flow.connect.cycle');
  assert.equal(whyNotConnect(graph, { from: reply, to: reply, branch: 'next' }), 'flow.connect.self');
  assert.equal(whyNotConnect(graph, { from: reply, to: start, branch: 'next' }), 'flow.connect.start');
  assert.equal(whyNotConnect(graph, { from: start, to: reply, branch: 'next' }), undefined);
  assert.equal(connect(graph, { from: start, to: template, branch: 'next' }), graph, 'no duplicate edge');
});

test('removing a component removes its edges and references to it; the start cannot be removed', () => {
  const graph = graphOf(
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

test('renaming a branch changes its edges, but not those of other components', () => {
  const graph = graphOf(
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

test('copies have new ids and keep the edges between them', () => {
  const graph = graphOf(
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

test('changing a loop body does not change the old graph', () => {
  const graph = graphOf(['start', 'loop'], [[0, 1]]);
  const loop = graph.nodes[1]!.id;
  const changed = changeAt(graph, loop, (body) => ({ ...body, nodes: [] }));
  assert.deepEqual(graphAt(changed, loop).nodes, []);
  assert.equal(graphAt(graph, loop).nodes.length, 1, 'the old graph');
  assert.deepEqual(graphAt(graph, 'nobody').nodes, []);
});

test('the layout goes from left to right without overlap, also with cycles', () => {
  const types: NodeType[] = ['start', 'classifier', 'retrieval', 'model', 'reply', 'human-service', 'reply'];
  const graph = graphOf(types, [
    [0, 1],
    [1, 2, 'first'],
    [2, 3],
    [3, 4],
    [1, 5, 'else'],
    [5, 6],
    [5, 4, 'unavailable'],
  ]);
  const cyclic = {
    ...graph,
    edges: [...graph.edges, { from: graph.nodes[4]!.id, to: graph.nodes[1]!.id, branch: 'next' }],
  };
  for (const one of [graph, cyclic, graphOf(['start', 'reply', 'reply', 'reply'], [])]) {
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
