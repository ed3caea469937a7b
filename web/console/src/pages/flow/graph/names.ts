import type { FlowNode } from './flow-types.ts';

const variablesOf = (node: FlowNode): string[] => {
  if (node.type === 'set-variable') return [node.variable];
  if (node.type === 'loop') return [node.item];
  const files = node.type === 'ask' && node.saveFilesAs !== null ? [node.saveFilesAs] : [];
  return 'saveAs' in node && node.saveAs !== null ? [node.saveAs, ...files] : [];
};

const free = (taken: Set<string>, first: string, join: string): string => {
  let name = first;
  for (let number = 2; taken.has(name); number++) name = `${first}${join}${number}`;
  taken.add(name);
  return name;
};

/** Creates ids, names and variables that the flow does not use yet. */
export const createNames = (nodes: readonly FlowNode[]) => {
  const ids = new Set(nodes.map(({ id }) => id));
  const names = new Set(nodes.map(({ name }) => name));
  const variables = new Set(nodes.flatMap(variablesOf));
  return {
    id: (first: string): string => free(ids, first, '-'),
    name: (first: string): string => free(names, first, ' '),
    variable: (first: string): string => free(variables, first, ''),
  };
};

export type Names = ReturnType<typeof createNames>;
