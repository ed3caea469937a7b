import type { FastifyRequest } from 'fastify';
import type { Agent, Agents } from '../../agents/index.ts';
import {
  type Channels,
  isAdmitted,
  isSwitchedOn,
  type PageChannel,
  type Visitor,
} from '../../channels/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the channels' API. Without a visitor on the route that opens a session. */
    visitorCall: { agent: Agent; visitor?: Visitor; token?: string } | null;
  }
}

export interface VisitorCall {
  agent: Agent;
  visitor: Visitor;
  token: string;
}

const bearer = /^Bearer +([\w-]{1,200})$/i;

/** For routes behind `authenticate`. */
export const visitorCallOf = (request: FastifyRequest): VisitorCall => request.visitorCall as VisitorCall;

export const agentOf = (request: FastifyRequest): Agent => request.visitorCall!.agent;

const unknownAgent = (): AppError => new AppError('notFound', 'There is no such agent');

export const channelOff = (channel: PageChannel): AppError =>
  new AppError(
    'notFound',
    `The channel ${channel} of this agent is disabled; an operator can enable it in the agent's settings under Channels`,
  );

/** Checks in this order: does the agent exist, is it deleted. */
export const createFindAgent =
  ({ agents }: { agents: Agents }) =>
  async (request: FastifyRequest): Promise<void> => {
    const { agentId } = request.params as { agentId: string };
    const agent = isId(agentId) ? await agents.find(agentId) : undefined;
    if (!agent) throw unknownAgent();
    if (agent.deleted) throw new AppError('agentDeleted');
    request.visitorCall = { agent };
  };

/** Then: does the token belong to this agent, and is the visitor still allowed. */
export const createAuthenticateVisitor =
  ({ channels }: { channels: Channels }) =>
  async (request: FastifyRequest): Promise<void> => {
    const agent = agentOf(request);
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    const visitor = token === undefined ? undefined : await channels.visitorAccess.find(agent, token);
    if (!visitor || token === undefined)
      throw new AppError('unauthenticated', 'The visitor token is not valid or has expired; get a new one');
    if (!isSwitchedOn(agent, visitor.channel)) throw channelOff(visitor.channel);
    if (!isAdmitted(agent, visitor))
      throw new AppError(
        'notFound',
        'This agent requires identity verification; send a valid user_hash with user_id',
      );
    request.visitorCall = { agent, visitor, token };
  };
