import { Type } from 'typebox';
import type { Assistance } from '../../../assistance/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { RequiredText } from '../../schema.ts';

const NextQuestions = Type.Object({ questions: Type.Array(Type.String()) }, { title: 'NextQuestions' });

export const createNextQuestionRoutes = ({ assistance }: { assistance: Assistance }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/next/question',
    key: 'agent',
    schema: {
      operationId: 'suggestNextQuestions',
      tags: ['Messages'],
      summary: 'Suggest next questions',
      description:
        'Returns up to three questions that the user may ask after a reply. The model of the agent writes them, and the call is charged. The embedded model offers questions of the pairs in the knowledge of the agent; without pairs, there are none.',
      querystring: Type.Object({
        answer_id: RequiredText({ description: 'answer_id of the reply, or message_id of its round' }),
      }),
      response: { 200: NextQuestions },
    },
    handler: async (request) => {
      const { agent } = callerOf(request);
      const leave = assistance.enter(agent.workspaceId, `agent ${agent.id}`);
      try {
        return { questions: await assistance.nextQuestions(agent, request.query.answer_id) };
      } finally {
        leave();
      }
    },
  }),
];
