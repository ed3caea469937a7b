import type { McpServer } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { listMcpTools, type McpListing } from './list-mcp-tools.ts';

interface ListDependencies {
  safeFetch: SafeFetch;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
}

const freshMs = 5 * 60_000;
/** A server that is down costs one round its timeout, and is then skipped for this long. */
const failedMs = 30_000;
const mostServersKnown = 500;
export const describeFailure = (server: McpServer, error: unknown): string =>
  `MCP server ${server.name}: ${error instanceof Error ? error.message.slice(0, 300) : 'failed'}`;

interface Known {
  listing: McpListing;
  untilMs: number;
}

/** The tools of MCP servers, cached for some minutes and shared by all rounds. */
export const createMcpTools = ({ safeFetch, clock, log }: ListDependencies) => {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<McpListing>>();

  const fetchAndCache = async (server: McpServer, key: string): Promise<McpListing> => {
    let listing: McpListing;
    let untilMs: number;
    try {
      listing = await listMcpTools(safeFetch, server);
      untilMs = clock.nowMs() + freshMs;
    } catch (error) {
      // Use the previous list of tools.
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

  /** Rejects only when `signal` is aborted. The request continues for other callers. */
  return async (server: McpServer, signal: AbortSignal): Promise<McpListing> => {
    const key = JSON.stringify([server.name, server.url, server.headers]);
    const last = known.get(key);
    if (last && clock.nowMs() < last.untilMs) return last.listing;
    let answer = asking.get(key);
    if (!answer) {
      answer = fetchAndCache(server, key).finally(() => asking.delete(key));
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
