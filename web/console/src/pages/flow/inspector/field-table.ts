import type { NodeType } from '../graph/flow-types.ts';

interface Named {
  name: string;
  label: string;
  description?: string;
}

interface NumberField extends Named {
  kind: 'number';
  min: number;
  max: number;
  step?: number;
  /** What an empty field means; without it the field cannot be empty. */
  empty?: string;
}

interface SelectField extends Named {
  kind: 'select';
  /** The empty value stands for null. */
  options: { value: string; label: string }[];
}

interface TemplateField extends Named {
  kind: 'template';
  lines?: number;
  /** Empty is null, and means this. */
  empty?: string;
}

interface ValuesField extends Named {
  kind: 'values';
  /** Whose names are offered: the columns of the chosen table, or the parameters of the chosen tool. */
  names?: 'table' | 'tool';
}

interface VariableField extends Named {
  kind: 'variable';
  isOptional?: boolean;
}

type SpecialKind =
  | 'text'
  | 'switch'
  | 'path'
  | 'model'
  | 'memory'
  | 'passages'
  | 'bases'
  | 'table'
  | 'http-tool'
  | 'mcp-server'
  | 'flow-agent'
  | 'classifier-branches'
  | 'condition-branches'
  | 'rules'
  | 'body';

interface SpecialField extends Named {
  kind: SpecialKind;
}

export type Field = NumberField | SelectField | TemplateField | ValuesField | VariableField | SpecialField;

const saveAs = (what: string): Field => ({
  kind: 'variable',
  name: 'saveAs',
  label: 'Keep as',
  description: what,
});

const modelFields: Field[] = [
  { kind: 'model', name: 'model', label: 'Model' },
  {
    ...{ kind: 'number', name: 'temperature', label: 'Temperature', min: 0, max: 2, step: 0.1 },
    empty: "The model's own",
  },
  {
    ...{ kind: 'number', name: 'maxOutputTokens', label: 'Longest answer', min: 1, max: 200_000 },
    empty: "As in the agent's settings",
  },
];

const table: Field = { kind: 'table', name: 'table', label: 'Table' };

const values = (name: string, label: string, names?: 'table' | 'tool'): Field => ({
  ...{ kind: 'values', name, label, ...(names ? { names } : {}) },
});

