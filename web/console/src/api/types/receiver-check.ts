export interface ReceiverCheck {
  ok: boolean;
  /** null: nothing answered. */
  status: number | null;
  latencyMs: number | null;
  reason?: string | null;
  /** The beginning of what the receiver said. */
  body?: string | null;
}
