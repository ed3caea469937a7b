import type { FlowNode, NodeType } from './flow-types.ts';
import { kinds } from './kinds/kinds.ts';
import type { Names } from './names.ts';

/** A component with everything unset at what the service takes for unset. */
export const makeNode = (type: NodeType, names: Names): FlowNode => {
  const { label, initial } = kinds[type];
  const common = { id: names.id(type), name: names.name(label), retries: 0, timeoutMs: 60_000 };
  return { ...common, type, ...initial(names) } as FlowNode;
};
