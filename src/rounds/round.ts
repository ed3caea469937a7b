import type { ResponseMode } from '../db/schema/conversations.ts';
import type { StoredPart } from './message-parts.ts';
import type { RoundRequest } from './round-request.ts';

export type { ResponseMode, RoundStatus } from '../db/schema/conversations.ts';

/** No connection waits for its reply: after the loss of its process, another one runs it again. */
export const outlivesProcess = (mode: ResponseMode): boolean => mode === 'webhook' || mode === 'async';

/** A round while it runs. */
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
  /** Attempt of the round; see the column of this name. */
  attempt: number;
  createdAtMs: number;
}
