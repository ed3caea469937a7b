import { Type } from 'typebox';
import { type FeedbackRoom, feedbacks, qualities } from '../../../feedback/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { oneOf, RequiredText } from '../../schema.ts';
import type { ApiScope } from '../../scope.ts';

const Affected = Type.Object({ affectCount: Type.Integer() });
const AnswerId = RequiredText({ description: "The reply's answer_id, or the message_id of its round" });

/** What operators and users think of a reply; the newest word counts. */
export const addRatings = (scope: ApiScope, { feedback }: { feedback: FeedbackRoom }): void => {
  scope.post(
    '/v1/message/quality',
    {
      schema: {
        tags: ['Messages'],
        summary: 'Rate a reply as an operator',
        body: Type.Object({ answer_id: AnswerId, quality: oneOf(qualities) }),
        response: { 200: Affected },
      },
    },
    async (request) => {
      const { answer_id, quality } = request.body;
      return { affectCount: await feedback.setQuality(callerOf(request).agent, answer_id, quality) };
    },
  );

  scope.post(
    '/v1/message/feedback',
    {
      schema: {
        tags: ['Messages'],
        summary: "Give the end user's feedback on a reply",
        body: Type.Object({ answer_id: AnswerId, feedback: oneOf(feedbacks) }),
        response: { 200: Affected },
      },
    },
    async (request) => {
      const { answer_id, feedback: given } = request.body;
      return { affectCount: await feedback.setFeedback(callerOf(request).agent, answer_id, given) };
    },
  );
};
