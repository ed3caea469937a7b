export interface QueueCounts {
  queue: string;
  waiting: number;
  delayed: number;
  running: number;
  failed: number;
}

export type JobState = 'waiting' | 'delayed' | 'running' | 'failed';

export interface Job {
  id: string;
  queue: string;
  state: JobState;
  attempts: number;
  error: string | null;
  /** What it works on, by name: documentId, conversationId, … */
  about: Record<string, string>;
  createdAt: string;
  at: string;
}

export interface Failure {
  kind: 'round' | 'document' | 'delivery' | 'job';
  id: string;
  agentId: string | null;
  conversationId: string | null;
  title: string;
  reason: string;
  at: string;
}

export interface Service {
  version: string;
  database: string;
  databaseMs: number;
  liveRounds: number;
  processes: { id: string; host: string | null; startedAt: string; isThis: boolean }[];
}
