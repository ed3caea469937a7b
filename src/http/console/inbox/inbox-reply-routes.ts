import { Type } from 'typebox';
import type { Handoff } from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { FilePart } from '../../../rounds/index.ts';
import type { Runtime } from '../../../runtime/index.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { readFileFields } from '../../request/incoming-file.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Time, toTime } from '../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags, replierOf } from './inbox-routes.ts';

const maxBodyBytes = 64 * 1024 * 1024;
/** Longer than a person types. The same limit as for replies of a human service. */
const longestReply = 65_536;
const mostFiles = 9;

const InboxMessage = Type.Object(
  {
    id: Type.String({ description: 'message_id of the developer API' }),
    sessionId: Type.String(),
    text: Type.String(),
    createdAt: Time,
  },
  { title: 'InboxMessage' },
);

/** Operators reply to users in the inbox. */
export const createInboxReplyRoutes = ({
  handoff: { inbox },
  agents,
  runtime: { attachments },
}: RouteDependencies & { handoff: Handoff; runtime: Runtime }): Route[] => [
  route({
    method: 'POST',
    url: `${inboxPath}/sessions/:sessionId/replies`,
    permission: 'inbox:write',
    maxBodyBytes,
    // The conversation shows the reply and who wrote it.
    audit: 'none',
    schema: {
      tags: inboxTags,
      summary: 'Send a reply in an inbox session',
      description:
        'Sends a text, files or both to the user. A session that nobody has taken is assigned to me. With an Idempotency-Key, a repeated call sends nothing and returns the first message. 409 if the session is closed.',
      operationId: 'replyInInbox',
      params: InboxSessionParams,
      body: Type.Object({
        text: Type.Optional(
          Type.String({ maxLength: longestReply, description: 'Required if there are no files' }),
        ),
        files: Type.Optional(
          Type.Array(
            Type.Object({
              url: Type.Optional(Type.String({ maxLength: 8192 })),
              base64Content: Type.Optional(Type.String()),
              name: Type.Optional(Type.String({ maxLength: 1024 })),
            }),
            { maxItems: mostFiles, description: 'Each with `url` or `base64Content`' },
          ),
        ),
      }),
      response: { 201: InboxMessage },
    },
    handler: async (request, reply) => {
      const { text = '', files = [] } = request.body;
      if (text.trim() === '' && files.length === 0)
        throw new AppError('invalidParameter', 'text is required if there are no files');
      const place = { workspaceId: workspaceOf(request).id, sessionId: request.params.sessionId };
      const session = await inbox.find(place);
      const agent = await agents.find(session.agentId);
      if (!agent) throw new AppError('notFound', 'The agent of this session was deleted');
      const incoming = files.map(({ base64Content, ...file }, index) => ({
        type: 'file' as const,
        ...readFileFields(request, { ...file, base64_content: base64Content }, `files[${index}]`),
      }));
      // Files are stored first, and removed if the reply is rejected or was already sent.
      const stored: FilePart[] = [];
      let isKept = false;
      try {
        for (const file of incoming) stored.push(await attachments.accept(agent, file));
        const { message, isNew } = await inbox.reply({
          ...place,
          text,
          files: stored,
          operatorId: replierOf(request),
          idempotencyKey: readIdempotencyKey(request, `inbox/${session.id}/replies`, agent),
          keepFiles: (tx) => attachments.keepIn(tx, stored),
        });
        isKept = isNew;
        reply.status(201);
        return {
          id: message.messageId,
          sessionId: session.id,
          text: message.text,
          createdAt: toTime(message.createdAtMs),
        };
      } finally {
        if (!isKept) await attachments.discard(stored);
      }
    },
  }),
];
