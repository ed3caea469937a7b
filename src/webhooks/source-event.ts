import type { Agent } from '../agents/index.ts';
import type { Source, SourceRun } from '../knowledge/index.ts';
import type { AgentEvent } from './report-agent-event.ts';

/** The end of a sync that nobody cancelled. */
export const sourceEvent = ({
  agent,
  source,
  run,
}: {
  agent: Agent;
  source: Source;
  run: SourceRun;
}): AgentEvent => {
  const { added, updated, unchanged, removed, skipped, error } = run;
  const isCompleted = run.status === 'completed';
  return {
    agent,
    name: isCompleted ? 'source.synced' : 'source.failed',
    data: {
      source_id: source.id,
      name: source.name,
      url: source.url,
      run_id: run.id,
      ...(isCompleted ? { added, updated, unchanged, removed, skipped } : { reason: error ?? '' }),
    },
  };
};
