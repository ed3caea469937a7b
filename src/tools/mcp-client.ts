import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { McpServer } from '../agents/index.ts';
import { createFetch, type SafeFetch } from '../lib/safe-fetch/index.ts';
import { toolHeaders } from './tool-call.ts';

/** Limit of one answer. A list of hundreds of tools fits. */
const longestBodyBytes = 2 * 1024 * 1024;
const connectTimeoutMs = 3000;
const closeTimeoutMs = 2000;

export interface McpConnection {
  client: Client;
  /** Rejects when the stream of an answer breaks. The protocol would wait for its timeout. */
  broken: Promise<never>;
  close(): Promise<void>;
}

interface ConnectInput {
  server: McpServer;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Messages of the server between our requests are not needed, so no stream is held open
 * for them. With 405 a server says that it has none.
 */
const withoutListening =
  (guarded: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) =>
    init?.method === 'GET' ? new Response(null, { status: 405 }) : guarded(input, init);

// Schemas of an external server are never compiled, because its answers are text for the model anyway.
const trustingValidator: jsonSchemaValidator = {
  getValidator<Type>(): JsonSchemaValidator<Type> {
    return (data: unknown) => ({ valid: true, data: data as Type, errorMessage: undefined });
  },
};

/** Loaded only for agents with MCP servers, before a server's timeout starts. */
export const loadProtocol = () =>
  Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);

/** A session with an MCP server over streamable HTTP, through safeFetch. */
export const connectMcp = async (
  safeFetch: SafeFetch,
  { server, headers, timeoutMs, signal }: ConnectInput,
): Promise<McpConnection> => {
  const [{ Client }, { StreamableHTTPClientTransport }] = await loadProtocol();
  const guarded = createFetch(safeFetch, {
    headers: toolHeaders(server.headers, headers),
    connectTimeoutMs,
    headersTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
    totalTimeoutMs: timeoutMs,
    maxBytes: longestBodyBytes,
  });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: withoutListening(guarded),
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 0,
    },
  });
  const client = new Client(
    { name: 'frontdesk', version: '1.0.0' },
    { jsonSchemaValidator: trustingValidator },
  );
  const broken = new Promise<never>((_, reject) => {
    client.onerror = (error) => {
      if (error.message.startsWith('SSE stream disconnected')) reject(error);
    };
  });
  broken.catch(() => {});
  const close = async (): Promise<void> => {
    const timeout = new Promise((done) => setTimeout(done, closeTimeoutMs).unref());
    await Promise.race([transport.terminateSession(), timeout]).catch(() => {});
    await client.close().catch(() => {});
  };
  try {
    await Promise.race([client.connect(transport, { signal, timeout: timeoutMs }), broken]);
  } catch (error) {
    await client.close().catch(() => {});
    throw error;
  }
  return { client, broken, close };
};
