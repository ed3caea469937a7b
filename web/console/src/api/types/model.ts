export interface ModelTestResult {
  ok: boolean;
  latencyMs: number;
  firstTokenMs?: number | null;
  /** Why it did not work, in words. */
  reason?: string | null;
}
