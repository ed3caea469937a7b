import { saveAs, values } from './field.ts';
import { type Kinds, notSetUp } from './kind.ts';

const startLabel = 'Start';

export const flowKinds: Kinds<'start' | 'loop' | 'sub-flow'> = {
  start: {
    label: startLabel,
    group: 'flow',
    explains: 'Where every round begins, with the question',
    summary: () => 'The question comes in',
    initial: () => ({}),
    fields: [],
  },
  loop: {
    label: 'Loop',
    group: 'flow',
    explains: 'Repeats its body, over a list or until rules hold',
    summary: ({ over, maxIterations }) =>
      `${over === null ? '' : `over ${over}, `}at most ${maxIterations} times`,
    initial: (names) => ({
      maxIterations: 5,
      over: null,
      item: names.variable('item'),
      until: [],
      body: {
        nodes: [
          {
            type: 'start',
            id: names.id('start'),
            name: names.name(startLabel),
            retries: 0,
            timeoutMs: 60_000,
          },
        ],
        edges: [],
      },
    }),
    fields: [
      { kind: 'body', name: 'body', label: 'Body' },
      { kind: 'number', name: 'maxIterations', label: 'At most', min: 1, max: 100, description: 'Rounds' },
      {
        kind: 'path',
        name: 'over',
        label: 'Over a list',
        description: 'Once for each item of this variable; empty: until the rules hold',
      },
      { kind: 'variable', name: 'item', label: 'Each item is', description: 'The variable that holds it' },
      {
        kind: 'rules',
        name: 'until',
        label: 'Ends when',
        description: 'Looked at after each round; all must hold',
      },
    ],
  },
  'sub-flow': {
    label: 'Sub-flow',
    group: 'flow',
    explains: "Runs another agent's published flow",
    summary: ({ agentId, saveAs }) => (agentId === '' ? notSetUp : `→ ${saveAs}`),
    initial: (names) => ({ agentId: '', inputs: {}, saveAs: names.variable('result') }),
    fields: [
      { kind: 'flow-agent', name: 'agentId', label: 'Agent' },
      values('inputs', 'Variables it begins with'),
      saveAs('Gets what it said'),
    ],
  },
};
