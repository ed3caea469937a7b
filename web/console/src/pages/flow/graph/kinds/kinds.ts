import type { FlowNode, NodeType } from '../flow-types.ts';
import { answerKinds } from './answer-kinds.ts';
import { decideKinds } from './decide-kinds.ts';
import { flowKinds } from './flow-kinds.ts';
import type { Kind, KindGroup, Kinds } from './kind.ts';
import { knowKinds } from './know-kinds.ts';
import { tableKinds } from './table-kinds.ts';
import { toolKinds } from './tool-kinds.ts';
import { valueKinds } from './value-kinds.ts';

/** In the order in which people come to need them. */
export const groupLabels: Record<KindGroup, string> = {
  answer: 'Answer',
  decide: 'Decide',
  know: 'Know',
  tables: 'Tables',
  tools: 'Tools',
  values: 'Values',
  flow: 'Flow',
};

/** Every kind of component. A new one stands in the file of its group; without it this does not compile. */
export const kinds: Kinds<NodeType> = {
  ...answerKinds,
  ...decideKinds,
  ...knowKinds,
  ...tableKinds,
  ...toolKinds,
  ...valueKinds,
  ...flowKinds,
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

/** The settings of a component in a line. */
export const summaryOf = (node: FlowNode): string => (kinds[node.type] as Kind<NodeType>).summary(node);
