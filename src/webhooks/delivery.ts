import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';

export type DeliveryRow = Selectable<Schema['deliveries']>;
export type AttemptRow = Selectable<Schema['delivery_attempts']>;

export type DeliveryTarget = DeliveryRow['target'];
/** Targets with an address in the settings of the agent. */
export type AddressTarget = Exclude<DeliveryTarget, 'channel'>;
export type DeliveryStatus = DeliveryRow['status'];

export interface Delivery {
  /** Also the webhook-id header. */
  id: string;
  sequence: number;
  workspaceId: string;
  agentId: string;
  conversationId: string | null;
  /** Of the target channel. */
  connectionId: string | null;
  chatId: string | null;
  kind: string;
  target: DeliveryTarget;
  path: string;
  /** The JSON that is sent. */
  body: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAtMs: number | null;
  httpStatus: number | null;
  /** A `code` other than 0 or 200 in the body of a successful response. */
  receiverCode: string | null;
  error: string | null;
  createdAtMs: number;
  endedAtMs: number | null;
}

export interface DeliveryAttempt {
  attempt: number;
  url: string;
  httpStatus: number | null;
  error: string | null;
  responseExcerpt: string;
  startedAtMs: number;
  durationMs: number;
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  sequence: row.sequence,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  conversationId: row.conversation_id,
  connectionId: row.connection_id,
  chatId: row.chat_id,
  kind: row.kind,
  target: row.target,
  path: row.path,
  body: row.body,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAtMs: row.next_attempt_at,
  httpStatus: row.http_status,
  receiverCode: row.receiver_code,
  error: row.error,
  createdAtMs: row.created_at,
  endedAtMs: row.ended_at,
});

export const toAttempt = (row: AttemptRow): DeliveryAttempt => ({
  attempt: row.attempt,
  url: row.url,
  httpStatus: row.http_status,
  error: row.error,
  responseExcerpt: row.response_excerpt,
  startedAtMs: row.started_at,
  durationMs: row.duration_ms,
});
