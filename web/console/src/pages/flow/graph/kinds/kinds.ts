import type { LabelKey } from '../../../../messages/translate.ts';
import type { FlowNode, NodeType } from '../flow-types.ts';
import { branchingKinds } from './branching-kinds.ts';
import { controlKinds } from './control-kinds.ts';
import { jsonKinds } from './json-kinds.ts';
import type { Kind, KindGroup, Kinds } from './kind.ts';
import { knowledgeKinds } from './knowledge-kinds.ts';
import { questionKinds } from './question-kinds.ts';
import { replyKinds } from './reply-kinds.ts';
import { tableKinds } from './table-kinds.ts';
import { toolKinds } from './tool-kinds.ts';
import { variableKinds } from './variable-kinds.ts';

/** In the order of the palette. */
export const groupLabels: Record<KindGroup, LabelKey> = {
  replies: 'flowComponents.group.replies',
  branching: 'flowComponents.group.branching',
  knowledge: 'flowComponents.group.knowledge',
  tables: 'flowComponents.group.tables',
  tools: 'flowComponents.group.tools',
  variables: 'flowComponents.group.variables',
  control: 'flowComponents.group.control',
};

/** Every kind of component. Add a new one to the file of its group; the type requires all kinds of the service. */
export const kinds: Kinds<NodeType> = {
  ...replyKinds,
  ...questionKinds,
  ...branchingKinds,
  ...knowledgeKinds,
  ...tableKinds,
  ...toolKinds,
  ...variableKinds,
  ...jsonKinds,
  ...controlKinds,
};

export const nodeTypes = Object.keys(kinds) as NodeType[];

/** The kinds that can be added, by group. A loop cannot contain a loop. */
export const paletteGroups = (isInLoop: boolean): { group: KindGroup; types: NodeType[] }[] =>
  (Object.keys(groupLabels) as KindGroup[]).map((group) => ({
    group,
    types: nodeTypes.filter(
      (type) => kinds[type].group === group && type !== 'start' && !(isInLoop && type === 'loop'),
    ),
  }));

/** The settings of a component in one line. */
export const summaryOf = (node: FlowNode): string => (kinds[node.type] as Kind<NodeType>).summary(node);
