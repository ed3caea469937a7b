import { createHash } from 'node:crypto';
import type { McpServer } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { ToolOffer } from '../models/index.ts';
import { connectMcp } from './mcp-client.ts';

export interface McpTool {
  /** What the server calls it. */
  name: string;
  offer: ToolOffer;
}

export interface McpListing {
  tools: McpTool[];
  /** What kept tools from being offered, for the trace. */
  warning?: string;
}

interface ListDependencies {
  safeFetch: SafeFetch;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
}

/** A round waits no longer than this to learn what a server offers. */
const listTimeoutMs = 3000;
const freshMs = 5 * 60_000;
/** A server that is down costs one round its time-out, and then none for so long. */
const failedMs = 30_000;
const mostServersKnown = 500;
const mostTools = 64;
const mostPages = 10;
const longestName = 64;
const longestDescription = 1024;
const longestSchema = 16_000;

/** Models take letters, digits, _ and - only; what had to be changed or cut is told apart by a hash. */
export const offeredName = (serverName: string, toolName: string): string => {
  const plain = `${serverName}_${toolName}`.replace(/[^A-Za-z0-9_-]/g, '_');
  if (plain.length <= longestName && plain === `${serverName}_${toolName}`) return plain;
  const digest = createHash('sha256').update(toolName).digest('hex').slice(0, 8);
  return `${plain.slice(0, longestName - 9)}_${digest}`;
};

const schemaOf = (schema: Record<string, unknown>): Record<string, unknown> =>
  JSON.stringify(schema).length <= longestSchema ? schema : { type: 'object' };

export const describeFailure = (server: McpServer, error: unknown): string =>
  `MCP server ${server.name}: ${error instanceof Error ? error.message.slice(0, 300) : 'failed'}`;

interface Known {
  listing: McpListing;
  untilMs: number;
}

/** The tools of MCP servers, asked for once in some minutes and shared by all rounds. */
export const createMcpTools = ({ safeFetch, clock, log }: ListDependencies) => {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<McpListing>>();

  const ask = async (server: McpServer): Promise<McpListing> => {
    const timeoutMs = Math.min(server.timeoutMs, listTimeoutMs);
    const signal = AbortSignal.timeout(timeoutMs);
    const { client, broken, close } = await connectMcp(safeFetch, { server, headers: {}, timeoutMs, signal });
    try {
      const tools: McpTool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages && tools.length <= mostTools; page += 1) {
        const pending = client.listTools(cursor === undefined ? {} : { cursor }, {
          signal,
          timeout: timeoutMs,
        });
        const result = await Promise.race([pending, broken]);
        for (const tool of result.tools)
          tools.push({
            name: tool.name,
            offer: {
              name: offeredName(server.name, tool.name),
              description: (tool.description ?? tool.title ?? '').slice(0, longestDescription),
              parameters: schemaOf(tool.inputSchema),
            },
          });
        cursor = result.nextCursor;
        if (cursor === undefined) break;
      }
      if (tools.length <= mostTools) return { tools };
      return {
        tools: tools.slice(0, mostTools),
        warning: `MCP server ${server.name}: only its first ${mostTools} tools are offered`,
      };
    } finally {
      void close();
    }
  };

  const askAndKeep = async (server: McpServer, key: string): Promise<McpListing> => {
    let listing: McpListing;
    let untilMs: number;
    try {
      listing = await ask(server);
      untilMs = clock.nowMs() + freshMs;
    } catch (error) {
      // What it offered before is still worth a try.
      const warning = describeFailure(server, error);
      listing = { tools: known.get(key)?.listing.tools ?? [], warning };
      untilMs = clock.nowMs() + failedMs;
      log.warn({ server: server.name, error }, 'an MCP server did not list its tools');
    }
    known.delete(key);
    if (known.size >= mostServersKnown) known.delete(known.keys().next().value!);
    known.set(key, { listing, untilMs });
    return listing;
  };

  /** Rejects only when `signal` is aborted; the question itself goes on for whoever else waits for it. */
  return async (server: McpServer, signal: AbortSignal): Promise<McpListing> => {
    const key = JSON.stringify([server.name, server.url, server.headers]);
    const last = known.get(key);
    if (last && clock.nowMs() < last.untilMs) return last.listing;
    let answer = asking.get(key);
    if (!answer) {
      answer = askAndKeep(server, key).finally(() => asking.delete(key));
      asking.set(key, answer);
    }
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([answer, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
};
