import { Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import type { Handoff, HumanSession } from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Email, NullableTime, toNullableTime, WorkspaceParams } from '../wire/wire-schemas.ts';
import { createReadSessionFields, sessionFields } from './session-fields.ts';

const tags = ['Human service'];
const path = '/workspaces/:workspaceId/handoffs';

const Status = oneOf(
  ['opening', 'open', 'awaiting_message', 'left_message', 'closed'],
  'opening: the human service has not answered yet; awaiting_message: nobody answered in the inbox, and the user is asked to leave a message; left_message: they did, and the agent answers again',
);

const SessionView = Type.Object(
  {
    ...sessionFields,
    status: Status,
    hasReplied: Type.Boolean({ description: 'Whether a person has replied' }),
    openedAt: NullableTime,
  },
  { title: 'HandoffSession' },
);

interface HandoffRouteDependencies {
  handoff: Handoff;
  conversations: Conversations;
}

/** Operators list human sessions, and start and close them. */
export const createHandoffRoutes = ({
  handoff,
  conversations,
  agents,
  db,
  write,
}: RouteDependencies & HandoffRouteDependencies): Route[] => {
  const readFields = createReadSessionFields({ db });
  const view = async (sessions: readonly HumanSession[]) => {
    const fieldsOf = await readFields(sessions);
    return sessions.map((session) => ({
      ...fieldsOf(session),
      status: session.status,
      hasReplied: session.hasReplied,
      openedAt: toNullableTime(session.openedAtMs),
    }));
  };

  const viewOne = async (session: HumanSession) => (await view([session]))[0]!;

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List human sessions',
        description: 'Newest first.',
        operationId: 'listHandoffs',
        params: WorkspaceParams,
        querystring: Type.Object({
          ...PageQuery,
          agentId: Type.Optional(Type.String()),
          conversationId: Type.Optional(Type.String()),
          status: Type.Optional(Status),
          missed: Type.Optional(
            Type.Boolean({ description: 'true: only sessions in which nobody replied to the user' }),
          ),
        }),
        response: { 200: Paged(SessionView) },
      },
      handler: async (request) => {
        const { agentId, conversationId, status, missed: isMissed } = request.query;
        const filter = { workspaceId: workspaceOf(request).id, agentId, conversationId, status, isMissed };
        const { sessions, total } = await handoff.list(filter, rangeOf(request.query));
        return paged(await view(sessions), total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/agents/:agentId/handoffs',
      permission: 'conversation:write',
      audit: 'handoff.start',
      schema: {
        tags,
        summary: 'Start a handoff',
        description:
          'If the conversation already has a human session, that session is returned with status 200.',
        operationId: 'startHandoff',
        params: AgentParams,
        body: Type.Object({ conversationId: Type.String(), email: Type.Optional(Email) }),
        response: { 200: SessionView, 201: SessionView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { conversationId, email } = request.body;
        await conversations.require(agent, conversationId);
        const { session, started } = await write(async (tx) => {
          const result = await handoff.start(tx, { agent, conversationId, trigger: 'operator', email });
          if (result.started)
            await record(tx, { targetId: conversationId, changes: { session: [null, result.session.id] } });
          return result;
        });
        reply.status(started ? 201 : 200);
        return viewOne(session);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:sessionId/close`,
      permission: 'conversation:write',
      audit: 'handoff.close',
      schema: {
        tags,
        summary: 'Close a human session',
        description:
          'Notifies the human service; the agent answers again. Closing it twice has no further effect.',
        operationId: 'closeHandoff',
        params: Type.Object({ workspaceId: Type.String(), sessionId: Type.String() }),
        response: { 200: SessionView },
      },
      handler: async (request, _reply, record) => {
        const workspaceId = workspaceOf(request).id;
        const { sessionId } = request.params;
        const session = await handoff.find(workspaceId, sessionId);
        const agent = session && (await agents.find(session.agentId));
        if (!session || !agent)
          throw new AppError('notFound', 'There is no such human session in this workspace');
        await write(async (tx) => {
          if (await handoff.closeByOperator(tx, agent, session))
            await record(tx, { targetId: session.conversationId, changes: { session: [session.id, null] } });
        });
        return viewOne((await handoff.find(workspaceId, sessionId))!);
      },
    }),
  ];
};
