export { checkFlowWith } from './check-flow-with.ts';
export { copyFlow } from './copy-flow.ts';
export {
  type FlowGraph,
  FlowGraphSchema,
  failureBranch,
  type NodeGraph,
} from './flow-graph.ts';
export type { FlowEdge, FlowNode, FlowRule, NodeOf, NodeType } from './flow-nodes.ts';
export { describeProblem, type FlowProblem } from './flow-problem.ts';
export { checkFlow, createFlows, type Flow, type Flows, flowError } from './flows.ts';
export type { ComponentModel } from './node-parts.ts';
export { orderNodes } from './order-nodes.ts';
export { insertPause, sweepPauses } from './pause-store.ts';
export { type FormField, questionBranches } from './question-nodes.ts';
export { readDraft } from './read-draft.ts';
export {
  asText,
  isLongerThan,
  readPath,
  renderTemplate,
  renderValue,
  renderValues,
  type Variables,
} from './template.ts';
