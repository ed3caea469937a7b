import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { describeChanges } from '../../../audit/index.ts';
import {
  type ChannelConnection,
  type Connectors,
  findConnector,
  readFields,
} from '../../../channels/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Webhooks } from '../../../webhooks/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { maskSecret } from '../agents/settings/masked-settings.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import {
  ChangedConnection,
  ConnectionParams,
  ConnectionTest,
  ConnectionView,
  ConnectionWithSecrets,
  connectionsPath,
  NewConnection,
  presentConnection,
  ReplacedSecrets,
  connectionTags as tags,
} from './channel-connection-view.ts';

interface ConnectionDependencies {
  connectors: Pick<Connectors, 'connections' | 'setUp' | 'countWaiting'>;
  webhooks: Pick<Webhooks, 'releaseConnection'>;
}

/** With the secrets, so that a changed secret counts as a change. The result contains only their masks. */
const differences = (before: ChannelConnection | undefined, after: ChannelConnection | undefined) => {
  const shown = ({ name, platform, status, account, settings, secrets }: ChannelConnection) => ({
    name,
    platform,
    status,
    account: account.name,
    ...settings,
    ...secrets,
  });
  const secretNames = new Set([before, after].flatMap((one) => Object.keys(one?.secrets ?? {})));
  return describeChanges(before && shown(before), after && shown(after), (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        secretNames.has(name) ? maskSecret(value) : value,
      ]),
    ),
  );
};

