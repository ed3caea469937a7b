import type { Agent } from '../../agents/index.ts';
import type { Conversation } from '../../conversations/index.ts';
import type { Handle } from '../../db/index.ts';
import type { IdempotencyKey } from '../../idempotency/index.ts';
import type { HistoryTurn, ResponseMode, RoundRequest } from '../../rounds/index.ts';
import type { IncomingFile } from '../files/attachments.ts';
import type { Trial } from '../trial.ts';
import type { Arrival } from './arrivals.ts';

export type IncomingPart = { type: 'text'; text: string } | IncomingFile;

/** A turn whose files are not stored yet. */
export type IncomingTurn = HistoryTurn extends infer Turn
  ? Turn extends HistoryTurn
    ? Omit<Turn, 'parts'> & { parts: IncomingPart[] }
    : never
  : never;

/** One send-message call, validated but not compared with stored data. */
export interface SendInput {
  agent: Agent;
  conversationId: string;
  /** The conversation is stored with this round. */
  opens?: Conversation;
  apiVersion: 1 | 2;
  mode: ResponseMode;
  history: IncomingTurn[];
  question: IncomingPart[];
  /**
   * The round that this one replaces, with all rounds after it. Then the question has a text or nothing, which repeats
   * the replaced question. Its files are taken over.
   */
  replaces?: string | undefined;
  options: Omit<RoundRequest, 'history' | 'userClaimed'>;
  idempotencyKey?: IdempotencyKey;
  trial?: Trial;
  /** When the request arrived. Absent: now. */
  arrival?: Arrival | null;
  /** Part of the transaction that stores the round. Not called if it was stored before. */
  alsoIn?: (tx: Handle, round: { messageId: string; conversationId: string }) => Promise<void>;
}
