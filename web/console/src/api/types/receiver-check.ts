export interface ReceiverCall {
  name: 'message' | 'establish' | 'chat' | 'close';
  url: string;
  ok: boolean;
  /** null: nothing answered. */
  httpStatus: number | null;
  latencyMs: number;
  error: string | null;
  /** The beginning of what the receiver said. */
  excerpt: string;
}

export interface ReceiverCheck {
  /** Every call succeeded. */
  ok: boolean;
  calls: ReceiverCall[];
}
