import { Type } from 'typebox';
import { feedbackReasons } from '../../feedback/index.ts';
import { discriminated, oneOf } from '../schema.ts';
import { Output, Usage } from '../v2/reply-schema.ts';
import { FlowOutputItem } from '../v2/stream-schema.ts';

const Timestamp = Type.Integer({ description: 'Milliseconds' });
const TestMark = Type.Optional(
  Type.Literal(true, { description: 'Present in test chats and connection tests' }),
);

const DeliveredFile = Type.Object(
  {
    name: Type.String(),
    type: Type.String({ description: 'Media type' }),
    size: Type.Integer({ description: 'Bytes' }),
    url: Type.String({ description: 'Signed URL, valid for 7 days' }),
  },
  { title: 'DeliveredFile' },
);

const Files = Type.Optional(Type.Array(DeliveredFile, { description: 'Present if there are files' }));

const DeliveredError = Type.Optional(
  Type.Object(
    { code: Type.Integer({ description: 'Error code' }), message: Type.String() },
    { title: 'DeliveredError', description: 'Present if the round failed' },
  ),
);

const ids = {
  conversation_id: Type.String(),
  message_id: Type.String(),
  answer_id: Type.String(),
  create_time: Type.Integer({ description: 'Seconds' }),
};

export const DeliveredReply = Type.Object(
  { ...ids, output: Type.Array(Output), usage: Usage, files: Files, error: DeliveredError },
  { title: 'DeliveredReply' },
);

export const DeliveredReplyV1 = Type.Object(
  {
    ...ids,
    message_type: oneOf(['ANSWER', 'QUESTION']),
    text: Type.String(),
    flow_output: Type.Array(FlowOutputItem),
    files: Files,
    error: DeliveredError,
  },
  { title: 'DeliveredReplyV1' },
);

const ContextMessage = Type.Object(
  { message_type: oneOf(['QUESTION', 'ANSWER']), text: Type.String() },
  { title: 'ContextMessage' },
);

const UserInfo = Type.Object(
  {
    phone: Type.String(),
    email: Type.String(),
    user_id: Type.String(),
    anonymous_id: Type.String(),
  },
  { title: 'UserInfo', description: 'Empty if unknown' },
);

export const EstablishCall = Type.Object(
  {
    conversation_id: Type.String({ description: 'To be sent back with replies' }),
    timestamp: Timestamp,
    email: Type.String({ description: 'Address of the user, or the support address of the agent' }),
    bot_id: Type.String(),
    body: Type.Array(ContextMessage, { description: 'The newest 50 rounds, oldest first' }),
    user_info: UserInfo,
    files: Files,
    test: TestMark,
  },
  { title: 'EstablishCall' },
);

export const ChatCall = Type.Object(
  {
    conversation_id: Type.String(),
    timestamp: Timestamp,
    body: Type.String({ description: 'Text of the user' }),
    files: Files,
    test: TestMark,
  },
  { title: 'ChatCall' },
);

export const CloseCall = Type.Object(
  {
    conversation_id: Type.String(),
    timestamp: Timestamp,
    type: oneOf(['TIMEOUT', 'USER_CLOSED']),
    test: TestMark,
  },
  { title: 'CloseCall' },
);

const pascal = (name: string): string =>
  name
    .split('.')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

const event = (name: string, description: string, data: Record<string, Type.TSchema>) =>
  Type.Object(
    {
      event: Type.Literal(name),
      timestamp: Timestamp,
      bot_id: Type.String(),
      conversation_id: Type.String({ description: 'Empty if there is no conversation' }),
      conversation_type: Type.String({ description: 'Channel; empty if there is no conversation' }),
      user_id: Type.String(),
      anonymous_id: Type.String(),
      data: Type.Object(data, { title: `${pascal(name)}Data` }),
    },
    { title: `${pascal(name)}Event`, description },
  );

const userProven = { user_proven: Type.Boolean({ description: 'Whether the user is verified' }) };
const sessionId = { session_id: Type.String() };
const source = {
  source_id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  run_id: Type.String(),
};

/** All events that an agent reports, by their name. */
const events = {
  'page.opened': event('page.opened', 'A visitor opened the chat page', userProven),
  'widget.opened': event('widget.opened', 'A visitor opened the widget', userProven),
  'widget.closed': event('widget.closed', 'A visitor closed the widget', userProven),
  'message.sent': event('message.sent', 'A visitor sent a message', {
    message_id: Type.String(),
    ...userProven,
  }),
  'feedback.given': event('feedback.given', 'A visitor rated a reply', {
    message_id: Type.String(),
    answer_id: Type.String(),
    rating: oneOf(['GOOD', 'BAD', 'NONE']),
    reason: Type.Optional(oneOf(feedbackReasons)),
    comment: Type.Optional(Type.String()),
    ...userProven,
  }),
  'handoff.started': event('handoff.started', 'A human session started', {
    ...sessionId,
    trigger: oneOf(['tool', 'phrase', 'flow', 'button', 'operator']),
  }),
  'handoff.waiting': event('handoff.waiting', 'A human session waits for a person', {
    ...sessionId,
    cause: oneOf(['started', 'returned']),
  }),
  'handoff.missed': event('handoff.missed', 'Nobody answered the user in time', {
    ...sessionId,
    reason: oneOf(['not_taken', 'no_reply', 'user_left', 'unreachable']),
  }),
  'handoff.closed': event('handoff.closed', 'A human session ended', {
    ...sessionId,
    reason: oneOf(['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'OPERATOR_CLOSED', 'UNREACHABLE']),
  }),
  'source.synced': event('source.synced', 'A sync of a knowledge source ended', {
    ...source,
    added: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    removed: Type.Integer(),
    skipped: Type.Integer(),
  }),
  'source.failed': event('source.failed', 'A sync of a knowledge source failed', {
    ...source,
    reason: Type.String(),
  }),
  'evaluation.regressed': event('evaluation.regressed', 'Cases of a test set no longer pass', {
    test_set_id: Type.String(),
    name: Type.String(),
    run_id: Type.String(),
    previous_run_id: Type.String(),
    version: Type.Integer(),
    cases: Type.Integer(),
    passed_cases: Type.Integer(),
    regressions: Type.Integer(),
    started_by: Type.String(),
  }),
};

export const DeliveredEvent = discriminated('DeliveredEvent', 'event', events);
