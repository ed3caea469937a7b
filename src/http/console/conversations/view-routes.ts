import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { describeChanges } from '../../../audit/index.ts';
import type { Conversations, ViewFilters } from '../../../conversations/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf, personOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done, Name, WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Conversation views'];
const path = '/workspaces/:workspaceId/conversation-views';
const ViewParams = Type.Object({ ...WorkspaceParams.properties, viewId: Type.String() });

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

const Filters = Type.Object(
  {
    words: Text,
    channel: Text,
    user: Text,
    from: Text,
    until: Text,
    quality: Text,
    feedback: Text,
    failed: Text,
    handedOver: Text,
    missed: Text,
    tool: Text,
    document: Text,
    language: Text,
    label: Text,
  },
  { additionalProperties: false, description: 'Filters as in the address of the page Conversations' },
);

const View = Type.Object(
  { id: Type.String(), name: Type.String(), isShared: Type.Boolean(), filters: Filters },
  { title: 'ConversationView' },
);
const NewView = Type.Object({ name: Name, filters: Filters });
const ChangedView = Type.Object({ name: Type.Optional(Name), filters: Type.Optional(Filters) });

const ofPerson = (request: FastifyRequest) => ({
  workspaceId: workspaceOf(request).id,
  operatorId: personOf(request).id,
});
const shared = (request: FastifyRequest) => ({ workspaceId: workspaceOf(request).id, operatorId: null });

const requireFilters = (filters: Static<typeof Filters> | undefined): void => {
  if (filters && Object.keys(filters).length === 0)
    throw new AppError('invalidParameter', 'filters must contain at least one filter');
};

const content = ({ name, filters }: { name: string; filters: ViewFilters }) => ({
  name,
  // An erased user must not be named in the log.
  filters: new URLSearchParams({ ...filters, ...(filters.user ? { user: '…' } : {}) }).toString(),
});

/** Saved filters of conversations: of each operator, and shared in the workspace. */
export const createViewRoutes = ({
  conversations: { views },
  write,
}: RouteDependencies & { conversations: Conversations }): Route[] => [
  route({
    method: 'GET',
    url: path,
    permission: 'conversation:read',
    schema: {
      tags,
      summary: 'List views',
      description: 'Own views of the operator, then shared ones, each by name.',
      operationId: 'listConversationViews',
      params: WorkspaceParams,
      response: { 200: Type.Object({ items: Type.Array(View) }) },
    },
    handler: async (request) => {
      const operator = operatorOf(request);
      const operatorId = operator.kind === 'token' ? null : operator.id;
      return { items: await views.list({ workspaceId: workspaceOf(request).id, operatorId }) };
    },
  }),

  route({
    method: 'POST',
    url: `${path}/own`,
    permission: 'conversation:read',
    // Only the operator sees it.
    audit: 'none',
    schema: {
      tags,
      summary: 'Create an own view',
      description: 'At most 50. 409 if an own view has this name, also in other letter case.',
      operationId: 'createOwnConversationView',
      params: WorkspaceParams,
      body: NewView,
      response: { 201: View },
    },
    handler: async (request, reply) => {
      const { name, filters } = request.body;
      requireFilters(filters);
      const view = await write((tx) => views.create(tx, ofPerson(request), { name: name.trim(), filters }));
      reply.status(201);
      return view;
    },
  }),

  route({
    method: 'PATCH',
    url: `${path}/own/:viewId`,
    permission: 'conversation:read',
    // Only the operator sees it.
    audit: 'none',
    schema: {
      tags,
      summary: 'Change an own view',
      description: '409 if another own view has this name, also in other letter case.',
      operationId: 'changeOwnConversationView',
      params: ViewParams,
      body: ChangedView,
      response: { 200: View },
    },
    handler: async (request) => {
      const { name, filters } = request.body;
      requireFilters(filters);
      const change = { name: name?.trim(), filters };
      const { after } = await write((tx) =>
        views.change(tx, ofPerson(request), request.params.viewId, change),
      );
      return after;
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/own/:viewId`,
    permission: 'conversation:read',
    // Only the operator sees it.
    audit: 'none',
    schema: {
      tags,
      summary: 'Delete an own view',
      description: 'The conversations stay.',
      operationId: 'deleteOwnConversationView',
      params: ViewParams,
      response: { 204: Done },
    },
    handler: async (request, reply) => {
      await write((tx) => views.remove(tx, ofPerson(request), request.params.viewId));
      reply.status(204);
      return null;
    },
  }),

  route({
    method: 'POST',
    url: `${path}/shared`,
    permission: 'conversation:write',
    audit: 'view.create',
    schema: {
      tags,
      summary: 'Create a shared view',
      description: 'At most 50. 409 if a shared view has this name, also in other letter case.',
      operationId: 'createSharedConversationView',
      params: WorkspaceParams,
      body: NewView,
      response: { 201: View },
    },
    handler: async (request, reply, record) => {
      const { name, filters } = request.body;
      requireFilters(filters);
      const view = await write(async (tx) => {
        const created = await views.create(tx, shared(request), { name: name.trim(), filters });
        await record(tx, { targetId: created.id, changes: describeChanges(undefined, content(created)) });
        return created;
      });
      reply.status(201);
      return view;
    },
  }),

  route({
    method: 'PATCH',
    url: `${path}/shared/:viewId`,
    permission: 'conversation:write',
    audit: 'view.update',
    schema: {
      tags,
      summary: 'Change a shared view',
      description: '409 if another shared view has this name, also in other letter case.',
      operationId: 'changeSharedConversationView',
      params: ViewParams,
      body: ChangedView,
      response: { 200: View },
    },
    handler: async (request, _reply, record) => {
      const { name, filters } = request.body;
      requireFilters(filters);
      const change = { name: name?.trim(), filters };
      return write(async (tx) => {
        const { before, after } = await views.change(tx, shared(request), request.params.viewId, change);
        const changes = describeChanges(content(before), content(after));
        if (Object.keys(changes).length > 0) await record(tx, { targetId: after.id, changes });
        return after;
      });
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/shared/:viewId`,
    permission: 'conversation:write',
    audit: 'view.delete',
    schema: {
      tags,
      summary: 'Delete a shared view',
      description: 'The conversations stay.',
      operationId: 'deleteSharedConversationView',
      params: ViewParams,
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      await write(async (tx) => {
        const view = await views.remove(tx, shared(request), request.params.viewId);
        await record(tx, { targetId: view.id, changes: describeChanges(content(view), undefined) });
      });
      reply.status(204);
      return null;
    },
  }),
];
