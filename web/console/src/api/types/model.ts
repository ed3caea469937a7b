export interface ModelTestResult {
  ok: boolean;
  name: string;
  latencyMs: number;
  firstTokenMs: number | null;
  text: string;
  /** Why it did not work, in words. */
  reason: string | null;
}
