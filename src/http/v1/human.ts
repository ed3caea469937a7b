import { Type } from 'typebox';
import type { Handoff } from '../../handoff/index.ts';
import { callerOf } from '../authenticate.ts';
import { readIdempotencyKey } from '../idempotency.ts';
import { RequiredText } from '../schema.ts';
import type { ApiScope } from '../scope.ts';

/** A person types; whatever is longer is a mistake of a program. */
const longestReply = 65_536;

/** Clocks differ, so any moment is taken; nothing is decided by it. */
const Timestamp = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "The caller's own time, in milliseconds",
});

const ConversationId = RequiredText({ description: 'As it came with establish or chat' });
const Accepted = Type.Object({ code: Type.Integer(), message: Type.String() });
const accepted = { code: 0, message: 'OK' };

/** What a human service calls, and how a user of the API ends a session. */
export const addHuman = (scope: ApiScope, { handoff }: { handoff: Handoff }): void => {
  scope.post(
    '/v1/human/message/receive',
    {
      schema: {
        tags: ['Human service'],
        summary: 'Send a reply of a person to the user',
        description:
          'Needs a session that is open. The same body with the same timestamp within 60 s is a retry and delivered once.',
        body: Type.Object({
          conversation_id: ConversationId,
          timestamp: Timestamp,
          body: RequiredText({ maxLength: longestReply, description: "The person's words" }),
        }),
        response: { 200: Accepted },
      },
    },
    async (request) => {
      const { conversation_id: conversationId, timestamp, body: text } = request.body;
      const idempotencyKey = readIdempotencyKey(request, 'v1/human/message/receive');
      await handoff.receive(callerOf(request).agent, { conversationId, timestamp, text, idempotencyKey });
      return accepted;
    },
  );

  scope.post(
    '/v1/human/close',
    {
      schema: {
        tags: ['Human service'],
        summary: 'Close the session as the person',
        description: 'The agent answers again. Closing twice is harmless.',
        body: Type.Object({ conversation_id: ConversationId, timestamp: Timestamp }),
        response: { 200: Type.Object({ conversation_id: Type.String(), timestamp: Type.Integer() }) },
      },
    },
    async (request) => {
      const { conversation_id, timestamp } = request.body;
      await handoff.close(callerOf(request).agent, conversation_id);
      return { conversation_id, timestamp };
    },
  );

  scope.post(
    '/v1/human/leave',
    {
      schema: {
        tags: ['Human service'],
        summary: 'Leave the session as the user',
        description:
          'The human service is told USER_CLOSED and the agent answers again. Leaving twice is harmless.',
        body: Type.Object({ conversation_id: ConversationId }),
        response: { 200: Accepted },
      },
    },
    async (request) => {
      await handoff.leave(callerOf(request).agent, request.body.conversation_id);
      return accepted;
    },
  );
};