/** Connections of an agent to messaging platforms. */
export const createChannelConnectionRoutes = (deps: RouteDependencies & ConnectionDependencies): Route[] => {
  const { agents, write, webhooks } = deps;
  const { connections, setUp, countWaiting } = deps.connectors;

  const view = async (connection: ChannelConnection) =>
    presentConnection(connection, {
      inboundUrl: connections.accessOf(connection).inboundUrl,
      waiting: await countWaiting(connection.id),
    });

  const withSecrets = async (connection: ChannelConnection) => {
    const shown = findConnector(connection.platform)?.shownSecrets ?? [];
    const secrets = Object.fromEntries(shown.map((name) => [name, connection.secrets[name] ?? '']));
    return { ...(await view(connection)), secrets };
  };

  const requireVersion = ({ version }: ChannelConnection, given: number): void => {
    if (given !== version)
      throw new AppError(
        'conflict',
        `The connection has version ${version}, not ${given}; read it again and repeat your change`,
      );
  };

  const findConnection = async (
    request: FastifyRequest & { params: { agentId: string; channelConnectionId: string } },
  ): Promise<ChannelConnection> => {
    const agent = await findAgentOf(agents, request);
    const connection = await connections.findNewest(request.params.channelConnectionId);
    if (connection?.agentId !== agent.id)
      throw new AppError('notFound', 'There is no such connection of this agent');
    return connection;
  };

  return [
    route({
      method: 'GET',
      url: connectionsPath,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List channel connections',
        description: 'Returns the connections of the agent to messaging platforms. Secrets are not returned.',
        operationId: 'listChannelConnections',
        params: AgentParams,
        response: { 200: Type.Object({ items: Type.Array(ConnectionView) }) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const items = [];
        for (const connection of await connections.list(agent.id)) items.push(await view(connection));
        return { items };
      },
    }),

    route({
      method: 'POST',
      url: connectionsPath,
      permission: 'agent:write',
      audit: 'channel-connection.create',
      schema: {
        tags,
        summary: 'Add a channel connection',
        description:
          'Checks the credentials at the platform first. If the platform allows it, its messages are then sent to `inboundUrl`; a failure of that is in `lastError`. Secrets are stored encrypted and not returned, except for those that the service creates for automation tools, once.',
        operationId: 'createChannelConnection',
        params: AgentParams,
        body: NewConnection,
        response: { 201: ConnectionWithSecrets },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { platform, name, fields } = request.body;
        const connector = findConnector(platform)!;
        const given = readFields(connector, fields);
        const credentials = { ...given, secrets: { ...given.secrets, ...connector.newSecrets?.() } };
        const account = await setUp.identify(connector, credentials);
        const created = await write(async (tx) => {
          const connection = await connections.create(tx, {
            workspaceId: agent.workspaceId,
            agentId: agent.id,
            connector,
            name: name.trim(),
            account,
            ...credentials,
          });
          await record(tx, { targetId: connection.id, changes: differences(undefined, connection) });
          return connection;
        });
        await setUp.register(created);
        reply.status(201);
        return withSecrets((await connections.findNewest(created.id)) ?? created);
      },
    }),

    route({
      method: 'PATCH',
      url: `${connectionsPath}/:channelConnectionId`,
      permission: 'agent:write',
      audit: 'channel-connection.update',
      schema: {
        tags,
        summary: 'Update a channel connection',
        description:
          'Renames, pauses or resumes a connection, or replaces its credentials. Omitted fields are not changed. Returns 409 if the connection was changed since `version` was read.',
        operationId: 'updateChannelConnection',
        params: ConnectionParams,
        body: ChangedConnection,
        response: { 200: ConnectionView },
      },
      handler: async (request, _reply, record) => {
        const before = await findConnection(request);
        const { version, name, status, fields } = request.body;
        requireVersion(before, version);
        const connector = setUp.connectorOf(before);
        const given = fields && readFields(connector, fields, before);
        const credentials = given && { ...given, account: await setUp.identify(connector, given) };
        const updated = await write(async (tx) => {
          const connection = await connections.update(tx, before, {
            name: name?.trim(),
            status,
            credentials,
          });
          await record(tx, { targetId: before.id, changes: differences(before, connection) });
          return connection;
        });
        if (credentials) await setUp.register(updated);
        if (before.status === 'paused' && updated.status === 'active')
          await webhooks.releaseConnection(before.agentId, before.id);
        return view((await connections.findNewest(before.id)) ?? updated);
      },
    }),

    route({
      method: 'DELETE',
      url: `${connectionsPath}/:channelConnectionId`,
      permission: 'agent:write',
      audit: 'channel-connection.delete',
      schema: {
        tags,
        summary: 'Delete a channel connection',
        description:
          'Messages that arrive from the platform are refused from then on, and messages that wait are not sent. Conversations are kept.',
        operationId: 'deleteChannelConnection',
        params: ConnectionParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const connection = await findConnection(request);
        await write(async (tx) => {
          await connections.remove(tx, connection.id);
          await record(tx, { targetId: connection.id, changes: differences(connection, undefined) });
        });
        await setUp.unregister(connection);
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'POST',
      url: `${connectionsPath}/:channelConnectionId/secrets`,
      permission: 'agent:write',
      audit: 'channel-connection.update',
      schema: {
        tags,
        summary: 'Replace the secrets of a channel connection',
        description:
          'Creates new secrets of a connection to automation tools and returns them once. The ones before are refused from then on. Returns 409 for platforms without such secrets.',
        operationId: 'replaceChannelConnectionSecrets',
        params: ConnectionParams,
        body: ReplacedSecrets,
        response: { 200: ConnectionWithSecrets },
      },
      handler: async (request, _reply, record) => {
        const before = await findConnection(request);
        requireVersion(before, request.body.version);
        const { newSecrets, shownSecrets, title } = setUp.connectorOf(before);
        if (!newSecrets || !shownSecrets)
          throw new AppError('conflict', `A connection to ${title} has no secrets of the service to replace`);
        const fresh = newSecrets();
        const replaced = Object.fromEntries(shownSecrets.map((name) => [name, fresh[name]!]));
        const { account, settings } = before;
        const credentials = { account, settings, secrets: { ...before.secrets, ...replaced } };
        const updated = await write(async (tx) => {
          const connection = await connections.update(tx, before, { credentials });
          await record(tx, { targetId: before.id, changes: differences(before, connection) });
          return connection;
        });
        return withSecrets(updated);
      },
    }),

    route({
      method: 'POST',
      url: `${connectionsPath}/:channelConnectionId/test`,
      permission: 'agent:write',
      audit: 'none',
      schema: {
        tags,
        summary: 'Test a channel connection',
        description:
          'Tries the credentials, registers the address for messages again and asks the platform for problems.',
        operationId: 'testChannelConnection',
        params: ConnectionParams,
        response: { 200: ConnectionTest },
      },
      handler: async (request) => {
        const { account, problems } = await setUp.test(await findConnection(request));
        return { accountName: account?.name ?? null, problems };
      },
    }),
  ];
};
