import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { fileKeys } from '../content-schema.ts';
import { followFeed } from '../follow-feed.ts';
import { checkModel, makeInput, type OpenAiDependencies } from '../make-input.ts';
import { stopWhenGone } from '../stop-when-gone.ts';
import { ChatCompletion, CreateChatCompletion } from './chat-schema.ts';
import { createChatWriter } from './chat-stream.ts';
import { presentChat } from './present-chat.ts';
import { checkChatFields, readChatTools, readMessages } from './read-chat.ts';

const lowest = (...limits: (number | null | undefined)[]): number | undefined => {
  const given = limits.filter((limit) => typeof limit === 'number');
  return given.length === 0 ? undefined : Math.min(...given);
};

export const createChatRoutes = (deps: OpenAiDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/openai/v1/chat/completions',
    key: 'enabled-agent',
    maxBodyBytes: deps.maxBodyBytes,
    sendsMessage: true,
    fileKeys,
    schema: {
      // The protocol is described by its author, and its clients do not read our document.
      hide: true,
      body: CreateChatCompletion,
      response: { 200: ChatCompletion },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const { runtime } = deps;
      const { agent } = callerOf(request);
      const { conversation_id: conversationNamed } = body.metadata ?? {};
      checkModel(agent, body.model);
      checkChatFields(body);
      const input = await makeInput(request, deps, {
        agent,
        endpoint: 'openai/v1/chat/completions',
        messages: readMessages(request, body.messages),
        toolUse: readChatTools(body),
        isStreaming: body.stream === true,
        user: body.user ?? undefined,
        conversationId: conversationNamed || undefined,
        maxOutputTokens: lowest(body.max_tokens, body.max_completion_tokens),
      });
      const sent = await runtime.send(input);
      const { messageId, conversationId, createdAtMs } = sent;
      const isRepeatable = input.idempotencyKey !== undefined;
      const complete = stopWhenGone(reply, runtime, { messageId, isRepeatable });
      reply.header('X-Conversation-Id', conversationId);
      const about = { messageId, agentId: agent.id, createdAtMs };
      if (input.mode === 'streaming') {
        const includeUsage = body.stream_options?.include_usage === true;
        const writer = createChatWriter({ ...about, includeUsage });
        await followFeed(reply, {
          feed: await runtime.feed(messageId),
          writer,
          runtime,
          onComplete: complete,
        });
        return reply;
      }
      const answer = await runtime.replyOf(messageId);
      complete();
      return presentChat(answer, about);
    },
  }),
];
