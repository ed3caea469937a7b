import type { AgentRun, ReadAhead } from '../agent-run.ts';
import { mayUseTables, provenUserOf } from '../round-access.ts';
import { scopeOf } from './knowledge-scope.ts';

/**
 * Starts what a simple agent reads, at once: on PostgreSQL the statements share a round trip. Not for a round that waits
 * for an earlier one, which may change what is read.
 */
export const readAhead = (run: Pick<AgentRun, 'agent' | 'round' | 'ports'>): ReadAhead => {
  const { agent, round, ports } = run;
  const userId = provenUserOf(round);
  const ahead: ReadAhead = {
    windowState:
      round.sequence > 1 ? ports.memory.windowState(round.conversationId) : Promise.resolve(undefined),
    attributes: userId === null ? Promise.resolve({}) : ports.users.attributes(agent.id, userId),
    hasKnowledge: ports.knowledge.hasAny(agent.id, scopeOf(run)),
  };
  // Cached by their modules. Later steps would read them one after the other.
  const cached = [
    ports.corrections.count(agent.id),
    mayUseTables(agent, round) && ports.tables.attached(agent),
  ];
  // A failure is reported where the result is used, if it is used.
  for (const read of [...Object.values(ahead), ...cached]) if (read) read.catch(() => {});
  return ahead;
};
