import type { McpServer } from '../agents/index.ts';
import { EgressError, type SafeFetch } from '../lib/safe-fetch/index.ts';
import { listMcpTools, listTimeoutMs } from './list-mcp-tools.ts';
import { loadProtocol } from './mcp-client.ts';

/** Result of listing the tools of a server. */
export interface McpCheck {
  ok: boolean;
  latencyMs: number;
  /** `name` is the name that the model uses. */
  tools: { name: string; description: string }[];
  /** Why it failed or what is missing, for the operator. */
  reason: string | null;
}

/** Longer than a round waits, so that an operator learns that a server is slow. */
const longestCheckMs = 20_000;
const longestReason = 300;
const shortestSecret = 4;
/** The protocol's error code for a timeout. */
const requestTimeout = -32_001;

const describeStatus = (status: number): string => {
  if (status === 401 || status === 403)
    return `The server answered ${status}: it rejected the credentials. Check the headers.`;
  if (status === 404 || status === 405)
    return `The server answered ${status}: there is no MCP server at this path.`;
  return `The server answered ${status}.`;
};

const describeProblem = (error: unknown, timeoutMs: number): string => {
  const { name, code, message } = error as { name?: string; code?: unknown; message?: string };
  const isLate = error instanceof EgressError ? error.reason === 'timeout' : code === requestTimeout;
  if (isLate || name === 'TimeoutError') return `The server did not answer within ${timeoutMs} ms.`;
  if (error instanceof EgressError) return error.message;
  // The text of another kind of server is not shown, only its status.
  if (typeof code === 'number' && code >= 100) return describeStatus(code);
  if (name === 'McpError') return `The server refused: ${message}`;
  return 'There is a server at this address, but it does not speak MCP over streamable HTTP.';
};

const withoutHeaders = (text: string, { headers }: McpServer): string => {
  const values = Object.values(headers).filter((value) => value.trim().length >= shortestSecret);
  return values.reduce((rest, value) => rest.replaceAll(value.trim(), '[header]'), text);
};

const describeSlowness = (latencyMs: number, server: McpServer): string | null =>
  latencyMs > listTimeoutMs(server)
    ? `A round waits ${listTimeoutMs(server)} ms for the list of tools and would continue without these tools.`
    : null;

/** Bypasses the cache. Never rejects: the failure is the result. */
export const createCheckMcp =
  ({ safeFetch }: { safeFetch: SafeFetch }) =>
  async (server: McpServer): Promise<McpCheck> => {
    await loadProtocol();
    const startedAt = performance.now();
    const elapsedMs = (): number => Math.round(performance.now() - startedAt);
    const timeoutMs = Math.min(server.timeoutMs, longestCheckMs);
    try {
      const { tools, warning } = await listMcpTools(safeFetch, server, timeoutMs);
      const latencyMs = elapsedMs();
      const offers = tools.map(({ offer: { name, description } }) => ({ name, description }));
      return { ok: true, latencyMs, tools: offers, reason: warning ?? describeSlowness(latencyMs, server) };
    } catch (error) {
      const reason = withoutHeaders(describeProblem(error, timeoutMs), server).slice(0, longestReason);
      return { ok: false, latencyMs: elapsedMs(), tools: [], reason };
    }
  };
