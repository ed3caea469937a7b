import { Type } from 'typebox';
import { describeChanges } from '../../../../audit/index.ts';
import { type CannedReply, type Handoff, replyVariables } from '../../../../handoff/index.ts';
import { type Route, route } from '../../../route.ts';
import { workspaceOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { Done, NullableText, Time, toTime, WorkspaceParams } from '../../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags, placeOf, replierOf } from '../inbox-routes.ts';

const url = `${inboxPath}/canned-replies`;
const ReplyParams = Type.Object({ ...WorkspaceParams.properties, replyId: Type.String() });

const fields = {
  agentId: NullableText({ description: 'null: for all agents of the workspace', maxLength: 100 }),
  shortcut: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N}_\\-]*$',
    description: 'Letters, digits, - and _, without the slash. Letter case does not matter',
    examples: ['refund'],
  }),
  text: Type.String({
    minLength: 1,
    maxLength: 5000,
    pattern: '\\S',
    description: `With variables: ${replyVariables.map((name) => `{{${name}}}`).join(', ')}. {{user.name|customer}}: with a text for users without a name`,
  }),
};

const CannedReplyView = Type.Object(
  {
    id: Type.String(),
    agentId: NullableText(),
    shortcut: Type.String(),
    text: Type.String(),
    updatedAt: Time,
  },
  { title: 'CannedReply' },
);

const present = ({ updatedAtMs, ...reply }: CannedReply) => ({ ...reply, updatedAt: toTime(updatedAtMs) });
const content = ({ agentId, shortcut, text }: CannedReply) => ({ agentId, shortcut, text });

/** Prepared replies of operators. */
export const createCannedReplyRoutes = ({
  handoff: { inbox },
  db,
  operators,
  write,
}: RouteDependencies & { handoff: Handoff }): Route[] => {
  const { cannedReplies } = inbox;

  return [
    route({
      method: 'GET',
      url,
      permission: 'conversation:read',
      schema: {
        tags: inboxTags,
        summary: 'List canned replies',
        description:
          'By shortcut. With `agentId`: those that can be used for the agent; a reply of the agent replaces the one of the workspace with the same shortcut. A workspace has at most 500.',
        operationId: 'listCannedReplies',
        params: WorkspaceParams,
        querystring: Type.Object({
          agentId: Type.Optional(Type.String({ maxLength: 100 })),
          search: Type.Optional(
            Type.String({ maxLength: 100, description: 'Part of the shortcut or of the text' }),
          ),
          offset: Type.Integer({ minimum: 0, maximum: 500, default: 0 }),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: { 200: Type.Object({ items: Type.Array(CannedReplyView), total: Type.Integer() }) },
      },
      handler: async (request) => {
        const { agentId, search, offset, limit } = request.query;
        const filter = { workspaceId: workspaceOf(request).id, agentId, search };
        const { replies, total } = await cannedReplies.list(filter, { offset, limit });
        return { items: replies.map(present), total };
      },
    }),

    route({
      method: 'POST',
      url,
      permission: 'inbox:manage',
      audit: 'canned-reply.create',
      schema: {
        tags: inboxTags,
        summary: 'Create a canned reply',
        description: '409 if the agent, or the workspace, has a reply with this shortcut.',
        operationId: 'createCannedReply',
        params: WorkspaceParams,
        body: Type.Object({ ...fields, agentId: Type.Optional(fields.agentId) }),
        response: { 201: CannedReplyView },
      },
      handler: async (request, reply, record) => {
        const { agentId = null, shortcut, text } = request.body;
        const input = { agentId, shortcut, text };
        const created = await write(async (tx) => {
          const made = await cannedReplies.create(tx, workspaceOf(request).id, input);
          await record(tx, { targetId: made.id, changes: describeChanges(undefined, content(made)) });
          return made;
        });
        reply.status(201);
        return present(created);
      },
    }),

    route({
      method: 'PATCH',
      url: `${url}/:replyId`,
      permission: 'inbox:manage',
      audit: 'canned-reply.update',
      schema: {
        tags: inboxTags,
        summary: 'Change a canned reply',
        description: 'Fields that are absent stay as they are. 409 if the shortcut is taken.',
        operationId: 'changeCannedReply',
        params: ReplyParams,
        body: Type.Partial(Type.Object(fields)),
        response: { 200: CannedReplyView },
      },
      handler: async (request, _reply, record) => {
        const which = { workspaceId: workspaceOf(request).id, id: request.params.replyId };
        return write(async (tx) => {
          const { before, after } = await cannedReplies.change(tx, which, request.body);
          const changes = describeChanges(content(before), content(after));
          if (Object.keys(changes).length > 0) await record(tx, { targetId: after.id, changes });
          return present(after);
        });
      },
    }),

    route({
      method: 'DELETE',
      url: `${url}/:replyId`,
      permission: 'inbox:manage',
      audit: 'canned-reply.delete',
      schema: {
        tags: inboxTags,
        summary: 'Delete a canned reply',
        description: 'Texts that operators already inserted stay.',
        operationId: 'deleteCannedReply',
        params: ReplyParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        await write(async (tx) => {
          const removed = await cannedReplies.remove(tx, workspaceOf(request).id, request.params.replyId);
          await record(tx, { targetId: removed.id, changes: describeChanges(content(removed), undefined) });
        });
        reply.status(204);
        return null;
      },
    }),

    route({
      method: 'GET',
      url: `${inboxPath}/sessions/:sessionId/canned-replies/:replyId`,
      permission: 'inbox:write',
      schema: {
        tags: inboxTags,
        summary: 'Get a canned reply with its variables filled in',
        description: 'Variables without a value stay in the text, and `missing` names them.',
        operationId: 'fillCannedReply',
        params: Type.Object({ ...InboxSessionParams.properties, replyId: Type.String() }),
        response: {
          200: Type.Object(
            { text: Type.String(), missing: Type.Array(Type.String()) },
            { title: 'FilledCannedReply' },
          ),
        },
      },
      handler: async (request) => {
        const place = placeOf(request);
        const session = await inbox.find(place);
        const reply = await cannedReplies.require(db.query, place.workspaceId, request.params.replyId);
        const operatorId = replierOf(request);
        const names = await operators.names(
          db.query,
          place.workspaceId,
          operatorId === undefined ? [] : [operatorId],
        );
        const operatorName = names.get(operatorId ?? '') ?? '';
        return cannedReplies.fill(reply, session.conversationId, operatorName);
      },
    }),
  ];
};
