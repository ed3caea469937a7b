import { renderTemplate } from '../../flows/index.ts';
import type { KnowledgeScope } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { findCorrection, passageOfCorrection } from '../corrections/use-correction.ts';
import { ownerOf } from '../round-access.ts';
import type { Component } from './component.ts';

interface Sources {
  groupIds: string[] | null;
  dataIds: string[] | null;
}

/** A component whose knowledge bases and documents were all deleted must not look like one that found nothing. */
const requireSources = async ({ agent, ports }: AgentRun, sources: Sources): Promise<void> => {
  const named = { groupIds: sources.groupIds ?? [], dataIds: sources.dataIds ?? [] };
  const missing = await ports.knowledge.missing(agent.id, named);
  const gone = [...missing.groupIds, ...missing.dataIds];
  const count = new Set([...named.groupIds, ...named.dataIds]).size;
  if (count > 0 && gone.length === count)
    throw new Error(`the agent has no knowledge base or document "${gone.slice(0, 3).join('", "')}"`);
};

/** The call's knowledge scope applies to every component of the flow. */
export const retrievePassages: Component<'retrieval'> = async ({ node, run, state }) => {
  const { agent, round, ports, signal } = run;
  const { knowledge } = agent.settings;
  const query = renderTemplate(node.query, state.variables).trim();
  const isOwnScope = node.groupIds !== null || node.dataIds !== null;
  const { groupIds, dataIds } = isOwnScope ? node : knowledge;
  const scope: KnowledgeScope = round.request.knowledge ?? {
    ...(groupIds ? { groupIds } : {}),
    ...(dataIds ? { dataIds } : {}),
  };
  const own = {
    ...agent,
    settings: {
      ...agent.settings,
      knowledge: {
        ...knowledge,
        groupIds,
        dataIds,
        topK: node.topK ?? knowledge.topK,
        minimumScore: node.minimumScore ?? knowledge.minimumScore,
      },
    },
  };
  const correction = await findCorrection({ ...run, agent: own }, query);
  const {
    chunks: found,
    warnings,
    reranked,
  } = query === ''
    ? { chunks: [], warnings: [], reranked: undefined }
    : await ports.knowledge.retrieve({ agent: own, query, scope, signal, owner: ownerOf(round) });
  const chunks = correction ? [passageOfCorrection(correction), ...found] : found;
  if (found.length === 0 && isOwnScope && round.request.knowledge === undefined)
    await requireSources(run, node);
  if (reranked) run.meter.addService('rerank', reranked.tokens, reranked.version);
  state.passages.set(node.id, chunks);
  state.variables.set(node.saveAs, {
    count: chunks.length,
    text: chunks.map(({ content }) => content).join('\n\n'),
    passages: chunks.map(({ documentName, content, sourceUrl, score }) => ({
      title: documentName,
      text: content,
      url: sourceUrl,
      score,
    })),
  });
  return {
    detail: {
      query: query.slice(0, 500),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
      chunks: chunks.map(({ chunkId, chunkIds, dataId, documentName, score }) => ({
        chunkId,
        dataId,
        ...(chunkIds ? { chunkIds } : {}),
        documentName,
        score,
      })),
    },
  };
};
