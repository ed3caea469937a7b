import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReferences, type Surroundings } from './check-references.ts';
import type { FlowGraph, NodeGraph } from './flow-graph.ts';

const callOf = (id: string, agentId: string) => ({
  id,
  name: id,
  type: 'sub-flow',
  retries: 0,
  timeoutMs: 60_000,
  agentId,
});
const graphOf = (nodes: object[]): FlowGraph => ({ nodes, edges: [], variables: {} }) as unknown as FlowGraph;

const createSurroundings = (flowOf: (agentId: string) => NodeGraph | undefined) => {
  const reads: string[] = [];
  const around: Surroundings = {
    agentId: 'own',
    httpTools: [],
    mcpServers: [],
    hasHumanService: false,
    hasOwnModel: true,
    tables: [],
    missingKnowledge: async (ids) => ids,
    hasModel: async () => false,
    flowOf: async (agentId) => {
      reads.push(agentId);
      return flowOf(agentId);
    },
    schemaProblem: async () => undefined,
  };
  return { around, reads };
};

const human = { id: 'person', name: 'person', type: 'human-service', retries: 0, timeoutMs: 60_000 };

test('a sub-flow that many components call is read once, and each of them gets its problem', async () => {
  const { around, reads } = createSurroundings(() => graphOf([human]));
  const calls = Array.from({ length: 200 }, (_, at) => callOf(`call${at}`, 'other'));
  const problems = await checkReferences(graphOf(calls), around);
  assert.deepEqual(reads, ['other']);
  assert.equal(problems.length, 200);
});

test('flows that call each other are read up to a limit', async () => {
  const { around, reads } = createSurroundings((agentId) =>
    graphOf([callOf('next', `${Number(agentId) + 1}`)]),
  );
  const calls = Array.from({ length: 200 }, (_, at) => callOf(`call${at}`, '0'));
  const problems = await checkReferences(graphOf(calls), around);
  assert.equal(reads.length, 50);
  assert.equal(problems.length, 200);
  assert.match(problems[0]!.message, /calls more than 50 flows of other agents/);
});

test('a sub-flow lists at most ten of its problems', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ ...human, id: `person${at}` }));
  const { around } = createSurroundings(() => graphOf(many));
  assert.equal((await checkReferences(graphOf([callOf('call', 'other')]), around)).length, 10);
});
