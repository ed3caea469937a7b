export interface Tokens {
  promptTokens: number;
  promptAudioTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  completionAudioTokens: number;
  estimated: boolean;
}

export interface TraceStep {
  kind: 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component' | 'speech';
  name: string;
  /** Since the round was accepted. */
  startMs: number;
  durationMs: number;
  tokens: Tokens | null;
  credits: string | null;
  detail: Record<string, unknown>;
  error: string | null;
}

export interface Citation {
  documentId: string;
  documentName: string;
  chunkId: string;
  sourceUrl: string;
  content: string;
  score: number;
}

export interface AttachedFile {
  id: string;
  kind: 'image' | 'audio' | 'document';
  name: string;
  mediaType: string;
  sizeBytes: number;
}

/** A question, its answer and how it came about. */
export interface Round {
  id: string;
  answerId: string;
  conversationId: string;
  userId: string;
  channel: string;
  sequence: number;
  question: string;
  files: AttachedFile[];
  answer: string;
  humanAnswer: string;
  tokens: Tokens | null;
  status: 'running' | 'done' | 'failed' | 'stopped';
  mode: 'blocking' | 'streaming' | 'webhook';
  error: string | null;
  credits: string;
  feedback: 'NONE' | 'GOOD' | 'BAD';
  quality: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
  withPerson: boolean;
  createdAt: string;
  endedAt: string | null;
  trace: TraceStep[];
  citations: Citation[];
}
