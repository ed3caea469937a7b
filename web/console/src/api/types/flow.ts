import type { Takes } from './agent.ts';

/** What a flow says of every component, whatever it does. */
interface Common<Kind extends string> {
  id: string;
  name: string;
  type: Kind;
  /** Further attempts after a failure. */
  retries: number;
  timeoutMs: number;
}

/** A model of a component's own; its key is that of the agent's model at the same provider and address. */
export interface ComponentModel {
  provider: 'embedded' | 'openai' | 'anthropic' | 'google';
  baseUrl?: string;
  name?: string;
  takes?: Takes;
}

interface ModelChoice {
  model: ComponentModel | null;
  temperature: number | null;
  maxOutputTokens: number | null;
}

export type FlowValue = string | number | boolean | null;
export type FlowValues = Record<string, FlowValue>;

export const ruleOperators = [
  'equals',
  'not-equals',
  'contains',
  'not-contains',
  'starts-with',
  'above',
  'below',
  'is-empty',
  'is-not-empty',
] as const;

export interface FlowRule {
  variable: string;
  operator: (typeof ruleOperators)[number];
  value: string;
}

export interface ClassifierBranch {
  name: string;
  description: string;
  keywords: string[];
  patterns: string[];
}

export interface ConditionBranch {
  name: string;
  all: FlowRule[];
}

type PlainNode =
  | Common<'start'>
  | (Common<'model'> &
      ModelChoice & {
        prompt: string;
        question: string | null;
        memory: { shortTerm: boolean; longTerm: boolean };
        /** Ids of retrieval components. */
        passages: string[];
        tools: boolean;
        saveAs: string;
      })
  | (Common<'retrieval'> & {
      query: string;
      groupIds: string[] | null;
      dataIds: string[] | null;
      topK: number | null;
      minimumScore: number | null;
      saveAs: string;
    })
  | (Common<'table-lookup'> & {
      table: string;
      filter: FlowValues;
      keyword: string;
      limit: number;
      saveAs: string;
    })
  | (Common<'table-add'> & { table: string; values: FlowValues; saveAs: string })
  | (Common<'table-update'> & { table: string; recordId: string; values: FlowValues; saveAs: string })
  | (Common<'http-tool'> & { tool: string; arguments: FlowValues; saveAs: string })
  | (Common<'mcp-tool'> & { server: string; tool: string; arguments: FlowValues; saveAs: string })
  | (Common<'classifier'> &
      ModelChoice & {
        text: string;
        by: 'rules' | 'model';
        prompt: string;
        branches: ClassifierBranch[];
        saveAs: string | null;
      })
  | (Common<'condition'> & { branches: ConditionBranch[] })
  | (Common<'set-variable'> & { variable: string; value: string; as: 'text' | 'number' | 'json' })
  | (Common<'template'> & { template: string; saveAs: string })
  | Common<'human-service'>
  | (Common<'reply'> & { text: string; output: 'text' | 'audio' | 'both' | null })
  | (Common<'sub-flow'> & { agentId: string; inputs: FlowValues; saveAs: string });

/** Nodes and edges: a flow, or the body of a loop. */
export interface NodeGraph {
  nodes: FlowNode[];
  edges: FlowEdge[];
}

export type FlowNode =
  | PlainNode
  | (Common<'loop'> & {
      maxIterations: number;
      /** A list; the loop runs once for each item. */
      over: string | null;
      item: string;
      until: FlowRule[];
      body: NodeGraph;
    });

export type NodeType = FlowNode['type'];
export type NodeOf<Kind extends NodeType> = Extract<FlowNode, { type: Kind }>;

export interface FlowEdge {
  from: string;
  to: string;
  branch: string;
}

export interface FlowGraph extends NodeGraph {
  /** Variables and the values they begin with. */
  variables: Record<string, unknown>;
}

export interface Flow {
  /** null: nothing has been saved yet. */
  draft: FlowGraph | null;
  /** The one that a change names as the one it saw. */
  revision: number;
  /** The version calls use. */
  publishedVersion: number | null;
  updatedAt: string | null;
}

export interface FlowVersion {
  version: number;
  note: string;
  createdBy: string;
  createdAt: string;
}

export interface FlowFile {
  format: 'frontdesk-flow';
  formatVersion: 1;
  name: string;
  graph: FlowGraph;
}
