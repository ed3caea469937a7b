import { t } from '../../../messages/translate.ts';
import type { FlowNode, NodeType } from './flow-types.ts';
import { kinds } from './kinds/kinds.ts';
import type { Names } from './names.ts';

/** A new component with default settings. Its name is in the language of the operator; ids and variables are not. */
export const makeNode = (type: NodeType, names: Names): FlowNode => {
  const { label, initial } = kinds[type];
  const common = { id: names.id(type), name: names.name(t(label)), retries: 0, timeoutMs: 60_000 };
  return { ...common, type, ...initial(names) } as FlowNode;
};
