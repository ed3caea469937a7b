import { hash } from 'node:crypto';
import type { FlowGraph, Flows } from '../../flows/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { AgentRun } from '../agent-run.ts';
import type { GraphSnapshot } from '../components/component.ts';
import type { StoredState } from '../components/stored-state.ts';

/** The state of a flow that waits for the user. JSON. */
export interface PausedFlow {
  graph: GraphSnapshot;
  state: StoredState;
}

/** The flow of a round: the graph that it runs, and where it continues. */
export interface FlowToRun {
  graph: FlowGraph;
  /** null: a draft. */
  version: number | null;
  paused: PausedFlow | undefined;
}

export const hashOfDraft = (draft: FlowGraph): string => hash('sha256', JSON.stringify(draft));

const versionOf = async (flows: Pick<Flows, 'version'>, agentId: string, version: number) => {
  try {
    return await flows.version(agentId, version);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return undefined;
    throw error;
  }
};

/**
 * A flow that asked the user continues with the version that asked, even if another one was published meanwhile. It
 * starts again, with the current version, if the pause has expired, if that version does not exist any more, or if
 * a test chat runs a changed draft.
 */
export const findFlow = async ({
  agent,
  round,
  draft,
  ports: { flows },
}: AgentRun): Promise<FlowToRun | undefined> => {
  const pause = await flows.pauseBefore(round);
  const isOpen = pause !== undefined && round.createdAtMs < pause.expires_at;
  if (draft) {
    const isSame = isOpen && pause.draft_sha256 === hashOfDraft(draft);
    return { graph: draft, version: null, paused: isSame ? JSON.parse(pause.state) : undefined };
  }
  const current = await flows.published(agent.id);
  if (!current) return undefined;
  if (!isOpen || pause.flow_version === null) return { ...current, paused: undefined };
  const asked =
    pause.flow_version === current.version ? current : await versionOf(flows, agent.id, pause.flow_version);
  return asked ? { ...asked, paused: JSON.parse(pause.state) } : { ...current, paused: undefined };
};
