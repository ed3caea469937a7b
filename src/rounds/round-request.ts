import type { StoredPart } from './message-parts.ts';

/** Absent means "not given": without both, everything is searched. An empty list searches nothing. */
export interface KnowledgeScope {
  groupIds?: string[];
  dataIds?: string[];
}

export interface HistoryTurn {
  role: 'user' | 'assistant';
  parts: StoredPart[];
}

/** Overrides of a call for the agent, and the turns that the developer built. */
export interface RoundRequest {
  history: HistoryTurn[];
  shortTermMemory?: boolean;
  longTermMemory?: boolean;
  /** Absent: the agent's default scope. */
  knowledge?: KnowledgeScope;
  /** The user_id is only claimed by a page: data of that user is not available in this round. */
  userClaimed?: boolean;
  /** Initial values of variables of the flow. */
  variables?: Record<string, unknown>;
  /** The visitor of a page who sent it. Absent for the API. */
  visitorId?: string;
}

/** Reads the column `request`. */
export const decodeRequest = (request: string): RoundRequest => ({ history: [], ...JSON.parse(request) });

export const encodeRequest = (request: RoundRequest): string => JSON.stringify(request);
