import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { branchesOf as branchesOfService } from '../../../../../../../src/flows/flow-graph.ts';
import { nodeSchemas, templateFields } from '../../../../../../../src/flows/flow-nodes.ts';
import { checkFlow } from '../../../../../../../src/flows/flows.ts';
import { branchesOf } from '../branches.ts';
import { makeNode } from '../make-node.ts';
import { createNames } from '../names.ts';
import { operatorWords } from '../operator-words.ts';
import { kinds, nodeTypes } from './kinds.ts';

/** Not in a form: dataIds are set over the API, the rest stands above and below every form. */
const unlistedFields = ['id', 'name', 'type', 'retries', 'timeoutMs', 'dataIds'];

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  type?: string;
  const?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

const schemas = new Map(
  (nodeSchemas as unknown as JsonSchema[]).map((schema) => [
    schema.properties!.type!.const!,
    schema.properties!,
  ]),
);

/** A setting that may be null is one of two. */
const ways = (schema: JsonSchema): JsonSchema[] => (schema.anyOf ? schema.anyOf.flatMap(ways) : [schema]);

test('the palette has every kind of component, and the form of each all its settings', () => {
  assert.deepEqual(nodeTypes.toSorted(), [...schemas.keys()].toSorted());
  for (const type of nodeTypes) {
    const listed = kinds[type].fields.map(({ name }) => name);
    const settings = Object.keys(schemas.get(type)!).filter((name) => !unlistedFields.includes(name));
    assert.deepEqual(listed.toSorted(), settings.toSorted(), type);
  }
});

test('the templates of the forms are those in which the service looks for variables', () => {
  for (const type of nodeTypes) {
    const named = (kind: string): string[] =>
      kinds[type].fields.filter((field) => field.kind === kind).map(({ name }) => name);
    const fields = templateFields.get(type)!;
    assert.deepEqual(named('template').toSorted(), fields.texts.toSorted(), type);
    assert.deepEqual(named('values').toSorted(), fields.values.toSorted(), type);
  }
});

test('docs/flows.md describes every kind of component', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../../../../../../docs/flows.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const described = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(described.toSorted(), nodeTypes.toSorted());
});

test('a component is left by the branches that the service knows', () => {
  const names = createNames([]);
  for (const type of nodeTypes) {
    const node = makeNode(type, names);
    assert.deepEqual(branchesOf(node), branchesOfService(node), type);
  }
});

test('numbers and choices in the forms are those the service takes', () => {
  for (const type of nodeTypes)
    for (const field of kinds[type].fields) {
      const allowed = ways(schemas.get(type)![field.name]!);
      const isNullable = allowed.some((way) => way.type === 'null');
      if (field.kind === 'number') {
        const number = allowed.find((way) => way.minimum !== undefined)!;
        assert.deepEqual([field.min, field.max], [number.minimum, number.maximum], `${type}.${field.name}`);
        assert.equal(field.empty !== undefined, isNullable, `${type}.${field.name}`);
      }
      if (field.kind === 'select') {
        const values = allowed.map((way) => (way.type === 'null' ? '' : way.const));
        assert.deepEqual(
          field.options.map(({ value }) => value).toSorted(),
          values.toSorted(),
          `${type}.${field.name}`,
        );
      }
    }
  const rule = schemas.get('loop')!.until!.items!.properties!.operator!;
  assert.deepEqual(Object.keys(operatorWords), rule.enum);
});

test('a new component is saved as it was made: nothing in it is unknown, nothing is left to be filled in', () => {
  const names = createNames([]);
  const start = makeNode('start', names);
  for (const type of nodeTypes.filter((kind) => kind !== 'start')) {
    const node = makeNode(type, names) as unknown as Record<string, unknown>;
    // What only a person can say.
    for (const name of ['table', 'tool', 'server', 'agentId']) if (node[name] === '') node[name] = 'x';
    if (type === 'classifier') (node.branches as { keywords: string[] }[])[0]!.keywords = ['x'];
    const end = { ...makeNode('reply', names), id: `end-${type}` };
    const leave = (branch: string) => ({ from: String(node.id), to: end.id, branch });
    const graph = {
      variables: {},
      nodes: [start, node, end],
      edges: [
        { from: start.id, to: String(node.id), branch: 'next' },
        ...branchesOf(node as never).map(leave),
      ],
    };
    assert.deepEqual(checkFlow(graph), { graph }, type);
  }
});
