import type { McpServer } from '../agents/index.ts';
import { redact, secretHeaderValues } from '../lib/redact.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { answerText } from './answer-text.ts';
import { connectMcp, type McpConnection } from './mcp-client.ts';
import { describeFailure } from './mcp-tools.ts';
import { callerHeaders, type ToolAnswer, type ToolCaller, toolFailure } from './tool-call.ts';

/** Idle time after which a session ends. A running round opens a new one. */
const idleMs = 60_000;
const longestArguments = 64_000;

interface ContentPart {
  type: string;
  text?: string;
  mimeType?: string;
  resource?: { uri: string; text?: string; mimeType?: string };
  uri?: string;
}

const describePart = (part: ContentPart): string => {
  if (part.type === 'text') return part.text ?? '';
  if (part.resource?.text !== undefined) return part.resource.text;
  return `(${part.type}${part.mimeType ? ` of type ${part.mimeType}` : ''}${part.uri ? `: ${part.uri}` : ''})`;
};

const readArguments = (text: string): Record<string, unknown> | undefined => {
  if (text.length > longestArguments) return undefined;
  try {
    const values: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return typeof values === 'object' && values !== null && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * One caller's session with one MCP server, opened at its first call. Callers never share a session, because
 * its state belongs to one user.
 */
export const createMcpSession = (safeFetch: SafeFetch, server: McpServer, caller: ToolCaller) => {
  /** Answers are stored and read by the model, so they must not contain the server's own keys. */
  const withoutSecrets = (text: string): string => redact(text, secretHeaderValues(server.headers));
  let opening: Promise<McpConnection> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const close = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const last = opening;
    opening = undefined;
    await last?.then((connection) => connection.close()).catch(() => {});
  };

  const connection = (signal: AbortSignal): Promise<McpConnection> => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void close(), Math.max(idleMs, 2 * server.timeoutMs)).unref();
    opening ??= connectMcp(safeFetch, {
      server,
      headers: callerHeaders(caller),
      timeoutMs: server.timeoutMs,
      signal,
    });
    return opening;
  };

  const call = async (name: string, argumentsText: string, signal: AbortSignal): Promise<ToolAnswer> => {
    const values = readArguments(argumentsText);
    if (values === undefined) return toolFailure('The arguments must be one JSON object of bounded length.');
    try {
      const { client, broken } = await connection(signal);
      const pending = client.callTool({ name, arguments: values }, undefined, {
        signal,
        timeout: server.timeoutMs,
        maxTotalTimeout: server.timeoutMs,
      });
      const result = await Promise.race([pending, broken]);
      const parts = (Array.isArray(result.content) ? result.content : []) as ContentPart[];
      const text = parts.map(describePart).join('\n');
      const whole = text === '' && result.structuredContent ? JSON.stringify(result.structuredContent) : text;
      return {
        text: answerText(whole === '' ? '(an empty answer)' : withoutSecrets(whole)),
        isError: result.isError === true,
      };
    } catch (error) {
      // The next call opens a new session, because the server may have dropped this one.
      void close();
      signal.throwIfAborted();
      return toolFailure(
        withoutSecrets(describeForModel(error)),
        withoutSecrets(describeFailure(server, error)),
      );
    }
  };

  return { call, close };
};

/** Protocol errors help the model. Other errors are about infrastructure that it cannot change. */
const describeForModel = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  const isRefusal = code === -32602 || code === -32601 || code === -32600;
  return isRefusal
    ? answerText((error as Error).message).slice(0, 500)
    : 'The tool could not be reached or failed.';
};
