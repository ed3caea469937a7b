import type { Agent } from '../../agents/index.ts';
import type { FlowNode, Flows, NodeGraph } from '../../flows/index.ts';
import type { Model } from '../../models/index.ts';
import type { ModelChoice } from '../ports.ts';
import { modelOf } from './node-model.ts';

const nodesOf = ({ nodes }: NodeGraph): FlowNode[] =>
  nodes.flatMap((node) => (node.type === 'loop' ? [node, ...nodesOf(node.body)] : [node]));

interface TakesInput {
  agent: Agent;
  models: ModelChoice;
  flows: Pick<Flows, 'published'>;
}

const modelsOf = async (input: TakesInput, graph: NodeGraph, seen: Set<string>): Promise<Model[]> => {
  const models: Model[] = [];
  for (const node of nodesOf(graph)) {
    if (node.type === 'model') models.push(await modelOf(input.agent, input.models, node.model));
    if (node.type !== 'sub-flow' || seen.has(node.agentId)) continue;
    seen.add(node.agentId);
    const flow = await input.flows.published(node.agentId);
    if (flow) models.push(...(await modelsOf(input, flow.graph, seen)));
  }
  return models;
};

/** The kinds of files that all models of a flow read themselves. Others are converted to text for all of them. */
export const flowTakes = async (input: TakesInput, graph: NodeGraph): Promise<Model['takes']> => {
  const models = await modelsOf(input, graph, new Set([input.agent.id]));
  const allTake = (kind: keyof Model['takes']): boolean =>
    models.length > 0 && models.every(({ takes }) => takes[kind]);
  return { image: allTake('image'), audio: allTake('audio'), document: allTake('document') };
};
