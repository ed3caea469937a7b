import { type Static, Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import { feedbackReasons } from '../../../feedback/index.ts';
import { maxTimeMs, toSeconds } from '../../../lib/clock.ts';
import type { QuestionAndAnswer } from '../../../rounds/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readTimeRange } from '../../request/read-time-range.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';

const Item = Type.Object(
  {
    id: Type.String({ description: 'The message_id of the round' }),
    q_time: Type.Integer({ description: 'Seconds' }),
    q: Type.String(),
    a: Type.String(),
    user_feedback: oneOf(['NONE', 'GOOD', 'BAD']),
    feedback_reason: Type.Optional(oneOf(feedbackReasons, 'Of a bad rating, if the user chose a reason')),
    feedback_comment: Type.Optional(Type.String({ description: 'Of a bad rating, if the user wrote one' })),
    convo_id: Type.String(),
    convo_type: Type.String(),
    aid: Type.String({ description: 'The answer_id' }),
    user_id: Type.String(),
  },
  { title: 'QaRecord' },
);

const Page = Type.Object({ qa: Type.Array(Item) }, { title: 'QaRecordPage' });

const present = (round: QuestionAndAnswer): Static<typeof Item> => ({
  id: round.id,
  q_time: toSeconds(round.createdAtMs),
  q: round.question,
  // The agent's reply, then that of a person who took over.
  a: [round.answer, round.humanAnswer].filter((text) => text !== '').join('\n\n'),
  user_feedback: round.feedback,
  ...(round.feedbackReason === null ? {} : { feedback_reason: round.feedbackReason }),
  ...(round.feedbackComment === '' ? {} : { feedback_comment: round.feedbackComment }),
  convo_id: round.conversationId,
  convo_type: round.channel,
  aid: round.answerId,
  user_id: round.userId,
});

export const createQaListRoutes = ({ conversations }: { conversations: Conversations }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/message/qa/record/page',
    key: 'agent',
    schema: {
      operationId: 'listQaRecords',
      tags: ['Messages'],
      summary: 'List questions and answers',
      description: 'Newest first. `start_time` and `end_time` apply to the question.',
      querystring: Type.Object({
        user_feedback: Type.Optional(oneOf(['ALL', 'NONE', 'GOOD', 'BAD'], 'Default: ALL')),
        start_time: Type.Optional(
          Type.Integer({ minimum: 0, maximum: maxTimeMs, description: 'Seconds or milliseconds' }),
        ),
        end_time: Type.Optional(Type.Integer({ minimum: 0, maximum: maxTimeMs })),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        page_size: Type.Optional(Type.Integer({ minimum: 10, maximum: 100 })),
      }),
      response: { 200: Page },
    },
    handler: async (request) => {
      const { user_feedback, start_time, end_time, page = 1, page_size = 10 } = request.query;
      const rounds = await conversations.listQa(
        {
          agentId: callerOf(request).agent.id,
          feedback: user_feedback === 'ALL' ? undefined : user_feedback,
          ...readTimeRange(start_time, end_time),
        },
        { limit: page_size, offset: (page - 1) * page_size },
      );
      return { qa: rounds.map(present) };
    },
  }),
];
