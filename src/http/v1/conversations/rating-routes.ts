import { Type } from 'typebox';
import {
  type FeedbackRoom,
  feedbackReasons,
  feedbacks,
  maxCommentLength,
  qualities,
} from '../../../feedback/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { Affected, Maybe, oneOf, RequiredText } from '../../schema.ts';

const AnswerId = RequiredText({ description: 'answer_id of the reply, or message_id of its round' });

const RateReply = Type.Object(
  { answer_id: AnswerId, quality: oneOf(qualities) },
  { title: 'RateReplyRequest' },
);

const SendFeedback = Type.Object(
  {
    answer_id: AnswerId,
    feedback: oneOf(feedbacks),
    reason: Maybe(oneOf(feedbackReasons, 'Of negative feedback')),
    comment: Maybe(
      Type.String({ description: `Of negative feedback, at most ${maxCommentLength} characters` }),
    ),
  },
  { title: 'SendFeedbackRequest' },
);

/** Ratings by operators and feedback of users. The newest one counts. */
export const createRatingRoutes = ({ feedback }: { feedback: FeedbackRoom }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/message/quality',
    key: 'agent',
    schema: {
      operationId: 'rateReply',
      tags: ['Messages'],
      summary: 'Rate a reply',
      description: 'Stores the quality rating of an operator.',
      body: RateReply,
      response: { 200: Affected },
    },
    handler: async (request) => {
      const { answer_id, quality } = request.body;
      return { affectCount: await feedback.setQuality(callerOf(request).agent, answer_id, quality) };
    },
  }),

  route({
    method: 'POST',
    url: '/v1/message/feedback',
    key: 'agent',
    schema: {
      operationId: 'sendFeedback',
      tags: ['Messages'],
      summary: 'Send user feedback',
      description: "Stores a user's feedback on a reply, with a reason and a comment if it is negative.",
      body: SendFeedback,
      response: { 200: Affected },
    },
    handler: async (request) => {
      const { answer_id, ...given } = request.body;
      return { affectCount: await feedback.setFeedback(callerOf(request).agent, answer_id, given) };
    },
  }),
];
