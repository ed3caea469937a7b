import type { StoredPart } from './message-parts.ts';

/** Absent means "not given": both not given search everything, an empty list searches nothing. */
export interface KnowledgeScope {
  groupIds?: string[];
  dataIds?: string[];
}

export interface HistoryTurn {
  role: 'user' | 'assistant';
  parts: StoredPart[];
}

/** What a call may change about the agent, for itself only; and the turns the developer built. */
export interface RoundRequest {
  history: HistoryTurn[];
  shortTermMemory?: boolean;
  longTermMemory?: boolean;
  /** Absent: the agent's default scope. */
  knowledge?: KnowledgeScope;
  /** The user_id is only what a page said: what belongs to its bearer is kept from this round. */
  userClaimed?: boolean;
  /** The visitor of a page who sent it; absent where it came through the API. */
  visitorId?: string;
}

/** Reads the column `request`. */
export const decodeRequest = (request: string): RoundRequest => ({ history: [], ...JSON.parse(request) });

export const encodeRequest = (request: RoundRequest): string => JSON.stringify(request);
