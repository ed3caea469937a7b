import { Type } from 'typebox';
import { describeChanges } from '../../../audit/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import {
  type ConnectionInput,
  DefaultModel,
  type ModelConnection,
} from '../../../model-connections/index.ts';
import { isReference, type ModelReference } from '../../../models/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done, WorkspaceParams } from '../wire/wire-schemas.ts';
import { keepSecrets, requireUsable } from './connection-input.ts';
import {
  ChangedConnection,
  ConnectionList,
  ConnectionView,
  maskConnection,
  NewConnection,
  presentConnection,
} from './connection-view.ts';
import { findConnection } from './find-connection.ts';

const tags = ['Models'];
const path = '/workspaces/:workspaceId/model-connections';
const ConnectionParams = Type.Object({ ...WorkspaceParams.properties, connectionId: Type.String() });
const maxNamedAgents = 5;

type Auditable = Pick<ModelConnection, 'name' | 'provider' | 'settings'>;

/** With the secrets, so that a changed secret counts as a change. The result contains only their masks. */
const differences = (before: Auditable | undefined, after: Auditable | undefined) =>
  describeChanges(
    before && { name: before.name, provider: before.provider, ...before.settings },
    after && { name: after.name, provider: after.provider, ...after.settings },
    ({ name, provider, ...settings }) => maskConnection({ name, provider, settings }),
  );

const listNames = (names: readonly string[]): string => {
  const shown = names.slice(0, maxNamedAgents).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
};

/** Connections to model providers. */
export const createConnectionRoutes = (deps: RouteDependencies): Route[] => {
  const { db, modelConnections, write, checkAddress } = deps;

  /** A model that is in use cannot be removed, because its agents could not answer any more. */
  const requireUnused = async (
    tx: Handle,
    connection: ModelConnection,
    isRemoved: (name: string) => boolean,
  ): Promise<void> => {
    const isAffected = (reference: ModelReference): boolean =>
      reference.connectionId === connection.id && isRemoved(reference.name);
    const users = await modelConnections.users(tx, connection.workspaceId);
    const affected = users.filter(({ references }) => references.some(isAffected));
    if (affected.length > 0)
      throw new AppError(
        'conflict',
        `Agents use a model of this connection: ${listNames(affected.map(({ agentName }) => agentName))}. Choose another model for them first`,
      );
    const defaultModel = await modelConnections.defaultModel(tx, connection.workspaceId);
    if (defaultModel && isReference(defaultModel) && isAffected(defaultModel))
      throw new AppError(
        'conflict',
        `"${defaultModel.name}" is the default model of the workspace. Choose another default model first`,
      );
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List model connections',
        description:
          'Returns the connections of the workspace to model providers, and its default model. Secrets are masked.',
        operationId: 'listModelConnections',
        params: WorkspaceParams,
        response: { 200: ConnectionList },
      },
      handler: async (request) => {
        const { id } = workspaceOf(request);
        const users = await modelConnections.users(db.query, id);
        const connections = await modelConnections.list(id);
        return {
          items: connections.map((connection) => presentConnection(connection, users)),
          defaultModel: await modelConnections.defaultModel(db.query, id),
        };
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'agent:write',
      audit: 'model-connection.create',
      schema: {
        tags,
        summary: 'Add a model connection',
        description:
          'Agents and flows of the workspace can then use its models. The API key is stored encrypted and never returned.',
        operationId: 'createModelConnection',
        params: WorkspaceParams,
        body: NewConnection,
        response: { 201: ConnectionView },
      },
      handler: async (request, reply, record) => {
        const { name, provider, baseUrl = null, apiKey = null, headers = {}, models } = request.body;
        const secrets = keepSecrets({ apiKey, headers }, { provider, baseUrl }, undefined);
        const input: ConnectionInput = {
          name: name.trim(),
          provider,
          settings: { baseUrl, ...secrets, models },
        };
        requireUsable(input, undefined, checkAddress);
        const created = await write(async (tx) => {
          const connection = await modelConnections.create(tx, workspaceOf(request).id, input);
          await record(tx, { targetId: connection.id, changes: differences(undefined, input) });
          return connection;
        });
        reply.status(201);
        return presentConnection(created, []);
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:connectionId`,
      permission: 'agent:write',
      audit: 'model-connection.update',
      schema: {
        tags,
        summary: 'Update a model connection',
        description:
          'Omitted fields are not changed, and neither are secrets that are omitted or sent as their mask. They must be entered again if the address changes. Returns 409 if the connection was changed since `version` was read, or if an agent uses a model that would be removed.',
        operationId: 'updateModelConnection',
        params: ConnectionParams,
        body: ChangedConnection,
        response: { 200: ConnectionView },
      },
      handler: async (request, _reply, record) => {
        const before = await findConnection(deps, request, request.params.connectionId);
        const { version, name = before.name, provider = before.provider, ...change } = request.body;
        if (version !== before.version)
          throw new AppError(
            'conflict',
            `The connection has version ${before.version}, not ${version}; read it again and repeat your change`,
          );
        const { baseUrl = before.settings.baseUrl, models = before.settings.models } = change;
        const secrets = keepSecrets(change, { provider, baseUrl }, before);
        const input = { name: name.trim(), provider, settings: { baseUrl, ...secrets, models } };
        requireUsable(input, before, checkAddress);
        const changes = differences(before, input);
        const kept = new Set(models.map((model) => model.name));
        const after =
          Object.keys(changes).length === 0
            ? before
            : await write(async (tx) => {
                await requireUnused(tx, before, (removed) => !kept.has(removed));
                await record(tx, { targetId: before.id, changes });
                return modelConnections.update(tx, before, input);
              });
        return presentConnection(after, await modelConnections.users(db.query, before.workspaceId));
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:connectionId`,
      permission: 'agent:write',
      audit: 'model-connection.delete',
      schema: {
        tags,
        summary: 'Delete a model connection',
        description:
          'Returns 409 with the names of the agents while agents use its models, or while the workspace has one as its default model.',
        operationId: 'deleteModelConnection',
        params: ConnectionParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const connection = await findConnection(deps, request, request.params.connectionId);
        await write(async (tx) => {
          await requireUnused(tx, connection, () => true);
          await modelConnections.remove(tx, connection);
          await record(tx, { targetId: connection.id, changes: { name: [connection.name, null] } });
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'PUT',
      url: '/workspaces/:workspaceId/default-model',
      permission: 'agent:write',
      audit: 'model.set-default',
      schema: {
        tags,
        summary: 'Set the default model',
        description:
          'Agents without their own model use it. `null`: the default model of the service, which environment variables set.',
        operationId: 'setDefaultModel',
        params: WorkspaceParams,
        body: Type.Object({ model: Type.Union([DefaultModel, Type.Null()]) }),
        response: { 200: Type.Object({ model: Type.Union([DefaultModel, Type.Null()]) }) },
      },
      handler: async (request, _reply, record) => {
        const { id } = workspaceOf(request);
        const { model } = request.body;
        const newest = await modelConnections.newestOfWorkspace(id);
        if (model && isReference(model) && !newest.find(model))
          throw new AppError('invalidParameter', 'model: the workspace has no connection with this model');
        await write(async (tx) => {
          const before = await modelConnections.defaultModel(tx, id);
          await modelConnections.setDefault(tx, id, model);
          await record(tx, { targetId: id, changes: { defaultModel: [before, model] } });
        });
        return { model };
      },
    }),
  ];
};
