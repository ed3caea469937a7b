import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import { AppError, asAppError } from '../../../lib/errors.ts';
import type { Runtime } from '../../../runtime/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { fileKeys } from '../content-schema.ts';
import { followFeed } from '../follow-feed.ts';
import { checkModel, makeInput, type OpenAiDependencies } from '../make-input.ts';
import { openAiFailure } from '../openai-error.ts';
import { stopWhenGone } from '../stop-when-gone.ts';
import { messageIdOf, presentResponse, type ResponseAbout } from './present-response.ts';
import { checkResponseFields, readInput, readResponseTools } from './read-input.ts';
import { resolveReferences } from './resolve-references.ts';
import { CreateResponse } from './response-schema.ts';
import { createResponseWriter } from './response-stream.ts';

/** Responses of other agents, and those that were not to be stored, count as unknown. */
const requireResponse = async (runtime: Runtime, agent: Agent, responseId: string, field: string) => {
  const earlier = await runtime.findEarlier(agent, messageIdOf(responseId));
  if (!earlier || earlier.request.call?.isUnlisted)
    throw new AppError('notFound', `${field} is not a response of this agent`);
  return earlier;
};

/** The conversation of the previous response, which must be its newest one. */
const conversationAfter = async (
  runtime: Runtime,
  agent: Agent,
  { responseId, hasResults }: { responseId: string; hasResults: boolean },
): Promise<string> => {
  const earlier = await requireResponse(runtime, agent, responseId, 'previous_response_id');
  if (!earlier.isNewest && !hasResults)
    throw new AppError('conflict', 'previous_response_id must be the newest response of its conversation');
  return earlier.conversationId;
};

const noMessages = { history: [], question: [], following: [] };

export const createResponseRoutes = (deps: OpenAiDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/openai/v1/responses',
    key: 'enabled-agent',
    maxBodyBytes: deps.maxBodyBytes,
    sendsMessage: true,
    fileKeys,
    schema: { hide: true, body: CreateResponse },
    handler: async (request, reply) => {
      const { body } = request;
      const { runtime } = deps;
      const { agent } = callerOf(request);
      checkModel(agent, body.model);
      checkResponseFields(body);
      const items =
        typeof body.input === 'string' ? body.input : await resolveReferences(runtime, agent, body.input);
      const input = readInput(request, { ...body, input: items });
      const previous = body.previous_response_id || undefined;
      const { conversation } = body;
      const named = typeof conversation === 'string' ? conversation : conversation?.id;
      const conversationId = previous
        ? await conversationAfter(runtime, agent, { responseId: previous, hasResults: 'results' in input })
        : named || undefined;
      const sendInput = await makeInput(request, deps, {
        agent,
        endpoint: 'openai/v1/responses',
        ...('results' in input
          ? { messages: { instructions: input.instructions, ...noMessages }, results: input.results }
          : { messages: input.messages }),
        toolUse: readResponseTools(body),
        isStreaming: body.stream === true,
        user: body.user ?? undefined,
        conversationId,
        maxOutputTokens: body.max_output_tokens ?? undefined,
        fields: {
          ...(body.metadata ? { metadata: body.metadata } : {}),
          ...(previous ? { previousResponseId: previous } : {}),
          ...(body.store === false ? { isUnlisted: true } : {}),
        },
      });
      const sent = await runtime.send(sendInput);
      const { messageId } = sent;
      const isRepeatable = sendInput.idempotencyKey !== undefined;
      const complete = stopWhenGone(reply, runtime, { messageId, isRepeatable });
      const about: ResponseAbout = { ...sent, agentId: agent.id, request: sendInput.options };
      if (sendInput.mode === 'streaming') {
        const writer = createResponseWriter(about);
        const feed = await runtime.feed(messageId);
        await followFeed(reply, { feed, writer, runtime, onComplete: complete });
        return reply;
      }
      const answer = await runtime.replyOf(messageId);
      complete();
      return presentResponse(about, { reply: answer });
    },
  }),

  route({
    method: 'GET',
    url: '/openai/v1/responses/:response_id',
    key: 'enabled-agent',
    schema: { hide: true, params: Type.Object({ response_id: Type.String() }) },
    handler: async (request) => {
      const { runtime } = deps;
      const { agent } = callerOf(request);
      const { response_id: responseId } = request.params;
      const earlier = await requireResponse(runtime, agent, responseId, 'response_id');
      const { id: messageId, conversationId, createdAtMs, request: asked } = earlier;
      const about = { messageId, conversationId, createdAtMs, agentId: agent.id, request: asked };
      if (earlier.status === 'running') return presentResponse(about, 'running');
      try {
        return presentResponse(about, { reply: await runtime.replyOf(messageId) });
      } catch (thrown) {
        const { error } = openAiFailure(asAppError(thrown));
        return presentResponse(about, {
          error: { name: error.code ?? 'server_error', message: error.message },
        });
      }
    },
  }),
];
