import type { Agent } from '../../agents/index.ts';
import { asAppError } from '../../lib/errors.ts';
import { type RequestId, RpcError, rpcCodes, rpcFailure, rpcFailureOf, rpcResult } from './json-rpc.ts';
import { createMcpResources } from './mcp-resources.ts';
import { createMcpTools, type McpDependencies, type ToolContext } from './mcp-tools.ts';
import { negotiateVersion } from './protocol-version.ts';
import { isObject } from './read-arguments.ts';

export interface RpcRequest {
  id: RequestId;
  method: string;
  params: Record<string, unknown>;
}

/** A request, or undefined for a notification or a response, which need no answer. */
export const readMessage = (body: unknown): RpcRequest | undefined => {
  if (!isObject(body) || body.jsonrpc !== '2.0')
    throw new RpcError(rpcCodes.invalidRequest, 'the body must be one JSON-RPC 2.0 message');
  const { id, method, params = {} } = body;
  if (method === undefined && (body.result !== undefined || body.error !== undefined)) return undefined;
  if (typeof method !== 'string') throw new RpcError(rpcCodes.invalidRequest, 'method must be a text');
  if (id === undefined) return undefined;
  if (typeof id !== 'string' && !Number.isInteger(id))
    throw new RpcError(rpcCodes.invalidRequest, 'id must be a text or a whole number');
  if (!isObject(params)) throw new RpcError(rpcCodes.invalidParams, 'params must be an object');
  return { id: id as RequestId, method, params };
};

export const progressTokenOf = ({ params: { _meta: meta } }: RpcRequest): RequestId | undefined => {
  const token = isObject(meta) ? meta.progressToken : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
};

/** Answers requests of the Model Context Protocol. No state is kept between them. */
export const createAnswerMessage = (deps: McpDependencies) => {
  const tools = createMcpTools(deps);
  const resources = createMcpResources(deps.knowledge);

  const initialize = (agent: Agent, params: RpcRequest['params']): object => ({
    protocolVersion: negotiateVersion(params.protocolVersion),
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'frontdesk', title: agent.name, version: '1' },
  });

  const resultOf = async ({ method, params }: RpcRequest, context: ToolContext): Promise<object> => {
    const { agent } = context;
    switch (method) {
      case 'initialize':
        return initialize(agent, params);
      case 'ping':
        return {};
      case 'tools/list':
        return tools.list(agent);
      case 'tools/call': {
        const { name, arguments: input = {} } = params;
        if (!isObject(input))
          throw new RpcError(rpcCodes.invalidParams, 'params.arguments must be an object');
        return tools.call(name, input, context);
      }
      case 'resources/list':
        return resources.list(agent, params.cursor);
      case 'resources/templates/list':
        return { resourceTemplates: [] };
      case 'resources/read':
        return resources.read(agent, params.uri);
      default:
        throw new RpcError(rpcCodes.methodNotFound, `There is no method ${method.slice(0, 100)}`);
    }
  };

  return async (
    message: RpcRequest,
    context: ToolContext,
    onUnexpected: (error: unknown) => void,
  ): Promise<object> => {
    try {
      return rpcResult(message.id, await resultOf(message, context));
    } catch (error) {
      if (error instanceof RpcError) return rpcFailure(message.id, error);
      const failure = asAppError(error);
      if (failure.kind === 'internal') onUnexpected(error);
      return { ...rpcFailureOf(failure), id: message.id };
    }
  };
};
