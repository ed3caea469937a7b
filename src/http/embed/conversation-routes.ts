import { Type } from 'typebox';
import { type Route, route } from '../route.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { showCursor } from './live-cursor.ts';
import { PageAnswers } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

const PageQuery = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
});

/** The visitor's conversations and messages. */
export const createConversationRoutes = ({ channels }: EmbedRouteDependencies): Route[] => {
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
        return {
          conversations: listed.map(({ id, subject, recentChatAtMs, channel }) => ({
            conversation_id: id,
            subject,
            recent_chat_time: recentChatAtMs,
            channel,
          })),
          more: hasMore,
        };
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
      method: 'GET',
      url: `${channelPath}/conversations/:id/messages`,
      visitor: 'known',
      schema: {
        hide: true,
        querystring: PageQuery,
        params: Type.Object({ id: Type.String() }),
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
  ];
};
