export type DeliveryStatus = 'pending' | 'delivered' | 'dead';

export interface Delivery {
  /** Also the webhook-id header. */
  id: string;
  agentId: string;
  conversationId: string | null;
  kind: string;
  target: 'message' | 'human_service';
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: string | null;
  httpStatus: number | null;
  receiverCode: string | null;
  error: string | null;
  createdAt: string;
  endedAt: string | null;
}

export interface DeliveryAttempt {
  attempt: number;
  url: string;
  httpStatus: number | null;
  error: string | null;
  responseExcerpt: string;
  startedAt: string;
  durationMs: number;
}

export interface DeliveryDetail extends Delivery {
  /** JSON as it is sent. */
  body: string;
  log: DeliveryAttempt[];
}
