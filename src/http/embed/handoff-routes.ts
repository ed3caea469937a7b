import { Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import { isMailAddress } from '../../lib/mail-address.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { type Route, route } from '../route.ts';
import { RequiredText } from '../schema.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import {
  HandoffRequest,
  LeftMessage,
  PageAnswers,
  SeenReply,
  SessionRating,
  UserPage,
} from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

const noPerson = (): AppError => new AppError('invalidParameter', 'The agent has no human service');

/** Requests a person by a button, ends the human session, rates it, and reports to the person what the user does. */
export const createHandoffRoutes = (deps: EmbedRouteDependencies): Route[] => {
  const { db, channels, handoff, runtime, limit } = deps;
  const { conversations, visitorAccess, live } = channels;

  return [
    route({
      method: 'POST',
      url: `${channelPath}/handoff`,
      visitor: 'known',
      schema: {
        hide: true,
        body: HandoffRequest,
        response: { 200: PageAnswers.handoff },
      },
      handler: async (request) => {
        const { agent, visitor } = visitorCallOf(request);
        const { conversation_id, email } = request.body;
        const { channel } = visitor;
        if (!handoff.isPossible(agent, { mode: 'streaming', channel })) throw noPerson();
        const known = email ? await visitorAccess.setEmail(visitor, email) : visitor;
        const { id: conversationId } = await conversations.forMessage(
          agent,
          visitor,
          conversation_id || undefined,
        );
        await db.transaction((tx) =>
          handoff.ask(tx, { agent, conversationId, trigger: 'button', email: known.email }),
        );
        await db.durable();
        live.signal(conversationId);
        return { conversation_id: conversationId, status: await conversations.status(conversationId) };
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/handoff/message`,
      visitor: 'known',
      sendsMessage: true,
      onRequest: [limit.message],
      schema: { hide: true, body: LeftMessage, response: { 202: PageAnswers.passedOn } },
      handler: async (request, reply) => {
        const { agent, visitor } = visitorCallOf(request);
        const { conversation_id, email: entered, text } = request.body;
        const { channel, userId, identity } = visitor;
        if (entered && !isMailAddress(entered))
          throw new AppError('invalidParameter', 'email: must be an e-mail address');
        const user = { channel, userId, isClaimed: identity === 'claimed' };
        if (!entered && visitor.email === '' && (await handoff.needsEmail(agent, user)))
          throw new AppError('invalidParameter', 'email: is required to reply to the message');
        const { id } = await conversations.require(visitor, conversation_id);
        const { messageId, conversationId } = await runtime.send({
          agent,
          conversationId: id,
          apiVersion: 2,
          mode: 'streaming',
          history: [],
          question: [{ type: 'text', text }],
          options: {},
          idempotencyKey: readIdempotencyKey(request, `channels/left-messages/${visitor.id}`, agent),
          arrival: request.arrival,
          alsoIn: async (tx) => {
            await conversations.requireIn(tx, visitor, id);
            await handoff.expectMessage(tx, { conversationId: id, email: entered || '' });
          },
        });
        live.signal(conversationId);
        reply.code(202);
        return {
          conversation_id: conversationId,
          message_id: messageId,
          status: await conversations.status(conversationId),
        };
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/handoff/leave`,
      visitor: 'known',
      schema: {
        hide: true,
        body: Type.Object({ conversation_id: RequiredText() }),
        response: { 200: PageAnswers.status },
      },
      handler: async (request) => {
        const { agent, visitor } = visitorCallOf(request);
        const { id } = await conversations.require(visitor, request.body.conversation_id);
        await handoff.leave(agent, id);
        live.signal(id);
        return { status: await conversations.status(id) };
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/handoff/rating`,
      visitor: 'known',
      schema: { hide: true, body: SessionRating, response: { 200: PageAnswers.nothing } },
      handler: async (request) => {
        const { visitor } = visitorCallOf(request);
        const { conversation_id, session_id: sessionId, rating, comment } = request.body;
        const { id: conversationId } = await conversations.require(visitor, conversation_id);
        await handoff.inbox.rate({ conversationId, sessionId, stars: rating, comment: comment ?? '' });
        return {};
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/handoff/page`,
      visitor: 'known',
      schema: { hide: true, body: UserPage, response: { 200: PageAnswers.nothing } },
      handler: async (request) => {
        const { visitor } = visitorCallOf(request);
        const { conversation_id, url, title } = request.body;
        const { id } = await conversations.require(visitor, conversation_id);
        await handoff.inbox.setUserPage(id, { url, title: title ?? '' });
        return {};
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/handoff/typing`,
      visitor: 'known',
      schema: {
        hide: true,
        body: Type.Object({ conversation_id: RequiredText() }),
        response: { 200: PageAnswers.nothing },
      },
      handler: async (request) => {
        const { visitor } = visitorCallOf(request);
        const { id } = await conversations.require(visitor, request.body.conversation_id);
        await handoff.inbox.typing.byUser(id);
        return {};
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/handoff/seen`,
      visitor: 'known',
      schema: { hide: true, body: SeenReply, response: { 200: PageAnswers.nothing } },
      handler: async (request) => {
        const { visitor } = visitorCallOf(request);
        const { conversation_id, message_id: messageId } = request.body;
        const { id: conversationId } = await conversations.require(visitor, conversation_id);
        await handoff.inbox.seenByUser({ conversationId, messageId });
        return {};
      },
    }),
  ];
};
