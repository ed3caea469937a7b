import { Type } from 'typebox';
import type { feedbacks } from '../../feedback/index.ts';
import { type Route, route } from '../route.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { GivenRating, PageAnswers, type Rating } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

const given: Record<Rating, (typeof feedbacks)[number]> = {
  GOOD: 'POSITIVE',
  BAD: 'NEGATIVE',
  NONE: 'CANCELED',
};

/** Feedback of the visitor on a reply, its citations, and what it asks for. */
export const createAnswerRoutes = ({ channels, feedback, report }: EmbedRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: `${channelPath}/answers/:answerId/feedback`,
    visitor: 'known',
    schema: {
      hide: true,
      params: Type.Object({ answerId: Type.String() }),
      body: GivenRating,
      response: { 200: PageAnswers.nothing },
    },
    handler: async (request) => {
      const { agent, visitor } = visitorCallOf(request);
      const { rating, reason, comment } = request.body;
      const round = await channels.conversations.requireAnswer(visitor, request.params.answerId);
      const data = {
        message_id: round.id,
        answer_id: round.answerId,
        rating,
        ...(reason ? { reason } : {}),
        ...(comment?.trim() ? { comment: comment.trim() } : {}),
      };
      await feedback.setFeedback(agent, round.answerId, { feedback: given[rating], reason, comment }, (tx) =>
        report(tx, { agent, visitor, conversationId: round.conversationId, name: 'feedback.given', data }),
      );
      return {};
    },
  }),

  route({
    method: 'GET',
    url: `${channelPath}/messages/:messageId/citations`,
    visitor: 'known',
    schema: {
      hide: true,
      params: Type.Object({ messageId: Type.String() }),
      response: { 200: PageAnswers.citations },
    },
    handler: async (request) => {
      const { visitor } = visitorCallOf(request);
      const { id } = await channels.conversations.requireRound(visitor, request.params.messageId);
      return channels.history.details(id);
    },
  }),
];
