import type { Agent } from '../agents/index.ts';
import type { Knowledge, Memory, ModelChoice, ReadFile, RetrievedChunk, Tools, Users } from './ports.ts';
import type { SpokenEvent } from './reply-events.ts';
import type { Round } from './round.ts';
import type { Trace } from './trace.ts';
import type { UsageMeter } from './usage-meter.ts';

export interface AgentPorts {
  knowledge: Knowledge;
  memory: Memory;
  users: Users;
  tools: Tools;
  models: ModelChoice;
  files: ReadFile;
}

/** One round as its agent sees it. */
export interface AgentRun {
  agent: Agent;
  round: Round;
  signal: AbortSignal;
  trace: Trace;
  meter: UsageMeter;
  /** Chunks the answer rests on, in the order they were found. */
  citations: RetrievedChunk[];
  /** Whether a person can be asked for here, and how. */
  handoff: { isPossible: boolean; request(): void };
  ports: AgentPorts;
  /** Tells a piece of the answer, at once. Throws when the run was ended meanwhile. */
  emit(event: SpokenEvent): void;
}
