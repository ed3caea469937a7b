import { createHash } from 'node:crypto';
import type { McpServer } from '../agents/index.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { findSchemaProblem } from '../lib/sandbox/index.ts';
import type { ToolOffer } from '../models/index.ts';
import { connectMcp, loadProtocol } from './mcp-client.ts';

export interface McpTool {
  /** Name on the server. */
  name: string;
  offer: ToolOffer;
}

export interface McpListing {
  tools: McpTool[];
  /** Why tools are missing, for the trace. */
  warning?: string;
}

const longestListMs = 3000;
const mostTools = 64;
const mostPages = 10;
const longestName = 64;
const longestDescription = 1024;
const longestSchema = 16_000;

/** Models allow only letters, digits, _ and -. Changed or shortened names get a hash to stay unique. */
export const offeredName = (serverName: string, toolName: string): string => {
  const plain = `${serverName}_${toolName}`.replace(/[^A-Za-z0-9_-]/g, '_');
  if (plain.length <= longestName && plain === `${serverName}_${toolName}`) return plain;
  const digest = createHash('sha256').update(toolName).digest('hex').slice(0, 8);
  return `${plain.slice(0, longestName - 9)}_${digest}`;
};

/** Sent to the model, and a provider may compile it. A schema that is too large or endless is skipped. */
const schemaOf = (schema: Record<string, unknown>): Record<string, unknown> =>
  findSchemaProblem(schema) === undefined && JSON.stringify(schema).length <= longestSchema
    ? schema
    : { type: 'object' };

/** How long a round waits for the list. */
export const listTimeoutMs = (server: McpServer): number => Math.min(server.timeoutMs, longestListMs);

/** Lists the tools of a server in a session that ends with the answer. */
export const listMcpTools = async (
  safeFetch: SafeFetch,
  server: McpServer,
  timeoutMs = listTimeoutMs(server),
): Promise<McpListing> => {
  await loadProtocol();
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
