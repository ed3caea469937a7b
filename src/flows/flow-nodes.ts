import { type Static, Type } from 'typebox';
import { ExtractNode, JsonNode } from './json-nodes.ts';
import {
  BranchName,
  common,
  isTemplate,
  Memory,
  modelFields,
  Nullable,
  node,
  Template,
  Values,
  VariableName,
} from './node-parts.ts';
import { AskNode, FormNode } from './question-nodes.ts';

export const Rule = Type.Object(
  {
    variable: Type.String({ minLength: 1, maxLength: 200, description: 'Variable, or path in a variable' }),
    operator: Type.Enum([
      'equals',
      'not-equals',
      'contains',
      'not-contains',
      'starts-with',
      'above',
      'below',
      'is-empty',
      'is-not-empty',
    ]),
    value: Template(''),
  },
  { additionalProperties: false },
);

export const StartNode = node('start', {});

export const ModelNode = node('model', {
  ...modelFields,
  prompt: Template(''),
  question: Nullable(Template()),
  memory: Memory({ shortTerm: true, longTerm: true }),
  passages: Type.Array(common.id, {
    maxItems: 20,
    default: [],
    description: 'Retrieval components whose chunks the model gets',
  }),
  tools: Type.Boolean({ default: false, description: "Whether the model may use the agent's tools" }),
  saveAs: VariableName,
});

export const RetrievalNode = node('retrieval', {
  query: Template('{{question}}'),
  groupIds: Nullable(Type.Array(Type.String(), { maxItems: 1000 })),
  dataIds: Nullable(Type.Array(Type.String(), { maxItems: 1000 })),
  topK: Nullable(Type.Integer({ minimum: 1, maximum: 50 })),
  minimumScore: Nullable(Type.Number({ minimum: 0.1, maximum: 0.95 })),
  saveAs: VariableName,
});

const tableFields = {
  table: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id of a table of the agent' }),
  saveAs: VariableName,
};

export const TableLookupNode = node('table-lookup', {
  ...tableFields,
  filter: Values,
  keyword: Template(''),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});
export const TableAddNode = node('table-add', { ...tableFields, values: Values });
export const TableUpdateNode = node('table-update', { ...tableFields, recordId: Template(), values: Values });

export const HttpToolNode = node('http-tool', {
  tool: Type.String({ minLength: 1, maxLength: 64, description: "Name of one of the agent's HTTP tools" }),
  arguments: Values,
  saveAs: VariableName,
});

export const McpToolNode = node('mcp-tool', {
  server: Type.String({ minLength: 1, maxLength: 32, description: "Name of one of the agent's MCP servers" }),
  tool: Type.String({ minLength: 1, maxLength: 200 }),
  arguments: Values,
  saveAs: VariableName,
});

export const ClassifierNode = node('classifier', {
  ...modelFields,
  text: Template('{{question}}'),
  by: Type.Union([Type.Literal('rules'), Type.Literal('model')], {
    default: 'rules',
    description: 'Rules are checked first; with "model", the model decides if no rule matches',
  }),
  prompt: Template(''),
  branches: Type.Array(
    Type.Object(
      {
        name: BranchName,
        description: Type.String({ maxLength: 2000, default: '' }),
        keywords: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
          maxItems: 200,
          default: [],
        }),
        patterns: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 10, default: [] }),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 20 },
  ),
  saveAs: Nullable({
    ...VariableName,
    description: 'Variable for the text that decided',
  } as typeof VariableName),
});

export const ConditionNode = node('condition', {
  branches: Type.Array(
    Type.Object(
      { name: BranchName, all: Type.Array(Rule, { minItems: 1, maxItems: 20 }) },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 20 },
  ),
});

export const SetVariableNode = node('set-variable', {
  variable: VariableName,
  value: Template(''),
  as: Type.Union([Type.Literal('text'), Type.Literal('number'), Type.Literal('json')], { default: 'text' }),
});

export const TemplateNode = node('template', { template: Template(), saveAs: VariableName });

export const HumanServiceNode = node('human-service', {});

export const ReplyNode = node('reply', {
  text: Template(),
  output: Nullable(
    Type.Union([Type.Literal('text'), Type.Literal('audio'), Type.Literal('both')], {
      description:
        'Format of the reply; null: text, and also audio if the output setting of the agent says so. Version 1 of the API and the chat widget always return text',
    }),
  ),
});

export const SubFlowNode = node('sub-flow', {
  agentId: Type.String({ minLength: 1, maxLength: 64, description: 'A flow agent of the same workspace' }),
  inputs: Values,
  saveAs: VariableName,
});

/** The body of a loop cannot contain a loop. Use a loop over a sub-flow instead. */
export const plainNodes = [
  StartNode,
  ModelNode,
  RetrievalNode,
  TableLookupNode,
  TableAddNode,
  TableUpdateNode,
  HttpToolNode,
  McpToolNode,
  ClassifierNode,
  ConditionNode,
  SetVariableNode,
  TemplateNode,
  HumanServiceNode,
  ReplyNode,
  AskNode,
  FormNode,
  ExtractNode,
  JsonNode,
  SubFlowNode,
] as const;

export const Edge = Type.Object(
  {
    from: common.id,
    to: common.id,
    branch: Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'next',
      description: 'next, failure, or a branch of the source component',
    }),
  },
  { additionalProperties: false },
);

/** For the body of a loop. */
export const bodyLimits = { nodes: 100, edges: 400 };

export const LoopNode = node('loop', {
  maxIterations: Type.Integer({ minimum: 1, maximum: 100 }),
  over: Nullable(
    Type.String({ minLength: 1, maxLength: 200, description: 'A list; the loop runs once for each item' }),
  ),
  item: { ...VariableName, default: 'item' } as typeof VariableName,
  until: Type.Array(Rule, {
    maxItems: 20,
    default: [],
    description: 'Checked after each iteration; the loop ends when all are true',
  }),
  body: Type.Object(
    {
      nodes: Type.Array(Type.Union([...plainNodes]), {
        minItems: 1,
        maxItems: bodyLimits.nodes,
      }),
      edges: Type.Array(Edge, { maxItems: bodyLimits.edges, default: [] }),
    },
    { additionalProperties: false },
  ),
});

export const nodeSchemas = [...plainNodes, LoopNode] as const;

/** By node type: the fields that are templates, and those that contain templates by name. */
export const templateFields: ReadonlyMap<string, { texts: string[]; values: string[] }> = new Map(
  nodeSchemas.map(({ properties }) => {
    const fields = Object.entries(properties as Record<string, Type.TSchema>);
    const named = (test: (schema: Type.TSchema) => boolean): string[] =>
      fields.filter(([, schema]) => test(schema)).map(([name]) => name);
    return [properties.type.const, { texts: named(isTemplate), values: named((one) => one === Values) }];
  }),
);

export type FlowNode = Static<(typeof nodeSchemas)[number]>;
export type NodeType = FlowNode['type'];
export type NodeOf<Kind extends NodeType> = Extract<FlowNode, { type: Kind }>;
export type FlowEdge = Static<typeof Edge>;
export type FlowRule = Static<typeof Rule>;
