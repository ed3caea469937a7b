import type { FlowGraph } from '../../../api/generated.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import type { FlowNode } from './flow-types.ts';
import { kinds } from './kinds/kinds.ts';
import { allNodes } from './levels.ts';

export interface KnownVariable {
  /** The text between the braces. */
  path: string;
  about: string;
}

/** Variables that the service sets. */
const builtIn: { path: string; about: LabelKey }[] = [
  { path: 'question', about: 'flow.variable.question' },
  { path: 'user_id', about: 'flow.variable.userId' },
  { path: 'conversation_id', about: 'flow.variable.conversationId' },
  { path: 'attributes', about: 'flow.variable.attributes' },
  { path: 'failure.component', about: 'flow.variable.failureComponent' },
  { path: 'failure.message', about: 'flow.variable.failureMessage' },
];

/** Properties of the saved variable that follow from the settings of the component. */
const ownParts = (node: FlowNode, fieldsOf: (table: string) => string[]): string[] => {
  if (node.type === 'table-lookup') return fieldsOf(node.table).map((field) => `first.${field}`);
  if (node.type === 'form') return node.fields.map(({ name }) => name);
  if (node.type !== 'extract') return [];
  // Only these can be written in a template.
  return Object.keys(node.schema.properties ?? {}).filter((name) => /^[A-Za-z0-9_-]+$/.test(name));
};

const setBy = (node: FlowNode, fieldsOf: (table: string) => string[]): KnownVariable[] => {
  const { name } = node;
  const about = t('flow.variable.from', { name });
  if (node.type === 'set-variable') return [{ path: node.variable, about }];
  if (node.type === 'loop')
    return [
      { path: node.item, about: t('flow.variable.item', { name }) },
      { path: 'iteration', about: t('flow.variable.iteration', { name }) },
    ];
  if (!('saveAs' in node) || !node.saveAs) return [];
  const files = node.type === 'ask' && node.saveFilesAs ? [{ path: node.saveFilesAs, about }] : [];
  const parts = [...(kinds[node.type].gives ?? []), ...ownParts(node, fieldsOf)];
  if (parts.length === 0) return [{ path: node.saveAs, about }, ...files];
  return parts.map((part) => ({ path: `${node.saveAs}.${part}`, about }));
};

/** All variables that a template of the flow can use, without duplicates. */
export const knownVariables = (
  graph: FlowGraph,
  fieldsOf: (table: string) => string[] = () => [],
): KnownVariable[] => {
  const known = new Map<string, KnownVariable>();
  for (const variable of [
    ...allNodes(graph).flatMap((node) => setBy(node, fieldsOf)),
    ...Object.keys(graph.variables).map((path) => ({ path, about: t('flow.variable.initial') })),
    ...builtIn.map(({ path, about }) => ({ path, about: t(about) })),
  ])
    if (!known.has(variable.path)) known.set(variable.path, variable);
  return [...known.values()];
};

const begun = /\{\{\s*([\w.-]*)$/;

/** The start of a variable before the caret, or undefined if there is none. */
export const begunVariable = (beforeCaret: string): string | undefined => begun.exec(beforeCaret)?.[1];

/** The text with the variable instead of its typed start, or at the caret, and the new position of the caret. */
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
