import { Type } from 'typebox';
import { keyPrefix } from '../../../auth/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import {
  AgentParams,
  Done,
  isoTime,
  Name,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
} from '../wire/wire-schemas.ts';

const tags = ['Keys'];
const path = '/workspaces/:workspaceId/agents/:agentId/keys';
const KeyParams = Type.Object({
  workspaceId: Type.String(),
  agentId: Type.String(),
  keyId: Type.String(),
});

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key' }),
  createdAt: Time,
  expiresAt: NullableTime,
  revokedAt: NullableTime,
  lastUsedAt: NullableTime,
};

const KeyView = Type.Object(keyFields, { title: 'Key' });

const NewKey = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The API key; shown only once' }) },
  { title: 'NewKey' },
);

export const createKeyRoutes = (deps: RouteDependencies): Route[] => {
  const { agents, apiKeys, clock, write } = deps;

  const readExpiry = (text: string | null | undefined): number | null => {
    if (text === null || text === undefined) return null;
    const timeMs = Date.parse(text);
    if (!(timeMs > clock.nowMs()))
      throw new AppError('invalidParameter', 'expiresAt must be a time in the future');
    return timeMs;
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'key:read',
      schema: {
        tags,
        summary: 'List API keys',
        description: 'Returns the API keys of the agent, without their secrets.',
        operationId: 'listKeys',
        params: AgentParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(KeyView) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const keys = await apiKeys.list(agent.id);
        const { offset, limit } = rangeOf(request.query);
        const shown = keys.slice(offset, offset + limit).map((key) => ({
          id: key.id,
          name: key.name,
          prefix: key.prefix,
          createdAt: toTime(key.createdAtMs),
          expiresAt: toNullableTime(key.expiresAtMs),
          revokedAt: toNullableTime(key.revokedAtMs),
          lastUsedAt: toNullableTime(key.lastUsedAtMs),
        }));
        return paged(shown, keys.length, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'key:write',
      audit: 'key.create',
      schema: {
        tags,
        summary: 'Create an API key',
        description:
          'An agent can have several active keys, so that clients can change from one to the next.',
        operationId: 'createKey',
        params: AgentParams,
        body: Type.Object({
          name: Name,
          expiresAt: Type.Optional(
            Type.Union([
              Type.String({ pattern: isoTime, description: 'ISO 8601; default: never' }),
              Type.Null(),
            ]),
          ),
        }),
        response: { 201: NewKey },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { name } = request.body;
        const expiresAtMs = readExpiry(request.body.expiresAt);
        const created = await write(async (tx) => {
          const made = await apiKeys.create(tx, { agentId: agent.id, name, expiresAtMs });
          await record(tx, {
            targetId: made.id,
            changes: {
              name: [null, name],
              agentId: [null, agent.id],
              prefix: [null, keyPrefix(made.key)],
              expiresAt: [null, toNullableTime(expiresAtMs)],
            },
          });
          return made;
        });
        reply.status(201);
        return {
          ...created,
          name,
          prefix: keyPrefix(created.key),
          createdAt: toTime(clock.nowMs()),
          expiresAt: toNullableTime(expiresAtMs),
          revokedAt: null,
          lastUsedAt: null,
        };
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:keyId/rotate`,
      permission: 'key:write',
      audit: 'key.rotate',
      schema: {
        tags,
        summary: 'Rotate an API key',
        description: 'Creates a new key. The old one ends immediately, or after the grace period.',
        operationId: 'rotateKey',
        params: KeyParams,
        body: Type.Object({
          graceMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 * 24 * 60, default: 0 })),
        }),
        response: { 201: NewKey },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { keyId } = request.params;
        const { graceMinutes = 0 } = request.body;
        const old = (await apiKeys.list(agent.id)).find((key) => key.id === keyId);
        const endsAtMs = clock.nowMs() + graceMinutes * 60_000;
        const created = await write(async (tx) => {
          const isEnded =
            graceMinutes === 0
              ? await apiKeys.revoke(tx, { agentId: agent.id, keyId })
              : await apiKeys.expire(tx, { agentId: agent.id, keyId, atMs: endsAtMs });
          if (!old || !isEnded) throw new AppError('notFound', 'This agent has no such active key');
          const made = await apiKeys.create(tx, { agentId: agent.id, name: old.name });
          await record(tx, {
            targetId: keyId,
            changes: {
              agentId: [agent.id, agent.id],
              prefix: [old.prefix, keyPrefix(made.key)],
              expiresAt: [toNullableTime(old.expiresAtMs), toTime(endsAtMs)],
            },
          });
          return made;
        });
        reply.status(201);
        return {
          ...created,
          name: old!.name,
          prefix: keyPrefix(created.key),
          createdAt: toTime(clock.nowMs()),
          expiresAt: null,
          revokedAt: null,
          lastUsedAt: null,
        };
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:keyId`,
      permission: 'key:write',
      audit: 'key.revoke',
      schema: {
        tags,
        summary: 'Revoke an API key',
        description: 'Takes effect immediately. A revoked key stays in the list.',
        operationId: 'revokeKey',
        params: KeyParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { keyId } = request.params;
        await write(async (tx) => {
          if (!(await apiKeys.revoke(tx, { agentId: agent.id, keyId })))
            throw new AppError('notFound', 'This agent has no such active key');
          await record(tx, {
            targetId: keyId,
            changes: { revoked: [false, true], agentId: [agent.id, agent.id] },
          });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
