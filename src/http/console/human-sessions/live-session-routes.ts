import { type Static, Type } from 'typebox';
import { findPlatforms } from '../../../channels/index.ts';
import type { OpenHumanSession, Operations } from '../../../operations/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Platform } from '../conversations/conversation-view.ts';
import {
  createTestChatOperators,
  type FindTestChatOperator,
  TestChatOperator,
} from '../conversations/test-chat-operators.ts';
import { createLiveStreams, EventStream } from '../wire/live-stream.ts';
import { NullableTime, Time, toNullableTime, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';
import { Backend } from './session-fields.ts';

const tags = ['Human service'];
const path = '/workspaces/:workspaceId/handoffs';

const OpenSessionView = Type.Object(
  {
    id: Type.String(),
    agentId: Type.String(),
    agentName: Type.String(),
    conversationId: Type.String(),
    userId: Type.String(),
    operator: TestChatOperator,
    subject: Type.String(),
    channel: Type.String(),
    platform: Platform,
    backend: Backend,
    status: Type.String({ description: 'opening: the human service has not answered yet; or open' }),
    trigger: Type.String(),
    hasReplied: Type.Boolean(),
    rounds: Type.Integer(),
    recentChatAt: Time,
    createdAt: Time,
    openedAt: NullableTime,
    deadlineAt: NullableTime,
  },
  { title: 'OpenSession' },
);

const present = (
  session: OpenHumanSession,
  operatorOf: FindTestChatOperator,
  platforms: ReadonlyMap<string, string>,
): Static<typeof OpenSessionView> => ({
  id: session.id,
  agentId: session.agentId,
  agentName: session.agentName,
  conversationId: session.conversationId,
  userId: session.userId,
  operator: operatorOf(session.userId, session.channel),
  subject: session.subject,
  channel: session.channel,
  platform: platforms.get(session.conversationId) ?? null,
  backend: session.backend,
  status: session.status,
  trigger: session.trigger,
  hasReplied: session.hasReplied,
  rounds: session.messageCount,
  recentChatAt: toTime(session.recentChatAtMs),
  createdAt: toTime(session.createdAtMs),
  openedAt: toNullableTime(session.openedAtMs),
  deadlineAt: toNullableTime(session.deadlineAtMs),
});

const OpenSessions = Type.Object({ items: Type.Array(OpenSessionView) });

/** Open human sessions, as a list and as a live stream. */
export const createLiveSessionRoutes = ({
  operations,
  streamAccess,
  db,
  operators,
}: RouteDependencies & { operations: Operations }): Route[] => {
  const streams = createLiveStreams(streamAccess);
  const findOperators = createTestChatOperators({ db, operators });
  const sessionsOf = async (workspaceId: string) => {
    const sessions = await operations.openSessions(workspaceId);
    const operatorOf = await findOperators(workspaceId, sessions);
    const platforms = await findPlatforms(
      db.query,
      sessions.map(({ conversationId, channel }) => ({ id: conversationId, channel })),
    );
    return { items: sessions.map((session) => present(session, operatorOf, platforms)) };
  };

  return [
    route({
      method: 'GET',
      url: `${path}/open`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List open human sessions',
        description: 'Oldest first, at most 200.',
        operationId: 'listOpenHandoffs',
        params: WorkspaceParams,
        response: { 200: OpenSessions },
      },
      handler: (request) => sessionsOf(workspaceOf(request).id),
    }),

    route({
      method: 'GET',
      url: `${path}/events`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Stream open human sessions',
        description:
          'Server-sent events named `sessions`, each with the whole list, when it changes. The stream ends after one minute; connect again.',
        operationId: 'followHandoffs',
        params: WorkspaceParams,
        response: { 200: EventStream('Events with the whole list', { sessions: OpenSessions }) },
      },
      handler: async (request, reply) => {
        const { id } = workspaceOf(request);
        streams.followChanges(reply, 'sessions', () => sessionsOf(id));
        return reply;
      },
    }),
  ];
};
