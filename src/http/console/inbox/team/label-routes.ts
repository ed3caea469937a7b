import { Type } from 'typebox';
import { describeChanges } from '../../../../audit/index.ts';
import { type Handoff, type Label, labelColors } from '../../../../handoff/index.ts';
import { type Route, route } from '../../../route.ts';
import { oneOf } from '../../../schema.ts';
import { workspaceOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { Done, WorkspaceParams } from '../../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags, placeOf } from '../inbox-routes.ts';

const url = `${inboxPath}/labels`;
const ofSession = `${inboxPath}/sessions/:sessionId/labels/:labelId`;
const LabelParams = Type.Object({ ...WorkspaceParams.properties, labelId: Type.String() });
const SessionLabelParams = Type.Object({ ...InboxSessionParams.properties, labelId: Type.String() });

const LabelName = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' });
const LabelColor = oneOf([...labelColors]);
const LabelView = Type.Object(
  { id: Type.String(), name: Type.String(), color: LabelColor },
  { title: 'InboxLabel' },
);

const content = ({ name, color }: Label) => ({ name, color });

/** Labels with which operators sort the sessions of the inbox. */
export const createInboxLabelRoutes = ({
  handoff: { inbox },
  write,
}: RouteDependencies & { handoff: Handoff }): Route[] => [
  route({
    method: 'GET',
    url,
    permission: 'conversation:read',
    schema: {
      tags: inboxTags,
      summary: 'List labels',
      description: 'All labels of the workspace, by name. At most 100.',
      operationId: 'listInboxLabels',
      params: WorkspaceParams,
      response: { 200: Type.Object({ items: Type.Array(LabelView) }) },
    },
    handler: async (request) => ({ items: await inbox.labels.list(workspaceOf(request).id) }),
  }),

  route({
    method: 'POST',
    url,
    permission: 'inbox:manage',
    audit: 'label.create',
    schema: {
      tags: inboxTags,
      summary: 'Create a label',
      description: '409 if a label has this name, also in other letter case.',
      operationId: 'createInboxLabel',
      params: WorkspaceParams,
      body: Type.Object({ name: LabelName, color: LabelColor }),
      response: { 201: LabelView },
    },
    handler: async (request, reply, record) => {
      const { name, color } = request.body;
      const workspaceId = workspaceOf(request).id;
      const label = await write(async (tx) => {
        const created = await inbox.labels.create(tx, { workspaceId, name: name.trim(), color });
        await record(tx, { targetId: created.id, changes: describeChanges(undefined, content(created)) });
        return created;
      });
      reply.status(201);
      return label;
    },
  }),

  route({
    method: 'PATCH',
    url: `${url}/:labelId`,
    permission: 'inbox:manage',
    audit: 'label.update',
    schema: {
      tags: inboxTags,
      summary: 'Change a label',
      description: '409 if another label has this name, also in other letter case.',
      operationId: 'changeInboxLabel',
      params: LabelParams,
      body: Type.Object({ name: Type.Optional(LabelName), color: Type.Optional(LabelColor) }),
      response: { 200: LabelView },
    },
    handler: async (request, _reply, record) => {
      const { name, color } = request.body;
      const which = { workspaceId: workspaceOf(request).id, id: request.params.labelId };
      return write(async (tx) => {
        const { before, after } = await inbox.labels.change(tx, which, { name: name?.trim(), color });
        const changes = describeChanges(content(before), content(after));
        if (Object.keys(changes).length > 0) await record(tx, { targetId: after.id, changes });
        return after;
      });
    },
  }),

  route({
    method: 'DELETE',
    url: `${url}/:labelId`,
    permission: 'inbox:manage',
    audit: 'label.delete',
    schema: {
      tags: inboxTags,
      summary: 'Delete a label',
      description: 'Also removes it from all sessions.',
      operationId: 'deleteInboxLabel',
      params: LabelParams,
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      await write(async (tx) => {
        const label = await inbox.labels.remove(tx, workspaceOf(request).id, request.params.labelId);
        await record(tx, { targetId: label.id, changes: describeChanges(content(label), undefined) });
      });
      reply.status(204);
      return null;
    },
  }),

  route({
    method: 'PUT',
    url: ofSession,
    permission: 'inbox:write',
    // The session shows its labels.
    audit: 'none',
    schema: {
      tags: inboxTags,
      summary: 'Add a label to a session',
      description: 'At most 20 labels. Repeating it has no further effect.',
      operationId: 'addInboxSessionLabel',
      params: SessionLabelParams,
      response: { 204: Done },
    },
    handler: async (request, reply) => {
      await write((tx) => inbox.labels.add(tx, placeOf(request), request.params.labelId));
      reply.status(204);
      return null;
    },
  }),

  route({
    method: 'DELETE',
    url: ofSession,
    permission: 'inbox:write',
    audit: 'none',
    schema: {
      tags: inboxTags,
      summary: 'Remove a label from a session',
      description: 'Repeating it has no further effect.',
      operationId: 'removeInboxSessionLabel',
      params: SessionLabelParams,
      response: { 204: Done },
    },
    handler: async (request, reply) => {
      await write((tx) => inbox.labels.take(tx, placeOf(request), request.params.labelId));
      reply.status(204);
      return null;
    },
  }),
];
