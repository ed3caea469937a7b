export interface ReceiverCheck {
  url: string;
  ok: boolean;
  /** null: nothing answered. */
  httpStatus: number | null;
  latencyMs: number;
  error: string | null;
  /** The beginning of what the receiver said. */
  excerpt: string;
}
