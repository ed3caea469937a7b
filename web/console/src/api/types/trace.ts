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
