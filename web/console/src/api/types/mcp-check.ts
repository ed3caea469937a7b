export interface McpCheck {
  ok: boolean;
  latencyMs: number;
  tools: { name: string; description: string }[];
  /** Why it failed, or what keeps its tools from a round. */
  reason: string | null;
}
