import type { FlowNode, NodeOf, NodeType } from './flow-types.ts';
import { kinds } from './kinds.ts';
import type { Names } from './names.ts';

const modelChoice = { model: null, temperature: null, maxOutputTokens: null };

type Common = Pick<FlowNode, 'id' | 'name' | 'retries' | 'timeoutMs'>;

const makers: { [Kind in NodeType]: (common: Common, names: Names) => FlowNode } = {
  start: (common) => ({ ...common, type: 'start' }),
  model: (common, names) => ({
    ...{ ...common, ...modelChoice, type: 'model', prompt: '', question: null },
    ...{ memory: { shortTerm: true, longTerm: true }, passages: [], tools: false },
    saveAs: names.variable('answer'),
  }),
  retrieval: (common, names) => ({
    ...{ ...common, type: 'retrieval', query: '{{question}}', groupIds: null, dataIds: null },
    ...{ topK: null, minimumScore: null, saveAs: names.variable('found') },
  }),
  'table-lookup': (common, names) => ({
    ...{ ...common, type: 'table-lookup', table: '', filter: {}, keyword: '', limit: 10 },
    saveAs: names.variable('records'),
  }),
  'table-add': (common, names) => ({
    ...{ ...common, type: 'table-add', table: '', values: {}, saveAs: names.variable('added') },
  }),
  'table-update': (common, names) => ({
    ...{ ...common, type: 'table-update', table: '', recordId: '', values: {} },
    saveAs: names.variable('updated'),
  }),
  'http-tool': (common, names) => ({
    ...{ ...common, type: 'http-tool', tool: '', arguments: {}, saveAs: names.variable('result') },
  }),
  'mcp-tool': (common, names) => ({
    ...{ ...common, type: 'mcp-tool', server: '', tool: '', arguments: {} },
    saveAs: names.variable('result'),
  }),
  classifier: (common) => ({
    ...{ ...common, ...modelChoice, type: 'classifier', text: '{{question}}', by: 'rules', prompt: '' },
    branches: [{ name: 'first', description: '', keywords: [], patterns: [] }],
    saveAs: null,
  }),
  condition: (common) => ({
    ...{ ...common, type: 'condition' },
    branches: [{ name: 'yes', all: [{ variable: 'question', operator: 'is-not-empty', value: '' }] }],
  }),
  'set-variable': (common, names) => ({
    ...{ ...common, type: 'set-variable', variable: names.variable('value'), value: '', as: 'text' },
  }),
  template: (common, names) => ({
    ...{ ...common, type: 'template', template: '', saveAs: names.variable('text') },
  }),
  'human-service': (common) => ({ ...common, type: 'human-service' }),
  reply: (common) => ({ ...common, type: 'reply', text: '', output: null }),
  'sub-flow': (common, names) => ({
    ...{ ...common, type: 'sub-flow', agentId: '', inputs: {}, saveAs: names.variable('result') },
  }),
  loop: (common, names) => ({
    ...{ ...common, type: 'loop', maxIterations: 5, over: null, item: names.variable('item'), until: [] },
    body: { nodes: [makeNode('start', names) as NodeOf<'start'>], edges: [] },
  }),
};

/** A component with everything unset at what the service takes for unset. */
export const makeNode = (type: NodeType, names: Names): FlowNode =>
  makers[type](
    { id: names.id(type), name: names.name(kinds[type].label), retries: 0, timeoutMs: 60_000 },
    names,
  );
