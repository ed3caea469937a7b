import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { SharedFiles } from '../files/index.ts';
import type { Handoff as HandoffRoom } from '../handoff/index.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { FileText, MadeMemory } from '../memory/index.ts';
import type { CountTokens, Model, ToolOffer } from '../models/index.ts';
import type { UnreadRest } from '../recognition/index.ts';
import type { KnowledgeScope } from '../rounds/index.ts';
import type { AdmitSeconds, Speech, Transcription } from '../speech/index.ts';
import type { Webhooks } from '../webhooks/index.ts';

/** A passage of the agent's knowledge, with the data of a citation: a chunk, or neighbouring chunks as one text. */
export interface RetrievedChunk {
  /** The best chunk of the passage. */
  chunkId: string;
  /** All of them in their order, if there is more than one. */
  chunkIds?: readonly string[];
  dataId: string;
  documentName: string;
  sourceUrl: string;
  content: string;
  /** Headings above it that are not part of its text, because a chunk often does not name its subject. */
  headings?: readonly string[];
  /** If the content is the answer of a pair: its questions, one per line. */
  questions?: string;
  /** A corrected answer of an operator, which is no document and is not cited. */
  isCorrection?: true;
  score: number;
  /** Parts of the score, for the trace. */
  semanticScore?: number;
  keywordScore?: number;
  rerankScore?: number;
}

/** What a round needs of the other modules. Tests pass their own. */
export interface Knowledge {
  /** Whether there are any documents to search. */
  hasAny(agentId: string, scope: KnowledgeScope): Promise<boolean>;
  /** Which of these knowledge bases and documents the agent does not have. */
  missing(
    agentId: string,
    sources: { groupIds: readonly string[]; dataIds: readonly string[] },
  ): Promise<{ groupIds: readonly string[]; dataIds: readonly string[] }>;
  retrieve(input: {
    agent: Agent;
    query: string;
    scope: KnowledgeScope;
    signal: AbortSignal;
    owner?: FairOwner;
  }): Promise<{
    chunks: RetrievedChunk[];
    /** Steps that were skipped. */
    warnings: { message: string }[];
    reranked?: { version: string; tokens: number };
  }>;
  /** Which sentences of an answer were taken from which of these texts. */
  attribute(input: {
    question: string;
    answer: string;
    passages: readonly string[];
  }): Promise<{ passage: number; start: number; end: number }[]>;
}

export interface Memory {
  shortTerm(input: {
    conversationId: string;
    beforeSequence: number;
    budgetTokens: number;
    /** If it was read already. */
    state?: Promise<WindowState | undefined> | undefined;
  }): Promise<{
    turns: { sequence: number; question: string; answer: string; files: FileText[] }[];
    summary: string;
    oldestSequence: number;
    wholeFiles: number[];
    hasHiddenFiles: boolean;
  }>;
  readFiles(files: readonly FileText[]): Promise<MadeMemory[]>;
  removeSince(tx: Handle, conversationId: string, sequence: number): Promise<void>;
  recall(input: {
    agentId: string;
    conversationId: string;
    userId: string;
    scope: 'conversation' | 'user';
    query: string;
    olderThanSequence: number;
    limit: number;
    wholeFiles: readonly number[];
    signal: AbortSignal;
    owner?: FairOwner;
  }): Promise<{ text: string; score: number; kind: 'passage' | 'fact'; file?: string }[]>;
  /** What is stored about the window of a conversation. */
  windowState(conversationId: string): Promise<WindowState | undefined>;
  /** Whether `afterRound` stores anything. */
  storesAfter(round: {
    agent: Agent;
    conversationId: string;
    sequence: number;
    fileMemories: readonly MadeMemory[];
  }): boolean;
  /** Part of the transaction that ends a round, which is stored in memory. What left the window is distilled later. */
  afterRound(
    tx: Handle,
    round: {
      agent: Agent;
      conversationId: string;
      sequence: number;
      ended: {
        id: string;
        status: string;
        question: string;
        answer: string;
        files: string;
        human_session_id: string | null;
        createdAtMs: number;
      };
      userId: string;
      fileMemories: readonly MadeMemory[];
    },
  ): Promise<void>;
}

/** The summary of earlier rounds, and the version of the ended ones. */
export interface WindowState {
  summary: string;
  summary_sequence: number;
  human_version: number;
}

export interface Users {
  attributes(agentId: string, userId: string): Promise<Record<string, string>>;
  /** The languages that the page of the conversation reported. */
  languages(conversationId: string): Promise<string[]>;
}

export interface ToolResult {
  text: string;
  isError: boolean;
  /** For the trace only: what was done, where and for whom. */
  detail?: string;
  /** Kind of the charge. Absent if the call is free. */
  paidAs?: 'tool_call' | 'database_processing';
}

export interface ToolBox {
  offers: ToolOffer[];
  /** Tools that are missing, for the trace. */
  warnings: string[];
  /** Never rejects for an error of the tool: the model gets the error. */
  call(name: string, argumentsText: string, signal: AbortSignal): Promise<ToolResult>;
}

export interface Tools {
  open(input: {
    agent: Agent;
    workspaceId: string;
    userId: string;
    isUserProven: boolean;
    conversationId: string;
    signal: AbortSignal;
  }): Promise<ToolBox>;
}

export interface ReadText {
  text: string;
  rest?: UnreadRest;
}

export interface ReadFile {
  /** Bytes for a model that reads the file itself. */
  bytes(fileId: string): Promise<Uint8Array>;
  /**
   * Text for one that does not. Of a long text the beginning, and passages of the rest with words of the query. Rejects
   * with a readable message.
   */
  text(
    file: { fileId: string; name: string },
    options: { signal: AbortSignal; owner: FairOwner; query: string; keepCharacters: number },
  ): Promise<ReadText>;
  /** Transcript of a recording, after its length was accepted. Rejects like `text`. */
  transcribe(
    file: { fileId: string; mediaType: string },
    signal: AbortSignal,
    admit: AdmitSeconds,
    owner: FairOwner,
  ): Promise<Transcription>;
}

/** Speech synthesis, and storage from which clients can fetch the sound. */
export type SpeechPort = Pick<Speech, 'speak' | 'speaks' | 'voiceName' | 'listenerName'> &
  Pick<SharedFiles, 'share'>;

export interface ModelChoice {
  /** With timeouts, retries and the agent's fallback model. Must not be awaited in a transaction. */
  forAgent(agent: Pick<Agent, 'workspaceId' | 'settings'>): Promise<Model>;
  countTokens: CountTokens;
}

export interface Outbox extends Pick<Webhooks, 'enqueueToChat'> {
  enqueue(
    tx: Handle,
    delivery: {
      agent: Agent;
      conversationId: string;
      kind: string;
      target: 'message' | 'human_service';
      body: unknown;
    },
  ): Promise<string>;
}

/** Handoff: checked when a message arrives, before a run and when a round is stored. */
export type Handoff = Pick<
  HandoffRoom,
  | 'covers'
  | 'isPossible'
  | 'claimMessage'
  | 'passOn'
  | 'isSilenced'
  | 'silencedBy'
  | 'releaseHeld'
  | 'request'
  | 'textToUser'
  | 'onStarted'
>;