/** The settings of each kind of component, as a form shows them. A test holds it against the service's schema. */
export const fieldTable: Record<NodeType, Field[]> = {
  start: [],
  'human-service': [],
  reply: [
    { kind: 'template', name: 'text', label: 'Text', lines: 4 },
    {
      ...{ kind: 'select', name: 'output', label: 'Given as' },
      options: [
        { value: '', label: "As the agent's settings say" },
        { value: 'text', label: 'Text' },
        { value: 'audio', label: 'Audio' },
        { value: 'both', label: 'Text and audio' },
      ],
    },
  ],
  model: [
    {
      ...{ kind: 'template', name: 'prompt', label: 'Prompt', lines: 6 },
      description: 'What the model is told to be and to do',
    },
    { kind: 'template', name: 'question', label: 'Question', lines: 2, empty: "The user's question" },
    {
      ...{ kind: 'passages', name: 'passages', label: 'Passages it reads' },
      description: 'Of retrieval components that run before it',
    },
    saveAs('The variable that gets the text'),
    { kind: 'memory', name: 'memory', label: 'Memory' },
    {
      ...{ kind: 'switch', name: 'tools', label: "May use the agent's tools" },
    },
    ...modelFields,
  ],
  retrieval: [
    { kind: 'template', name: 'query', label: 'Search for', lines: 2 },
    { kind: 'bases', name: 'groupIds', label: 'Knowledge' },
    {
      ...{ kind: 'number', name: 'topK', label: 'Passages', min: 1, max: 50 },
      empty: "As in the agent's settings",
    },
    {
      ...{ kind: 'number', name: 'minimumScore', label: 'Lowest score', min: 0.1, max: 0.95, step: 0.05 },
      empty: "As in the agent's settings",
    },
    saveAs('Gets count, text and passages'),
  ],
  'table-lookup': [
    table,
    values('filter', 'Records where', 'table'),
    {
      ...{ kind: 'template', name: 'keyword', label: 'With the words', lines: 1 },
      description: 'In any text of the record',
    },
    { kind: 'number', name: 'limit', label: 'At most', min: 1, max: 50 },
    saveAs('Gets count, rows and first'),
  ],
  'table-add': [table, values('values', 'Values', 'table'), saveAs('Gets the record')],
  'table-update': [
    table,
    {
      ...{ kind: 'template', name: 'recordId', label: 'Record', lines: 1 },
      description: 'Its id, such as {{records.first.id}}',
    },
    values('values', 'New values', 'table'),
    saveAs('Gets the record'),
  ],
  'http-tool': [
    { kind: 'http-tool', name: 'tool', label: 'Tool' },
    values('arguments', 'Arguments', 'tool'),
    saveAs('Gets text and, where it is JSON, data'),
  ],
  'mcp-tool': [
    { kind: 'mcp-server', name: 'server', label: 'Server' },
    { kind: 'text', name: 'tool', label: 'Tool', description: 'Its name on that server' },
    values('arguments', 'Arguments'),
    saveAs('Gets text and, where it is JSON, data'),
  ],
  classifier: [
    { kind: 'template', name: 'text', label: 'Look at', lines: 1 },
    {
      ...{ kind: 'select', name: 'by', label: 'Decided by' },
      options: [
        { value: 'rules', label: 'Keywords and patterns' },
        { value: 'model', label: 'A model, where no rule matches' },
      ],
    },
    {
      ...{ kind: 'classifier-branches', name: 'branches', label: 'Branches' },
      description: 'The first that matches is taken',
    },
    { kind: 'template', name: 'prompt', label: 'Advice for the model', lines: 3 },
    {
      ...{ kind: 'variable', name: 'saveAs', label: 'Keep as', isOptional: true },
      description: 'Gets the words that decided',
    },
    ...modelFields,
  ],
  condition: [
    {
      ...{ kind: 'condition-branches', name: 'branches', label: 'Branches' },
      description: 'The first whose rules all hold is taken',
    },
  ],
  'set-variable': [
    { kind: 'variable', name: 'variable', label: 'Variable' },
    { kind: 'template', name: 'value', label: 'Value', lines: 2 },
    {
      ...{ kind: 'select', name: 'as', label: 'Kept as' },
      options: [
        { value: 'text', label: 'Text' },
        { value: 'number', label: 'Number' },
        { value: 'json', label: 'JSON' },
      ],
    },
  ],
  template: [
    { kind: 'template', name: 'template', label: 'Text', lines: 6 },
    saveAs('The variable that gets the text'),
  ],
  'sub-flow': [
    { kind: 'flow-agent', name: 'agentId', label: 'Agent' },
    values('inputs', 'Variables it begins with'),
    saveAs('Gets what it said'),
  ],
  loop: [
    { kind: 'body', name: 'body', label: 'Body' },
    { kind: 'number', name: 'maxIterations', label: 'At most', min: 1, max: 100, description: 'Rounds' },
    {
      ...{ kind: 'path', name: 'over', label: 'Over a list' },
      description: 'Once for each item of this variable; empty: until the rules hold',
    },
    { kind: 'variable', name: 'item', label: 'Each item is', description: 'The variable that holds it' },
    {
      ...{ kind: 'rules', name: 'until', label: 'Ends when' },
      description: 'Looked at after each round; all must hold',
    },
  ],
};

/** Not in a form: dataIds are set over the API, the rest stands above and below every form. */
export const unlistedFields = ['id', 'name', 'type', 'retries', 'timeoutMs', 'dataIds'];
