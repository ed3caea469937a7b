import type { FastifyRequest } from 'fastify';
import type { Agent, Agents } from '../../agents/index.ts';
import type { ApiKeys } from '../../auth/index.ts';
import { AppError, type ErrorName } from '../../lib/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by `authenticate` on every route of the developer API. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The error of this route for a deleted agent. */
    deletedAgent?: ErrorName;
  }
}

export interface Caller {
  agent: Agent;
  keyId: string;
}

const bearer = /^Bearer +([\x21-\x7e]+)$/i;

const unauthenticated = (): AppError =>
  new AppError(
    'unauthenticated',
    'Developer authentication failed: send a valid key as "Authorization: Bearer <API_KEY>"',
  );

/** Checks in the contract's order: key, deleted agent, API switch. Rate limits follow in their own hook. */
export const createAuthenticate =
  ({ agents, apiKeys }: { agents: Agents; apiKeys: ApiKeys }) =>
  async (request: FastifyRequest): Promise<void> => {
    const key = bearer.exec(request.headers.authorization ?? '')?.[1];
    const found = key === undefined ? undefined : await apiKeys.authenticate(key);
    if (!found) throw unauthenticated();
    const agent = await agents.find(found.agentId);
    if (!agent) throw unauthenticated();
    if (agent.deleted) throw new AppError(request.routeOptions.config.deletedAgent ?? 'agentDeleted');
    if (!agent.apiEnabled && request.routeOptions.config.key === 'enabled-agent')
      throw new AppError('apiForbidden');
    request.caller = { agent, keyId: found.keyId };
  };

/** For handlers behind `authenticate`. */
export const callerOf = (request: FastifyRequest): Caller => request.caller!;
