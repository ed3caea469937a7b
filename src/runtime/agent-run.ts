import type { Agent } from '../agents/index.ts';
import type { Corrections } from '../corrections/index.ts';
import type { FlowGraph, Flows } from '../flows/index.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import type { FileText } from '../memory/index.ts';
import type { ReplyOutput, Round } from '../rounds/index.ts';
import type { Tables } from '../tables/index.ts';
import type { SentenceMark } from './citations/sentence-mark.ts';
import type { OutputEvent } from './events/output-event.ts';
import type { NewPause } from './execution/new-pause.ts';
import type { UsageMeter } from './model-calls/usage-meter.ts';
import type {
  Knowledge,
  Memory,
  ModelChoice,
  ReadFile,
  RetrievedChunk,
  SpeechPort,
  Tools,
  Users,
  WindowState,
} from './ports.ts';
import type { Trace } from './trace.ts';

export interface AgentPorts {
  knowledge: Knowledge;
  corrections: Pick<Corrections, 'find' | 'count'>;
  memory: Memory;
  users: Users;
  tools: Tools;
  models: ModelChoice;
  files: ReadFile;
  speech: SpeechPort;
  agents: { find(id: string): Promise<Agent | undefined> };
  flows: Pick<Flows, 'published' | 'version' | 'pauseBefore'>;
  tables: Tables;
  /** Runs operators' patterns. */
  sandbox: Sandbox;
}

/** Reads of a round that do not depend on each other, see `readAhead`. */
export interface ReadAhead {
  attributes: Promise<Record<string, string>>;
  windowState: Promise<WindowState | undefined>;
  hasKnowledge: Promise<boolean>;
}

/** One round as its agent sees it. */
export interface AgentRun {
  agent: Agent;
  round: Round;
  signal: AbortSignal;
  trace: Trace;
  meter: UsageMeter;
  /** Chunks that the model got. Their number in the prompt is their position, beginning with 1. */
  passages: RetrievedChunk[];
  /** What the model said about the passages it used. */
  marks: SentenceMark[];
  /** Transcripts of the recordings of the question. */
  transcripts: string[];
  /** Text of the question's files that the service read. */
  read: FileText[];
  /** Documents that the model reads itself, while the service reads their text for memory. */
  reading: Promise<unknown>[];
  /** The outputs of a flow so far, which are kept when it is stopped. */
  outputs: ReplyOutput[];
  /** Set by a flow that ended with a question. Stored with the end of the round. */
  waiting: { pause?: NewPause };
  /** How a simple agent ended: with calls of the caller's tools, or at its output limit. Stored with its output. */
  ending: Pick<ReplyOutput, 'pending' | 'isCut'>;
  /** Reads that were started with the round. */
  ahead?: ReadAhead | undefined;
  /** No model is called before this. Context may be collected while the disk is being written. */
  stored: Promise<void>;
  /** Throws if other processes have taken over the rounds of this one. Called before each model or tool call. */
  requireOwnership(): Promise<void>;
  /** Whether and how a person can be requested here. */
  handoff: {
    isPossible: boolean;
    /** Starts the session at once. Rejects if no person can be requested. */
    request(): Promise<void>;
    /** Ends the reply after a handoff. Empty if the operator wants no text, undefined before a handoff. */
    readonly closingText: string | undefined;
  };
  ports: AgentPorts;
  /** Test chat: used instead of the published flow. */
  draft?: FlowGraph;
  /** Sends a piece of the reply at once. Throws if the run has ended. */
  emit(event: OutputEvent): void;
}
