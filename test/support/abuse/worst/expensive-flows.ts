interface FlowGraph {
  variables: object;
  nodes: object[];
  edges: object[];
}

const start = { id: 'start', name: 'Start', type: 'start' };

/** Edges through all nodes, so that validation reads the whole flow before it rejects it. */
const inLine = (nodes: { id: string; branches?: { name: string }[] }[]): FlowGraph => ({
  variables: {},
  nodes: [start, ...nodes],
  edges: nodes.flatMap(({ id }, index) => {
    const before = nodes[index - 1];
    const names = before?.branches ? [...before.branches.map(({ name }) => name), 'else'] : ['next'];
    return names.map((branch) => ({ from: before?.id ?? 'start', to: id, branch }));
  }),
});

const classifier = (id: string, patterns: string[], branches: number) => ({
  id,
  name: id,
  type: 'classifier',
  branches: Array.from({ length: branches }, (_, at) => ({ name: `b${at}`, keywords: ['x'], patterns })),
});

/** A case-insensitive letter class is the most expensive pattern of 200 characters. */
const wideClasses = '[\\p{L}\\p{N}\\p{S}]'.repeat(11);
const nestedGroups = `${'('.repeat(90)}a${')'.repeat(90)}`;
const counted = 'a{1000}'.repeat(28);

const classifiers = (pattern: string, count: number): FlowGraph =>
  inLine(
    Array.from({ length: count }, (_, at) =>
      classifier(
        `c${at}`,
        Array.from({ length: 10 }, () => pattern),
        10,
      ),
    ),
  );

const template = (id: string, text: string) => ({
  id,
  name: id,
  type: 'template',
  template: text,
  saveAs: 'x',
});

/** Flows within the limits of nodes, edges and characters. */
export const expensiveFlows = (): unknown[] => [
  classifiers(wideClasses, 40),
  classifiers(nestedGroups, 40),
  classifiers(counted, 40),
  inLine(Array.from({ length: 19 }, (_, at) => template(`t${at}`, '{{question}}'.repeat(4000)))),
  inLine(Array.from({ length: 19 }, (_, at) => template(`t${at}`, '{{'.repeat(25_000)))),
  inLine(Array.from({ length: 19 }, (_, at) => template(`t${at}`, '{{ x }}'.repeat(7000)))),
  inLine(Array.from({ length: 199 }, (_, at) => template(`t${at}`, '{{question}}'.repeat(400)))),
  {
    variables: {},
    nodes: Array.from({ length: 200 }, (_, at) => ({ ...start, id: `n${at}` })),
    edges: Array.from({ length: 1000 }, (_, at) => ({ from: `n${at % 200}`, to: `n${(at * 7) % 200}` })),
  },
  {
    variables: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`v${at}`, ['x'.repeat(1500)]])),
    nodes: [start],
    edges: [],
  },
  { variables: {}, nodes: Array.from({ length: 10_000 }, () => ({})), edges: [] },
  { variables: {}, nodes: [start], edges: Array.from({ length: 20_000 }, () => ({ from: 'a', to: 'b' })) },
  {
    variables: {},
    nodes: Array.from({ length: 9 }, (_, at) => ({
      id: `l${at}`,
      name: 'l',
      type: 'loop',
      maxIterations: 1,
      body: {
        nodes: Array.from({ length: 100 }, (__, inner) => ({ id: `i${inner}`, bad: 'x'.repeat(900) })),
      },
    })),
    edges: [],
  },
];
