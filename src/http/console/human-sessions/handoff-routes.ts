import { Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import type { Handoff, HumanSession } from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { readNames } from '../../../operations/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import {
  AgentParams,
  Email,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
  WorkspaceParams,
} from '../wire/wire-schemas.ts';

const tags = ['Human service'];
const path = '/workspaces/:workspaceId/handoffs';

const Status = Type.Union([Type.Literal('opening'), Type.Literal('open'), Type.Literal('closed')], {
  description: 'opening: the human service has not answered yet',
});

const SessionView = Type.Object(
  {
    id: Type.String(),
    agentId: Type.String(),
    agentName: Type.String(),
    conversationId: Type.String(),
    subject: Type.String({ description: 'Beginning of the first question; empty if there is none yet' }),
    channel: Type.String(),
    status: Status,
    trigger: Type.String({ examples: ['tool', 'phrase', 'flow', 'button', 'operator'] }),
    closeReason: Type.Union([Type.String(), Type.Null()]),
    hasReplied: Type.Boolean({ description: 'Whether a person has replied' }),
    createdAt: Time,
    openedAt: NullableTime,
    closedAt: NullableTime,
    deadlineAt: NullableTime,
  },
  { title: 'HandoffSession' },
);

interface Names {
  agents: ReadonlyMap<string, string>;
  subjects: ReadonlyMap<string, string>;
}

const present = (session: HumanSession, { agents, subjects }: Names) => ({
  id: session.id,
  agentId: session.agentId,
  agentName: agents.get(session.agentId) ?? '',
  conversationId: session.conversationId,
  subject: subjects.get(session.conversationId) ?? '',
  channel: session.channel,
  status: session.status,
  trigger: session.trigger,
  closeReason: session.closeReason,
  hasReplied: session.hasReplied,
  createdAt: toTime(session.createdAtMs),
  openedAt: toNullableTime(session.openedAtMs),
  closedAt: toNullableTime(session.closedAtMs),
  deadlineAt: toNullableTime(session.deadlineAtMs),
});

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
  const view = async (sessions: readonly HumanSession[]) => {
    const agentIds = sessions.map(({ agentId }) => agentId);
    const conversationIds = sessions.map(({ conversationId }) => conversationId);
    const names = {
      agents: await readNames(db.query, 'agent', agentIds),
      subjects: await readNames(db.query, 'conversation', conversationIds),
    };
    return sessions.map((session) => present(session, names));
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
        }),
        response: { 200: Paged(SessionView) },
      },
      handler: async (request) => {
        const { agentId, conversationId, status } = request.query;
        const filter = { workspaceId: workspaceOf(request).id, agentId, conversationId, status };
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
