import type { Agent } from '../agents/index.ts';
import type { FlowGraph, Flows } from '../flows/index.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import type { FileText } from '../memory/index.ts';
import type { ReplyOutput, Round } from '../rounds/index.ts';
import type { Tables } from '../tables/index.ts';
import type { OutputEvent } from './output-event.ts';
import type {
  Knowledge,
  Memory,
  ModelChoice,
  ReadFile,
  RetrievedChunk,
  SpeechPort,
  Tools,
  Users,
} from './ports.ts';
import type { Trace } from './trace.ts';
import type { UsageMeter } from './usage-meter.ts';

export interface AgentPorts {
  knowledge: Knowledge;
  memory: Memory;
  users: Users;
  tools: Tools;
  models: ModelChoice;
  files: ReadFile;
  speech: SpeechPort;
  agents: { find(id: string): Promise<Agent | undefined> };
  flows: Pick<Flows, 'published'>;
  tables: Tables;
  /** For what operators have written and runs: patterns. */
  sandbox: Sandbox;
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
  /** What was said in the recordings of the question. */
  transcripts: string[];
  /** What stood in the files of the question that the service read. */
  read: FileText[];
  /** Documents that the model reads by itself, while the service reads their text for the memory. */
  reading: Promise<unknown>[];
  /** What a flow has said so far, output by output; what stays of it when it is stopped. */
  outputs: ReplyOutput[];
  /** No model is called before this: what is known may be gathered while the disk is at work. */
  stored: Promise<void>;
  /** Throws if this process has lost its rounds to others. Before each call of a model or a tool. */
  requireOwnership(): Promise<void>;
  /** Whether a person can be asked for here, and how. */
  handoff: {
    isPossible: boolean;
    /** Begins the session at once. Rejects where no person can be asked. */
    request(): Promise<void>;
    /** Ends the reply once a person was asked for; '' if the operator wants nothing said, undefined before. */
    readonly closingText: string | undefined;
  };
  ports: AgentPorts;
  /** Tried out in place of the published flow. */
  draft?: FlowGraph;
  /** Tells a piece of the answer, at once. Throws when the run was ended meanwhile. */
  emit(event: OutputEvent): void;
}
