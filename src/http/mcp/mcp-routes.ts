import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import { callerOf } from '../request/authenticate.ts';
import { callerSignal } from '../request/caller-signal.ts';
import { type Route, type RouteReply, route } from '../route.ts';
import { isAllowedOrigin } from '../server/cors.ts';
import { openEventStream } from '../streaming/index.ts';
import { createAnswerMessage, progressTokenOf, type RpcRequest, readMessage } from './answer-message.ts';
import { RpcError, rpcFailure } from './json-rpc.ts';
import type { McpDependencies, ToolContext } from './mcp-tools.ts';
import { isKnownVersion, supportedVersions } from './protocol-version.ts';

interface McpRouteDependencies extends McpDependencies {
  /** Origins of pages that may call the API. */
  corsOrigins: readonly string[];
}

/**
 * A browser sends the origin of the page. A page that reaches the service by DNS rebinding has an origin that is not
 * allowed. Other clients send none.
 */
const checkOrigin = ({ headers: { origin } }: FastifyRequest, origins: readonly string[]): void => {
  if (origin !== undefined && !isAllowedOrigin(origins, origin))
    throw new AppError('forbidden', 'Origin is not one of the allowed origins of this service');
};

const checkVersion = ({ headers }: FastifyRequest): void => {
  if (!isKnownVersion(headers['mcp-protocol-version']))
    throw new AppError('invalidParameter', `MCP-Protocol-Version must be one of ${supportedVersions}`);
};

const event = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

/**
 * The Model Context Protocol by streamable HTTP, without sessions: every request stands alone, so that any process can
 * answer it. GET and DELETE are answered with 405, as the protocol allows.
 */
export const createMcpRoutes = (deps: McpRouteDependencies): Route[] => {
  const answerMessage = createAnswerMessage(deps);

  /** A call with a progress token is answered as a stream: progress first, then the result. */
  const stream = async (
    reply: RouteReply,
    message: RpcRequest,
    context: ToolContext,
    onUnexpected: (error: unknown) => void,
  ): Promise<RouteReply> => {
    const progressToken = progressTokenOf(message)!;
    const events = openEventStream(reply);
    const onProgress = (text: string): void => {
      if (events.isFull) return;
      const params = { progressToken, progress: text.length, message: text.slice(-200).toWellFormed() };
      events.write(event({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    };
    events.write(event(await answerMessage(message, { ...context, onProgress }, onUnexpected)));
    events.end();
    return reply;
  };

  return [
    route({
      method: 'POST',
      url: '/mcp',
      key: 'enabled-agent',
      // Before the body is read.
      onRequest: [
        async (request) => {
          checkOrigin(request, deps.corsOrigins);
          checkVersion(request);
        },
      ],
      schema: { hide: true, body: Type.Unknown() },
      handler: async (request, reply) => {
        let message: RpcRequest | undefined;
        try {
          message = readMessage(request.body);
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          reply.code(400);
          return rpcFailure(null, error);
        }
        if (!message) return reply.code(202).send('');
        const { agent } = callerOf(request);
        const context = { agent, signal: callerSignal(reply) };
        const onUnexpected = (err: unknown): void => request.log.error({ err }, 'an MCP request failed');
        return progressTokenOf(message) === undefined
          ? answerMessage(message, context, onUnexpected)
          : stream(reply, message, context, onUnexpected);
      },
    }),
  ];
};
