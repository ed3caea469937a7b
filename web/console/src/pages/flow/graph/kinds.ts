import type { FlowNode, NodeType } from './flow-types.ts';

export type KindGroup = 'answer' | 'decide' | 'know' | 'tables' | 'tools' | 'values' | 'flow';

export const groupLabels: Record<KindGroup, string> = {
  answer: 'Answer',
  decide: 'Decide',
  know: 'Know',
  tables: 'Tables',
  tools: 'Tools',
  values: 'Values',
  flow: 'Flow',
};

interface Kind {
  label: string;
  group: KindGroup;
  /** One line for somebody who has never used it. */
  explains: string;
}

/** What a flow is made of, in the order people come to need it. */
export const kinds: Record<NodeType, Kind> = {
  start: { label: 'Start', group: 'flow', explains: 'Where every round begins, with the question' },
  reply: { label: 'Reply', group: 'answer', explains: 'Says a text; one output of the answer' },
  model: { label: 'Model', group: 'answer', explains: 'Lets a model write a text' },
  'human-service': { label: 'Human service', group: 'answer', explains: 'Asks a person to take over' },
  classifier: {
    label: 'Classifier',
    group: 'decide',
    explains: 'Chooses a branch by words, patterns or a model',
  },
  condition: { label: 'Condition', group: 'decide', explains: 'Chooses a branch by rules on variables' },
  retrieval: { label: 'Retrieval', group: 'know', explains: "Searches the agent's knowledge" },
  'table-lookup': { label: 'Look up records', group: 'tables', explains: 'Finds records of a table' },
  'table-add': { label: 'Add a record', group: 'tables', explains: 'Writes a new record into a table' },
  'table-update': { label: 'Update a record', group: 'tables', explains: 'Changes a record of a table' },
  'http-tool': { label: 'HTTP tool', group: 'tools', explains: "Calls one of the agent's HTTP tools" },
  'mcp-tool': {
    label: 'MCP tool',
    group: 'tools',
    explains: "Calls a tool of one of the agent's MCP servers",
  },
  'set-variable': { label: 'Set variable', group: 'values', explains: 'Keeps a text, number or JSON value' },
  template: { label: 'Template', group: 'values', explains: 'Fills variables into a text and keeps it' },
  loop: { label: 'Loop', group: 'flow', explains: 'Repeats its body, over a list or until rules hold' },
  'sub-flow': { label: 'Sub-flow', group: 'flow', explains: "Runs another agent's published flow" },
};

export const nodeTypes = Object.keys(kinds) as NodeType[];

/** By group, in the order of the table; a loop cannot stand inside a loop. */
export const paletteGroups = (isInLoop: boolean): { group: KindGroup; types: NodeType[] }[] =>
  (Object.keys(groupLabels) as KindGroup[]).map((group) => ({
    group,
    types: nodeTypes.filter(
      (type) => kinds[type].group === group && type !== 'start' && !(isInLoop && type === 'loop'),
    ),
  }));

const joined = (names: string[]): string => names.filter((name) => name !== '').join(', ');
const unset = 'Not set up yet';

/** The settings of a component in a line. */
export const summaryOf = (node: FlowNode): string => {
  switch (node.type) {
    case 'start':
      return 'The question comes in';
    case 'reply':
      return node.text || 'Says nothing yet';
    case 'model':
      return `${node.prompt || 'Answers the question'} → ${node.saveAs}`;
    case 'human-service':
      return 'A person takes over';
    case 'classifier':
      return node.by === 'model' ? 'By rules, then by a model' : 'By rules';
    case 'condition':
      return joined(node.branches.flatMap(({ all }) => all.map(({ variable }) => variable))) || unset;
    case 'retrieval':
      return `${node.query} → ${node.saveAs}`;
    case 'table-lookup':
    case 'table-add':
    case 'table-update':
      return node.table === '' ? unset : `${node.table} → ${node.saveAs}`;
    case 'http-tool':
      return node.tool === '' ? unset : `${node.tool} → ${node.saveAs}`;
    case 'mcp-tool':
      return node.tool === '' ? unset : `${node.server}: ${node.tool} → ${node.saveAs}`;
    case 'set-variable':
      return `${node.variable} = ${node.value || 'nothing'}`;
    case 'template':
      return node.template === '' ? unset : `${node.template} → ${node.saveAs}`;
    case 'sub-flow':
      return node.agentId === '' ? unset : `→ ${node.saveAs}`;
    case 'loop':
      return `${node.over === null ? '' : `over ${node.over}, `}at most ${node.maxIterations} times`;
  }
};
