import { Type } from 'typebox';
import type { Conversation } from '../../conversations/index.ts';
import { type Route, route } from '../route.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { showCursor } from './live-cursor.ts';
import { ConversationChange, type ListedConversation, PageAnswers } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

const PageQuery = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
});

const ConversationParams = Type.Object({ id: Type.String() });

const show = ({ id, subject, title, recentChatAtMs, channel }: Conversation): ListedConversation => ({
  conversation_id: id,
  subject,
  title,
  recent_chat_time: recentChatAtMs,
  channel,
});

/** The visitor's conversations and messages. */
export const createConversationRoutes = ({ channels, hideConversation }: EmbedRouteDependencies): Route[] => {
  const { conversations, history, live } = channels;

  return [
    route({
      method: 'GET',
      url: `${channelPath}/conversations`,
      visitor: 'known',
      schema: { hide: true, querystring: PageQuery, response: { 200: PageAnswers.conversations } },
      handler: async (request) => {
        const { conversations: listed, hasMore } = await conversations.list(
          visitorCallOf(request).visitor,
          request.query,
        );
        return { conversations: listed.map(show), more: hasMore };
      },
    }),

    route({
      method: 'POST',
      url: `${channelPath}/conversations`,
      visitor: 'known',
      schema: { hide: true, response: { 200: PageAnswers.conversation } },
      handler: async (request) => {
        const { agent, visitor } = visitorCallOf(request);
        return { conversation_id: await conversations.startNew(agent, visitor) };
      },
    }),

    route({
      method: 'PATCH',
      url: `${channelPath}/conversations/:id`,
      visitor: 'known',
      schema: {
        hide: true,
        params: ConversationParams,
        body: ConversationChange,
        response: { 200: PageAnswers.renamed },
      },
      handler: async (request) => {
        const { visitor } = visitorCallOf(request);
        return show(await conversations.rename(visitor, request.params.id, request.body.title));
      },
    }),

    route({
      method: 'DELETE',
      url: `${channelPath}/conversations/:id`,
      visitor: 'known',
      schema: { hide: true, params: ConversationParams, response: { 200: PageAnswers.nothing } },
      handler: async (request) => {
        const { agent, visitor } = visitorCallOf(request);
        const { id } = await conversations.require(visitor, request.params.id);
        await hideConversation(agent.id, id);
        live.signal(id);
        return {};
      },
    }),

    route({
      method: 'GET',
      url: `${channelPath}/conversations/:id/messages`,
      visitor: 'known',
      schema: {
        hide: true,
        querystring: PageQuery,
        params: ConversationParams,
        response: { 200: PageAnswers.messages },
      },
      handler: async (request) => {
        const { id } = await conversations.require(visitorCallOf(request).visitor, request.params.id);
        // Read before the messages, so that an event in between is sent twice rather than never.
        const place = await live.place(id);
        const { messages, hasMore } = await history.messages(id, request.query);
        return { messages, more: hasMore, live_cursor: showCursor(place) };
      },
    }),

    route({
      method: 'GET',
      url: `${channelPath}/messages/:messageId/version`,
      visitor: 'known',
      schema: {
        hide: true,
        params: Type.Object({ messageId: Type.String() }),
        response: { 200: PageAnswers.version },
      },
      handler: async (request) => {
        const { id, conversationId } = await conversations.requireRound(
          visitorCallOf(request).visitor,
          request.params.messageId,
        );
        const { messages, hasMore } = await history.version(conversationId, id);
        return { messages, more: hasMore };
      },
    }),
  ];
};
