import type { HttpTool } from '../agents/index.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import { createHttpToolCall } from './http-tool.ts';

export interface HttpToolTest {
  ok: boolean;
  latencyMs: number;
  method: HttpTool['method'];
  /** null: nothing was sent. */
  url: string | null;
  /** null: there was no response. */
  status: number | null;
  /** What the model would read. */
  text: string;
  /** Technical reason of a failure. */
  detail: string | null;
}

/** Sent as user_id and conversation_id, so that the receiver can recognize a test. */
const testId = 'test';

/** Calls a tool once, with the code of a real call. */
export const createTestHttpTool =
  (dependencies: { safeFetch: SafeFetch; sandbox: Sandbox }) =>
  async (input: {
    tool: HttpTool;
    argumentsText: string;
    workspaceId: string;
    signal: AbortSignal;
  }): Promise<HttpToolTest> => {
    const { tool, argumentsText, workspaceId, signal } = input;
    const startedMs = performance.now();
    const { answer, url, status } = await createHttpToolCall(tool, dependencies)(argumentsText, {
      workspaceId,
      userId: testId,
      isUserProven: false,
      conversationId: testId,
      signal,
    });
    return {
      ok: !answer.isError,
      latencyMs: Math.round(performance.now() - startedMs),
      method: tool.method,
      url: url ?? null,
      status: status ?? null,
      text: answer.text,
      detail: status === undefined ? (answer.detail ?? null) : null,
    };
  };
