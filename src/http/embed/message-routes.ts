import { Type } from 'typebox';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { readQuestion } from '../request/read-question.ts';
import { sendEventStream } from '../response/sse.ts';
import { type Route, route } from '../route.ts';
import { readPlace } from '../v1/conversations/message-stream-routes.ts';
import { channelPath, type EmbedRouteDependencies, keepAliveMs } from './embed-dependencies.ts';
import { OutgoingMessage, PageAnswers } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';
import { checkVisitorFiles, limitVisitorBody, readReplacement } from './visitor-message.ts';

const mb = 1024 * 1024;

const MessageParams = Type.Object({ messageId: Type.String() });

/** Sends a message to the agent, resumes its reply and stops it. */
export const createMessageRoutes = (deps: EmbedRouteDependencies): Route[] => {
  const { channels, runtime, limit, report, limits } = deps;
  const { conversations, live } = channels;

  return [
    route({
      method: 'POST',
      url: `${channelPath}/messages`,
      visitor: 'known',
      maxBodyBytes: limits.messageBodyMb * mb,
      sendsMessage: true,
      onRequest: [limit.message, limitVisitorBody],
      schema: { hide: true, body: OutgoingMessage, response: { 202: PageAnswers.passedOn } },
      handler: async (request, reply) => {
        const { agent, visitor } = visitorCallOf(request);
        const { body } = request;
        const replaces = body.replaces || undefined;
        const question = replaces === undefined ? readQuestion(request, body) : readReplacement(body);
        await checkVisitorFiles(agent, question);
        // A key belongs to one visitor: repeating another's must not return their messages.
        const idempotencyKey = readIdempotencyKey(request, `channels/messages/${visitor.id}`, agent);
        const conversation =
          replaces === undefined
            ? await conversations.forMessage(agent, visitor, body.conversation_id || undefined)
            : await conversations.ofMessage(visitor, replaces);
        const sent = await runtime.send({
          agent,
          conversationId: conversation.id,
          apiVersion: 2,
          mode: 'streaming',
          history: [],
          question,
          replaces,
          options: {},
          idempotencyKey,
          arrival: request.arrival,
          alsoIn: async (tx, { messageId, conversationId }) => {
            await conversations.requireIn(tx, visitor, conversationId);
            await report(tx, {
              agent,
              visitor,
              conversationId,
              name: 'message.sent',
              data: { message_id: messageId },
            });
          },
        });
        live.signal(sent.conversationId);
        reply.header('X-Conversation-Id', sent.conversationId);
        const { humanSessionId } = await runtime.requireRound(agent, sent.messageId);
        if (humanSessionId === null) {
          reply.raw.setHeader('X-Conversation-Id', sent.conversationId);
          await sendEventStream(reply, await runtime.feed(sent.messageId), { version: 2, keepAliveMs });
          return reply;
        }
        const status = await conversations.status(sent.conversationId);
        reply.code(202);
        return { conversation_id: sent.conversationId, message_id: sent.messageId, status };
      },
    }),

    route({
      method: 'GET',
      url: `${channelPath}/messages/:messageId/stream`,
      visitor: 'known',
      schema: {
        hide: true,
        params: MessageParams,
        querystring: Type.Object({ after: Type.Optional(Type.String()) }),
      },
      handler: async (request, reply) => {
        const lastSeenId = readPlace(request.headers['last-event-id'], request.query.after);
        const { id } = await conversations.requireRound(
          visitorCallOf(request).visitor,
          request.params.messageId,
        );
        await sendEventStream(reply, await runtime.feed(id), { version: 2, lastSeenId, keepAliveMs });
        return reply;
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/messages/:messageId/stop`,
      visitor: 'known',
      schema: { hide: true, params: MessageParams, response: { 200: PageAnswers.stopped } },
      handler: async (request) => {
        const { id } = await conversations.requireRound(
          visitorCallOf(request).visitor,
          request.params.messageId,
        );
        await runtime.stopRound(id);
        return { message_id: id };
      },
    }),
  ];
};
