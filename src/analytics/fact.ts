import type { CounterName, DurationName } from './figures.ts';

/** What a row of the raw data adds to the figures of its day. Short names, because there is one for each round. */
export interface FactParts {
  /** Counters. */
  n: Partial<Record<CounterName, number>>;
  /** Buckets of durations. */
  h?: Partial<Record<DurationName, number>>;
  /** IDs of cited documents. */
  d?: string[];
  /** Calls and failures of tools. */
  t?: Record<string, [calls: number, failures: number]>;
  /** Hash of the user. */
  u?: string;
}

export interface Fact {
  workspaceId: string;
  /** ID of the round, conversation or human session. */
  sourceId: string;
  agentId: string;
  channel: string;
  atMs: number;
  parts: FactParts;
}

/** A fact as it was added to the figures of a day. */
export interface StoredFact extends Fact {
  day: number;
}
