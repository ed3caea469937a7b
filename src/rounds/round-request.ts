import type { ToolCall, ToolChoice, ToolOffer } from '../models/port.ts';
import type { StoredPart } from './message-parts.ts';

/** Absent means "not given": without both, everything is searched. An empty list searches nothing. */
export interface KnowledgeScope {
  groupIds?: string[];
  dataIds?: string[];
}

/** A turn before or after the question. A tool turn is the result of a call of the assistant turn before it. */
export type HistoryTurn =
  | { role: 'user'; parts: StoredPart[] }
  | { role: 'assistant'; parts: StoredPart[]; toolCalls?: ToolCall[] }
  | { role: 'tool'; parts: StoredPart[]; toolCallId: string; toolName: string; isError?: boolean };

/** Fields of a call that its response repeats. */
export interface CallFields {
  metadata?: Record<string, string>;
  previousResponseId?: string;
  /** The caller asked not to store the response: it cannot be read or continued by its id. */
  isUnlisted?: true;
}

/** Overrides of a call for the agent, and the turns that the developer built. */
export interface RoundRequest {
  history: HistoryTurn[];
  /** Tool calls and their results after the question, if the round continues one that called tools of the caller. */
  following?: HistoryTurn[];
  /** System messages of the caller. They come after the agent's own prompt. */
  instructions?: string;
  /** Tools that the caller runs. */
  tools?: ToolOffer[];
  /** Of the first model call of the round. */
  toolChoice?: ToolChoice;
  /** Only lowers the limit of the agent. */
  maxOutputTokens?: number;
  call?: CallFields;
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
