import { type Static, Type } from 'typebox';
import type { Operators } from '../../../accounts/index.ts';
import type { Database } from '../../../db/index.ts';
import {
  type HumanSession,
  type InboxTotals,
  readSessionLabels,
  readUnseenMentions,
} from '../../../handoff/index.ts';
import { textLanguage } from '../../../lib/language/text-language.ts';
import { readUserIds } from '../../../operations/index.ts';
import { oneOf } from '../../schema.ts';
import { createTestChatOperators, TestChatOperator } from '../conversations/test-chat-operators.ts';
import { createReadSessionFields, sessionFields } from '../human-sessions/session-fields.ts';
import { NullableText, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';

export const ClosedReason = oneOf(
  ['resolved', 'no_answer', 'spam', 'other'],
  'no_answer: the user did not answer any more',
);

const Person = Type.Union([
  Type.Object({
    id: Type.String(),
    name: NullableText({ description: 'null: not a member of the workspace any more' }),
  }),
  Type.Null(),
]);

export const InboxSessionView = Type.Object(
  {
    ...sessionFields,
    userId: Type.String(),
    operator: TestChatOperator,
    language: NullableText({
      description: 'Language in which the user writes, as a guess; null if it is not clear',
      examples: ['en', 'zh'],
    }),
    status: oneOf(
      ['open', 'awaiting_message', 'left_message', 'closed'],
      'awaiting_message: nobody answered, and the user is asked to leave a message; left_message: they did, and the agent answers again',
    ),
    assignee: Person,
    unread: Type.Integer({ description: 'Messages of the user that nobody has read or answered' }),
    lastMessage: Type.Object({
      from: oneOf(['user', 'person']),
      text: Type.String({ description: 'Beginning of the message' }),
    }),
    waitingSince: Type.Union([Time, Type.Null()], {
      description: 'Since when the user waits for a reply; null if the newest message is of a person',
    }),
    firstReplyAt: NullableTime,
    closedBy: Person,
    closeNote: NullableText({ description: 'Note of the operator who closed it' }),
    closedReason: Type.Union([ClosedReason, Type.Null()], { description: 'Reason of that operator' }),
    labelIds: Type.Array(Type.String(), { description: 'Labels of the session' }),
    mentionedIds: Type.Array(Type.String(), {
      description: 'Operators whom a note mentions and who have not seen it yet',
    }),
    snoozedUntil: Type.Union([Time, Type.Null()], {
      description: 'Until then the session is not in the queues of open sessions',
    }),
    leftMessage: Type.Union(
      [
        Type.Object({
          reason: oneOf(
            ['outside_hours', 'not_taken', 'no_reply'],
            'outside_hours: outside the opening hours; not_taken: nobody took the session in time; no_reply: an operator took it, but did not reply in time',
          ),
          email: NullableText({
            description: 'Address that the user entered or that is preset; null: unknown',
          }),
          isMailed: Type.Boolean({
            description: 'Whether replies are also sent to this address; false: they are only in the chat',
          }),
          leftAt: Time,
        }),
        Type.Null(),
      ],
      {
        description:
          'The user left a message, because nobody answered; it is the last message of the session',
      },
    ),
    seenMessageId: NullableText({
      description:
        'The newest reply that the chat of the user has displayed. Earlier replies of the session were displayed too; null: none, or the user has no chat page',
    }),
    page: Type.Union([Type.Object({ url: Type.String(), title: Type.String() }), Type.Null()], {
      description:
        'Page of the site with the chat on which the user is, or was at the end of the session, without query and fragment; null: unknown, or a conversation of the API',
    }),
    version: Type.Integer({ description: 'Increased by every change' }),
  },
  { title: 'InboxSession' },
);

type InboxSessionView = Static<typeof InboxSessionView>;

interface ViewDependencies {
  db: Database;
  operators: Operators;
  /** Whether the installation can send e-mail. */
  canMail: boolean;
}

/** Sessions with the names of agents, conversations and people. */
export const createPresentInboxSessions = ({ db, operators, canMail }: ViewDependencies) => {
  const readFields = createReadSessionFields({ db });
  const findOperators = createTestChatOperators({ db, operators });

  return async (workspaceId: string, sessions: readonly HumanSession[]): Promise<InboxSessionView[]> => {
    const sessionIds = sessions.map(({ id }) => id);
    const [fieldsOf, people, users, labels, mentions] = await Promise.all([
      readFields(sessions),
      operators.names(
        db.query,
        workspaceId,
        sessions.flatMap(({ assigneeId, closedBy }) => [assigneeId, closedBy]).filter((id) => id !== null),
      ),
      readUserIds(
        db.query,
        sessions.map(({ conversationId }) => conversationId),
      ),
      readSessionLabels(db.query, sessionIds),
      readUnseenMentions(db.query, sessionIds),
    ]);
    const operatorOf = await findOperators(
      workspaceId,
      [...users.values()].map((userId) => ({ userId })),
    );
    const personOf = (id: string | null) => (id === null ? null : { id, name: people.get(id) ?? null });
    return sessions.map((session) => {
      const fields = fieldsOf(session);
      const userId = users.get(session.conversationId) ?? '';
      const { from, text } = session.lastMessage;
      return {
        ...fields,
        userId,
        operator: operatorOf(userId, session.channel),
        language: textLanguage(from === 'user' ? `${text} ${fields.subject}` : fields.subject) ?? null,
        // Sessions of the inbox are never opening.
        status: session.status === 'opening' ? 'open' : session.status,
        assignee: personOf(session.assigneeId),
        unread: session.unread,
        lastMessage: session.lastMessage,
        waitingSince: toNullableTime(session.waitingSinceMs),
        firstReplyAt: toNullableTime(session.firstReplyAtMs),
        closedBy: personOf(session.closedBy),
        closeNote: session.closeNote,
        closedReason: session.closedReason,
        labelIds: labels.get(session.id) ?? [],
        mentionedIds: mentions.get(session.id) ?? [],
        snoozedUntil: toNullableTime(session.snoozedUntilMs),
        leftMessage:
          session.leftAtMs === null
            ? null
            : {
                reason: session.leaveReason ?? 'not_taken',
                email: session.leftEmail,
                isMailed: canMail && session.leftEmail !== null,
                leftAt: toTime(session.leftAtMs),
              },
        seenMessageId: session.seenMessageId,
        page: session.page,
        version: session.version,
      };
    });
  };
};

export const InboxCounts = Type.Object(
  {
    waiting: Type.Integer({ description: 'Open sessions that nobody has taken' }),
    mine: Type.Integer({ description: 'Open sessions that I have taken' }),
    open: Type.Integer({ description: 'All open sessions' }),
    leftMessage: Type.Integer({ description: 'Messages that users left because nobody answered' }),
    snoozed: Type.Integer({ description: 'Snoozed sessions, which the other numbers do not contain' }),
    mentions: Type.Integer({ description: 'Sessions with notes that mention me and that I have not seen' }),
  },
  { title: 'InboxCounts' },
);

export const presentCounts = (
  { openByAssignee, snoozed, leftMessage, mentionsByOperator }: InboxTotals,
  operatorId: string | undefined,
): Static<typeof InboxCounts> => ({
  waiting: openByAssignee.get(null) ?? 0,
  mine: operatorId === undefined ? 0 : (openByAssignee.get(operatorId) ?? 0),
  open: [...openByAssignee.values()].reduce((sum, count) => sum + count, 0),
  leftMessage,
  snoozed,
  mentions: operatorId === undefined ? 0 : (mentionsByOperator.get(operatorId) ?? 0),
});
