import type { ResponseMode } from '../db/schema/conversations.ts';
import type { MediaKind } from '../models/port.ts';

export type { ResponseMode, RoundStatus } from '../db/schema/conversations.ts';

export interface FilePart {
  type: MediaKind;
  fileId: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
}

/** A message's content once its files are stored. */
export type StoredPart = { type: 'text'; text: string } | FilePart;

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

/** A round as it is while it runs. */
export interface Round {
  id: string;
  answerId: string;
  workspaceId: string;
  agentId: string;
  conversationId: string;
  userId: string;
  channel: string;
  sequence: number;
  apiVersion: 1 | 2;
  mode: ResponseMode;
  question: StoredPart[];
  request: RoundRequest;
  reservedNano: number;
  /** Which run of the round this is; see the column of this name. */
  attempt: number;
  createdAtMs: number;
}

/** The words of a message, without its files. */
export const textOf = (parts: readonly StoredPart[]): string =>
  parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim();

/** How a message is listed: its words, or the names of its files when it has none. */
export const labelOf = (parts: readonly StoredPart[]): string =>
  textOf(parts) || parts.flatMap((part) => (part.type === 'text' ? [] : [part.name])).join(', ');
