import type { FlowGraph } from '../../../api/generated.ts';
import type { FlowNode } from './flow-types.ts';
import { kinds } from './kinds/kinds.ts';
import { allNodes } from './levels.ts';

export interface KnownVariable {
  /** As it is written between the braces. */
  path: string;
  about: string;
}

const given: KnownVariable[] = [
  { path: 'question', about: 'what the user wrote' },
  { path: 'user_id', about: 'who asks' },
  { path: 'conversation_id', about: 'where' },
  { path: 'attributes', about: "the user's attributes" },
  { path: 'failure.component', about: 'after a failure: where' },
  { path: 'failure.message', about: 'after a failure: why' },
];

const setBy = (node: FlowNode, fieldsOf: (table: string) => string[]): KnownVariable[] => {
  const about = `from ${node.name}`;
  if (node.type === 'set-variable') return [{ path: node.variable, about }];
  if (node.type === 'loop')
    return [
      { path: node.item, about: `item of ${node.name}` },
      { path: 'iteration', about: `of ${node.name}, from 1` },
    ];
  if (!('saveAs' in node) || !node.saveAs) return [];
  const names = kinds[node.type].gives;
  if (!names) return [{ path: node.saveAs, about }];
  const fields = node.type === 'table-lookup' ? fieldsOf(node.table).map((field) => `first.${field}`) : [];
  return [...names, ...fields].map((name) => ({ path: `${node.saveAs}.${name}`, about }));
};

/** Everything a template of the flow can name, once each. */
export const knownVariables = (
  graph: FlowGraph,
  fieldsOf: (table: string) => string[] = () => [],
): KnownVariable[] => {
  const known = new Map<string, KnownVariable>();
  for (const variable of [
    ...allNodes(graph).flatMap((node) => setBy(node, fieldsOf)),
    ...Object.keys(graph.variables).map((path) => ({ path, about: 'begins with a value' })),
    ...given,
  ])
    if (!known.has(variable.path)) known.set(variable.path, variable);
  return [...known.values()];
};

const begun = /\{\{\s*([\w.-]*)$/;

/** What has been written of a variable before the caret; undefined where none is being written. */
export const begunVariable = (beforeCaret: string): string | undefined => begun.exec(beforeCaret)?.[1];

/** The text with the variable in place of what was begun, or at the caret; and where the caret is then. */
export const insertVariable = (
  text: string,
  caret: number,
  path: string,
): { text: string; caret: number } => {
  const before = text.slice(0, caret).replace(begun, '');
  const after = text.slice(caret).replace(/^\s*\}\}/, '');
  const start = `${before}{{${path}}}`;
  return { text: start + after, caret: start.length };
};
