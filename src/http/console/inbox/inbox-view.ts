import { type Static, Type } from 'typebox';
import type { Operators } from '../../../accounts/index.ts';
import type { Database } from '../../../db/index.ts';
import type { HumanSession } from '../../../handoff/index.ts';
import { readNames } from '../../../operations/index.ts';
import { oneOf } from '../../schema.ts';
import { NullableText, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';

const Person = Type.Union([
  Type.Object({
    id: Type.String(),
    name: NullableText({ description: 'null: not a member of the workspace any more' }),
  }),
  Type.Null(),
]);

export const InboxSessionView = Type.Object(
  {
    id: Type.String(),
    agentId: Type.String(),
    agentName: Type.String(),
    conversationId: Type.String(),
    subject: Type.String({ description: 'Beginning of the first question; empty if there is none yet' }),
    channel: Type.String(),
    status: oneOf(['open', 'closed']),
    trigger: Type.String({ examples: ['tool', 'phrase', 'flow', 'button', 'operator'] }),
    assignee: Person,
    unread: Type.Integer({ description: 'Messages of the user since the newest reply' }),
    lastMessage: Type.Object({
      from: oneOf(['user', 'person']),
      text: Type.String({ description: 'Beginning of the message' }),
    }),
    waitingSince: Type.Union([Time, Type.Null()], {
      description: 'Since when the user waits for a reply; null if the newest message is of a person',
    }),
    firstReplyAt: NullableTime,
    createdAt: Time,
    closedAt: NullableTime,
    deadlineAt: NullableTime,
    closeReason: NullableText({ examples: ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'OPERATOR_CLOSED'] }),
    closedBy: Person,
    closeNote: NullableText({ description: 'Note of the operator who closed it' }),
    missed: Type.Union([oneOf(['not_taken', 'no_reply', 'user_left', 'unreachable']), Type.Null()], {
      description:
        'Why the user got no reply. not_taken: no operator took the session in time; no_reply: an operator did and did not reply in time; user_left: the user left while waiting',
    }),
    version: Type.Integer({ description: 'Increased by every change' }),
  },
  { title: 'InboxSession' },
);

type InboxSessionView = Static<typeof InboxSessionView>;

interface ViewDependencies {
  db: Database;
  operators: Pick<Operators, 'names'>;
}

/** Sessions with the names of agents, conversations and people. */
export const createPresentInboxSessions =
  ({ db, operators }: ViewDependencies) =>
  async (workspaceId: string, sessions: readonly HumanSession[]): Promise<InboxSessionView[]> => {
    const [agents, subjects, people] = await Promise.all([
      readNames(
        db.query,
        'agent',
        sessions.map(({ agentId }) => agentId),
      ),
      readNames(
        db.query,
        'conversation',
        sessions.map(({ conversationId }) => conversationId),
      ),
      operators.names(
        db.query,
        workspaceId,
        sessions.flatMap(({ assigneeId, closedBy }) => [assigneeId, closedBy]).filter((id) => id !== null),
      ),
    ]);
    const personOf = (id: string | null) => (id === null ? null : { id, name: people.get(id) ?? null });
    return sessions.map((session) => ({
      id: session.id,
      agentId: session.agentId,
      agentName: agents.get(session.agentId) ?? '',
      conversationId: session.conversationId,
      subject: subjects.get(session.conversationId) ?? '',
      channel: session.channel,
      // Sessions of the inbox are never opening.
      status: session.status === 'closed' ? 'closed' : 'open',
      trigger: session.trigger,
      assignee: personOf(session.assigneeId),
      unread: session.unread,
      lastMessage: session.lastMessage,
      waitingSince: toNullableTime(session.waitingSinceMs),
      firstReplyAt: toNullableTime(session.firstReplyAtMs),
      createdAt: toTime(session.createdAtMs),
      closedAt: toNullableTime(session.closedAtMs),
      deadlineAt: toNullableTime(session.deadlineAtMs),
      closeReason: session.closeReason,
      closedBy: personOf(session.closedBy),
      closeNote: session.closeNote,
      missed: session.missed,
      version: session.version,
    }));
  };

export const InboxCounts = Type.Object(
  {
    waiting: Type.Integer({ description: 'Open sessions that nobody has taken' }),
    mine: Type.Integer({ description: 'Open sessions that I have taken' }),
    open: Type.Integer({ description: 'All open sessions' }),
  },
  { title: 'InboxCounts' },
);

export const presentCounts = (
  openByAssignee: ReadonlyMap<string | null, number>,
  operatorId: string | undefined,
): Static<typeof InboxCounts> => ({
  waiting: openByAssignee.get(null) ?? 0,
  mine: operatorId === undefined ? 0 : (openByAssignee.get(operatorId) ?? 0),
  open: [...openByAssignee.values()].reduce((sum, count) => sum + count, 0),
});
