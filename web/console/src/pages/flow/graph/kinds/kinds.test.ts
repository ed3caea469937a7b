import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { branchesOf as branchesOfService } from '../../../../../../../src/flows/flow-graph.ts';
import { nodeSchemas, templateFields } from '../../../../../../../src/flows/flow-nodes.ts';
import { checkFlow } from '../../../../../../../src/flows/flows.ts';
import {
  loadConsoleMessages,
  loadEnglishMessages,
} from '../../../../../../../test/support/console/english-messages.ts';
import { branchesOf } from '../branches.ts';
import { comparisonLabels } from '../comparison-labels.ts';
import { makeNode } from '../make-node.ts';
import { createNames } from '../names.ts';
import { kinds, nodeTypes } from './kinds.ts';

// Other files of the same process load other languages.
beforeEach(loadEnglishMessages);
loadEnglishMessages();

/** Fields without an entry in the table: dataIds can only be set through the API, the others are in every form. */
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

/** The alternatives of a schema, such as a type and null. */
const alternatives = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];

test('the palette has all kinds of components, and each form has all settings', () => {
  assert.deepEqual(nodeTypes.toSorted(), [...schemas.keys()].toSorted());
  for (const type of nodeTypes) {
    const listed = kinds[type].fields.map(({ name }) => name);
    const settings = Object.keys(schemas.get(type)!).filter((name) => !unlistedFields.includes(name));
    assert.deepEqual(listed.toSorted(), settings.toSorted(), type);
  }
});

test('the template fields are those in which the service resolves variables', () => {
  for (const type of nodeTypes) {
    const named = (kind: string): string[] =>
      kinds[type].fields.filter((field) => field.kind === kind).map(({ name }) => name);
    const fields = templateFields.get(type)!;
    assert.deepEqual(named('template').toSorted(), fields.texts.toSorted(), type);
    assert.deepEqual(named('values').toSorted(), fields.values.toSorted(), type);
  }
});

test('docs/flows.md describes all kinds of components', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../../../../../../docs/flows.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const described = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(described.toSorted(), nodeTypes.toSorted());
});

test('components have the branches that the service defines', () => {
  const names = createNames([]);
  for (const type of nodeTypes) {
    const node = makeNode(type, names);
    assert.deepEqual(branchesOf(node), branchesOfService(node), type);
  }
});

test('ranges and options in the forms are those of the service', () => {
  for (const type of nodeTypes)
    for (const field of kinds[type].fields) {
      const allowed = alternatives(schemas.get(type)![field.name]!);
      const isNullable = allowed.some((schema) => schema.type === 'null');
      if (field.kind === 'number') {
        const number = allowed.find((schema) => schema.minimum !== undefined)!;
        assert.deepEqual([field.min, field.max], [number.minimum, number.maximum], `${type}.${field.name}`);
        assert.equal(field.empty !== undefined, isNullable, `${type}.${field.name}`);
      }
      if (field.kind === 'select') {
        const values = allowed.map((schema) => (schema.type === 'null' ? '' : schema.const));
        assert.deepEqual(
          field.options.map(({ value }) => value).toSorted(),
          values.toSorted(),
          `${type}.${field.name}`,
        );
      }
    }
  const rule = schemas.get('loop')!.until!.items!.properties!.operator!;
  assert.deepEqual(Object.keys(comparisonLabels), rule.enum);
});

const checkNewComponents = (): void => {
  const names = createNames([]);
  const start = makeNode('start', names);
  for (const type of nodeTypes.filter((kind) => kind !== 'start')) {
    const node = makeNode(type, names) as unknown as Record<string, unknown>;
    // Required settings without a default.
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
};

test('a new component has no unknown and no missing settings', checkNewComponents);

test('in Chinese, names of new components are translated, ids and variables are not', () => {
  loadConsoleMessages('zh-Hans');
  try {
    checkNewComponents();
    const names = createNames([]);
    for (const type of nodeTypes) {
      const node = makeNode(type, names);
      assert.match(node.name, /\p{Script=Han}/u);
      assert.equal(node.id.startsWith(type), true, node.id);
      if ('saveAs' in node && node.saveAs !== null) assert.match(node.saveAs, /^[a-z]+\d*$/);
      if (node.type === 'loop') assert.match(node.item, /^[a-z]+$/);
      if (node.type === 'set-variable') assert.match(node.variable, /^[a-z]+$/);
    }
  } finally {
    loadEnglishMessages();
  }
});
