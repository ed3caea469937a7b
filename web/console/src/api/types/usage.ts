export interface UsageItem {
  /** 2026-08-01 */
  day: string;
  agentId: string;
  kind: string;
  model: string;
  /** Of chat: rounds. */
  entries: number;
  promptTokens: number;
  completionTokens: number;
  credits: string;
}

export interface UsageReport {
  items: UsageItem[];
  /** Every day of the range, used or not. */
  days: string[];
  credits: string;
}

export interface Credits {
  /** null: there is no limit. */
  balance: string | null;
  reserved: string;
  available: string | null;
}
