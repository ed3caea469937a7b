import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import type { Handle } from '../../../db/index.ts';
import type { Handoff, HumanReply } from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { FilePart } from '../../../rounds/index.ts';
import type { IncomingFile, Runtime } from '../../../runtime/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { readFileFields } from '../../request/incoming-file.ts';
import { type Route, route } from '../../route.ts';
import { done, idempotencyHeader, Maybe, RequiredText, Success } from '../../schema.ts';

/** Longer than a person types. */
const longestReply = 65_536;

/** Clocks differ, so any time is accepted. It decides nothing. */
const Timestamp = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Time of the caller, in milliseconds',
});

const ConversationId = RequiredText({ description: 'From the establish or chat call' });

/** As in a message. */
const mostFiles = 9;

const ReplyFile = Type.Object(
  {
    name: Maybe(Type.String({ maxLength: 1024 })),
    url: Maybe(Type.String({ maxLength: 8192 })),
    base64_content: Maybe(Type.String()),
  },
  { title: 'HumanReplyFile', description: 'Either `url` or `base64_content`' },
);

const SendHumanReply = Type.Object(
  {
    conversation_id: ConversationId,
    timestamp: Timestamp,
    body: Maybe(
      Type.String({
        maxLength: longestReply,
        description: 'Text of the person; required if there are no files',
      }),
    ),
    files: Maybe(Type.Array(ReplyFile, { maxItems: mostFiles })),
  },
  { title: 'SendHumanReplyRequest' },
);

const CloseHumanSession = Type.Object(
  { conversation_id: ConversationId, timestamp: Timestamp },
  { title: 'CloseHumanSessionRequest' },
);

const ClosedHumanSession = Type.Object(
  { conversation_id: Type.String(), timestamp: Type.Integer() },
  { title: 'ClosedHumanSession' },
);

const LeaveHumanSession = Type.Object(
  { conversation_id: ConversationId },
  { title: 'LeaveHumanSessionRequest' },
);

/** Calls of a human service, and the end of a human session by a user of the API. */
export const createHumanRoutes = ({
  handoff,
  runtime,
  maxBodyBytes,
}: {
  handoff: Handoff;
  runtime: Runtime;
  maxBodyBytes: number;
}): Route[] => {
  const { attachments } = runtime;

  /** Stores the files first, and removes them if the reply is rejected or was already sent. */
  const receive = async (
    agent: Agent,
    { files, ...reply }: Omit<HumanReply, 'files' | 'keepFiles'> & { files: readonly IncomingFile[] },
  ): Promise<void> => {
    const stored: FilePart[] = [];
    let isKept = false;
    try {
      for (const file of files) stored.push(await attachments.accept(agent, file));
      const keepFiles = (tx: Handle): Promise<void> => attachments.keepIn(tx, stored);
      isKept = await handoff.receive(agent, { ...reply, files: stored, keepFiles });
    } finally {
      if (!isKept) await attachments.discard(stored);
    }
  };

  return [
    route({
      method: 'POST',
      url: '/v1/human/message/receive',
      key: 'agent',
      maxBodyBytes,
      schema: {
        operationId: 'sendHumanReply',
        tags: ['Human service'],
        summary: 'Send a human reply',
        description:
          "Delivers a person's reply to the user. The conversation must have an open human session. The same body with the same timestamp within 60 s is a retry and is delivered once.",
        headerParameters: idempotencyHeader,
        body: SendHumanReply,
        response: { 200: Success },
      },
      handler: async (request) => {
        const { conversation_id: conversationId, timestamp, body, files } = request.body;
        const text = body ?? '';
        if (text.trim() === '' && !files?.length)
          throw new AppError('invalidParameter', 'body must not be empty if there are no files');
        await receive(callerOf(request).agent, {
          conversationId,
          timestamp,
          text,
          idempotencyKey: readIdempotencyKey(request, 'v1/human/message/receive'),
          files: (files ?? []).map((file, index) => ({
            type: 'file',
            ...readFileFields(request, file, `files[${index}]`),
          })),
        });
        return done;
      },
    }),

    route({
      method: 'POST',
      url: '/v1/human/close',
      key: 'agent',
      schema: {
        operationId: 'closeHumanSession',
        tags: ['Human service'],
        summary: 'Close a human session',
        description:
          'Closes the session for the person; the agent answers again. Closing it twice has no further effect.',
        body: CloseHumanSession,
        response: { 200: ClosedHumanSession },
      },
      handler: async (request) => {
        const { conversation_id, timestamp } = request.body;
        await handoff.close(callerOf(request).agent, conversation_id);
        return { conversation_id, timestamp };
      },
    }),

    route({
      method: 'POST',
      url: '/v1/human/leave',
      key: 'agent',
      schema: {
        operationId: 'leaveHumanSession',
        tags: ['Human service'],
        summary: 'Leave a human session',
        description:
          'Closes the session for the user. The human service receives `USER_CLOSED`, and the agent answers again. Leaving twice has no further effect.',
        body: LeaveHumanSession,
        response: { 200: Success },
      },
      handler: async (request) => {
        await handoff.leave(callerOf(request).agent, request.body.conversation_id);
        return done;
      },
    }),
  ];
};
